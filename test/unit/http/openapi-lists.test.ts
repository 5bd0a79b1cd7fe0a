import { expect, test } from 'vitest';
import { operations as registry } from '../../../functions/registry.ts';
import { buildOpenApi } from '../../../shared/http/openapi/build-openapi.ts';
import { type Described, namedBy, operationsOf, type Schema } from '../../../shared/http/openapi/json.ts';

const document = buildOpenApi(registry.map(({ operation }) => operation)) as unknown as Described;
const resolved = (schema: Schema | undefined): Schema | undefined =>
  schema?.$ref ? document.components.schemas[namedBy(schema.$ref)] : schema;

/** The shapes that the client guide names, by the parameters that each is asked with. */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  'items total page page_size': ['page', 'page_size'],
  'items total page size has_more total_pages': ['page', 'size'],
  array: ['skip', 'limit'],
};
const PAGING = ['page', 'page_size', 'size', 'skip', 'limit'];

test('a list has one of the shapes of the client guide, and the parameters of its shape', () => {
  const found = new Map<string, number>();
  for (const { operationId, parameters = [], responses } of operationsOf(document)) {
    const schema = resolved(responses['200']?.content?.['application/json']?.schema);
    const names = Object.keys(schema?.properties ?? {});
    if (schema?.type !== 'array' && !names.includes('total')) continue;
    // The search says more of itself than a list.
    if (operationId === 'search') continue;
    const shape = schema?.type === 'array' ? 'array' : names.join(' ');
    const paging = parameters.flatMap(({ name = '' }) => (PAGING.includes(name) ? [name] : [])).sort();
    if (shape !== 'array' || paging.length > 0) expect(paging, operationId).toEqual([...(SHAPES[shape] ?? [])].sort());
    found.set(shape, (found.get(shape) ?? 0) + 1);
  }
  expect([...found.keys()].sort()).toEqual(Object.keys(SHAPES).sort());
});
