import fc from 'fast-check';
import { namedBy, type Schema } from '../../../shared/http/openapi/json.ts';

/** Texts that programs stumble over. */
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'null',
  '../..',
  "'; --",
  '%00',
  '🏗️'.repeat(40),
  'a'.repeat(5000),
  '-1',
  '1e9',
];
/** Anything at all, as JSON. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, [], {}, [[]], ...HOSTILE),
  fc.jsonValue({ maxDepth: 2 }),
);
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE.filter((text) => text.isWellFormed())),
  fc.string(),
);

interface Source {
  schemas: Readonly<Record<string, Schema>>;
  /** Identifiers of records that are there. */
  ids: readonly string[];
}

type Bounded = Schema & {
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
};

const textOf = ({ pattern, format, minLength = 0, maxLength = 200 }: Bounded): fc.Arbitrary<string> => {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());
  if (format === 'uri') return fc.webUrl();
  if (format === 'email') return fc.emailAddress();
  // fast-check makes no texts for a lookahead: a plain name then.
  if (pattern?.includes('(?')) return fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => text.length <= maxLength);
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
};

/** Values that a schema of the document takes. @param name of the field: identifiers name records that are there */
export const arbitraryOf = (schema: Schema, source: Source, name = '', depth = 0): fc.Arbitrary<unknown> => {
  const inner = (each: Schema, as = name) => arbitraryOf(each, source, as, depth + 1);
  if (depth > 8) return fc.constant(null);
  if (schema.nullable) return fc.option(inner({ ...schema, nullable: false }), { nil: null, freq: 8 });
  if (schema.$ref) return inner(source.schemas[namedBy(schema.$ref)] ?? {});
  if (schema.allOf) return inner(schema.allOf[0] ?? {});
  const either = schema.oneOf ?? schema.anyOf;
  if (either) return fc.oneof(...either.map((each) => inner(each)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const bounded = schema as Bounded;
  if (schema.type === 'string') {
    return /(^|_)ids?$/.test(name) && source.ids.length > 0
      ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...source.ids) }, textOf(bounded))
      : textOf(bounded);
  }
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(bounded.maximum ?? 1e6, 1e9) });
  if (schema.type === 'number') {
    return fc.double({
      min: schema.minimum ?? -1e6,
      max: bounded.maximum ?? 1e6,
      noNaN: true,
      noDefaultInfinity: true,
    });
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') {
    const { minItems = 0, maxItems = 3, items = {} } = bounded;
    return fc.array(inner(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) });
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, each]) => [key, inner(each, key)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  }
  if (schema.type === 'object')
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.string(), { maxKeys: 3 });
  return anything;
};
