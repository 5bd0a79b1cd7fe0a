import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { RELEASED } from '../../infra/contract/released.ts';

/** `npm run client-types` generates the client's types from the released description; both must have the same names. */
const types = readFileSync(join(root, 'client/api.d.ts'), 'utf8').split('\n');
const { paths, components } = JSON.parse(readFileSync(RELEASED, 'utf8'));

/** The keys one level below the line at which a block begins, with `?` for optional ones. */
const keysBelow = (start: number): string[] => {
  const line = types[start] ?? expect.fail('There is no such block');
  const indent = line.search(/\S/);
  const end = types.findIndex((other, i) => i > start && other.search(/\S/) === indent);
  const key = new RegExp(`^ {${indent + 2}}'?([^\\s':?]+)'?(\\??):`);
  return types.slice(start + 1, end).flatMap((other) => {
    const [, name, mark] = key.exec(other) ?? [];
    return name === undefined ? [] : [`${name}${mark}`];
  });
};
const schemas = types.indexOf('  schemas: {');

test('the client has exactly the paths and operations of the description', () => {
  expect(keysBelow(types.indexOf('export interface paths {'))).toEqual(Object.keys(paths));
  const operations = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
  );
  const known = keysBelow(types.indexOf('export interface operations {'));
  expect(known.sort()).toEqual(operations.sort());
});

const objects = Object.entries<{ type?: string; properties?: object; required?: string[] }>(components.schemas).filter(
  ([, { type, properties }]) => type === 'object' && properties !== undefined,
);
test.each(objects)(
  'the client has the fields of %s, required and optional',
  (name, { properties = {}, required = [] }) => {
    const start = types.findIndex((line, i) => i > schemas && line === `    ${name}: {`);
    const wanted = Object.keys(properties).map((property) => (required.includes(property) ? property : `${property}?`));
    expect(keysBelow(start)).toEqual(wanted);
  },
);
