import { expect, test } from 'vitest';
import { operations as registry } from '../../../functions/registry.ts';
import { buildOpenApi } from '../../../shared/http/openapi/build-openapi.ts';
import { type Described, namedBy, operationsOf, type Schema } from '../../../shared/http/openapi/json.ts';

const document = buildOpenApi(registry.map(({ operation }) => operation)) as unknown as Described;
const resolved = (schema: Schema | undefined): Schema | undefined =>
  schema?.$ref ? document.components.schemas[namedBy(schema.$ref)] : schema;

/** The kinds of lists in the client guide, by their parameters. */
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  'items total page page_size': ['page', 'page_size'],
  'items total page size has_more total_pages': ['page', 'size'],
  array: ['skip', 'limit'],
};
const PAGING = ['page', 'page_size', 'size', 'skip', 'limit'];

test('a list is of one of the kinds in the client guide, with the parameters of its kind', () => {
  const found = new Map<string, number>();
  for (const { operationId, parameters = [], responses } of operationsOf(document)) {
    const schema = resolved(responses['200']?.content?.['application/json']?.schema);
    const names = Object.keys(schema?.properties ?? {});
    if (schema?.type !== 'array' && !names.includes('total')) continue;
    // The search has more parameters than a list.
    if (operationId === 'search') continue;
    const shape = schema?.type === 'array' ? 'array' : names.join(' ');
    const paging = parameters.flatMap(({ name = '' }) => (PAGING.includes(name) ? [name] : [])).sort();
    if (shape !== 'array' || paging.length > 0) expect(paging, operationId).toEqual([...(SHAPES[shape] ?? [])].sort());
    found.set(shape, (found.get(shape) ?? 0) + 1);
  }
  expect([...found.keys()].sort()).toEqual(Object.keys(SHAPES).sort());
});
