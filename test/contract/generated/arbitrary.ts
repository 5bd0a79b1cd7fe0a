import fc from 'fast-check';
import { namedBy, type Schema } from '../../../shared/http/openapi/json.ts';

/** Texts that often break programs. */
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
/** Any JSON value. */
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
  /** Identifiers of existing records to which a field of that name may refer. */
  idsFor(name: string): readonly string[];
  /** Whether any place may hold invalid values. */
  isWild: boolean;
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
  // fast-check cannot generate texts for a lookahead: use a plain name.
  if (pattern?.includes('(?')) return fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => text.length <= maxLength);
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
};

/** A valid value, and sometimes something else if the source is `wild`. */
export const orWild = <T>(asked: fc.Arbitrary<T>, other: fc.Arbitrary<T>, { isWild }: Source): fc.Arbitrary<T> =>
  isWild ? fc.oneof({ weight: 4, arbitrary: asked }, other) : asked;

const bytes = (text: string) => Buffer.from(text, 'latin1');
/** A file of a form: whole, truncated or empty, under a name that may be wrong. */
const file = fc.record({
  name: fc.oneof(fc.constantFrom('a.txt', 'plan.pdf', 'a.zip', 'no ending'), anyText),
  content: fc.constantFrom(bytes('words'), bytes('%PDF-1.7\n'), bytes('PK\x03\x04'), bytes('\x89PNG\r\n'), bytes('')),
});

/** The description's own example, with existing records. */
export const exampleOf = (example: object, source: Source): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries(example).map(([name, value]) => {
        const ids = typeof value === 'string' ? source.idsFor(name) : [];
        return [name, ids.length > 0 ? fc.constantFrom(...ids) : fc.constant(value)] as const;
      }),
    ),
  );

/** Forms with the fields of a schema. */
export const formOf = (schema: Schema, source: Source): fc.Arbitrary<FormData> => {
  const { properties = {}, required = [] } = schema.$ref ? (source.schemas[namedBy(schema.$ref)] ?? {}) : schema;
  const fields = Object.entries(properties).map(([name, each]) => {
    const text = orWild(arbitraryOf(each, source, name).map(String), anyText, source);
    return [name, each.format === 'binary' ? file : text] as const;
  });
  const given = fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: required });
  return given.map((values) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string') form.set(name, value);
      else {
        const { name: filename, content } = value as { name: string; content: Uint8Array<ArrayBuffer> };
        form.set(name, new Blob([content]), filename);
      }
    }
    return form;
  });
};

/** Texts; of a field that names records, mostly identifiers of existing ones. */
const textsOf = (schema: Schema, source: Source, name: string): fc.Arbitrary<unknown> => {
  const ids = source.idsFor(name);
  // A date, an address or a list in a string: only the description and the example define the format.
  const example = schema.example ?? /For example `([^`]+)`/.exec(schema.description ?? '')?.[1];
  if (typeof example === 'string' && !source.isWild && ids.length === 0) return fc.constant(example);
  const text = textOf(schema as Bounded);
  return ids.length > 0 ? orWild(fc.constantFrom(...ids), text, source) : text;
};

const integersOf = (schema: Schema) =>
  fc.integer({ min: schema.minimum ?? -1000, max: Math.min((schema as Bounded).maximum ?? 1e6, 1e9) });

const numbersOf = (schema: Schema) =>
  fc.double({
    min: schema.minimum ?? -1e6,
    max: (schema as Bounded).maximum ?? 1e6,
    noNaN: true,
    noDefaultInfinity: true,
  });

const listsOf = (schema: Schema, inner: (items: Schema) => fc.Arbitrary<unknown>) => {
  const { minItems = 0, maxItems = 3, items = {} } = schema as Bounded;
  return fc.array(inner(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) });
};

const objectsOf = (
  { properties, required = [] }: Schema,
  inner: (each: Schema, as: string) => fc.Arbitrary<unknown>,
) => {
  if (!properties) return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.string(), { maxKeys: 3 });
  const fields = Object.entries(properties).map(([key, each]) => [key, inner(each, key)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
};

/** Values that match a schema of the document. @param name of the field: identifiers refer to existing records */
export const arbitraryOf = (schema: Schema, source: Source, name = '', depth = 0): fc.Arbitrary<unknown> => {
  const inner = (each: Schema, as = name) => arbitraryOf(each, source, as, depth + 1);
  if (depth > 8) return fc.constant(null);
  if (schema.nullable) return fc.option(inner({ ...schema, nullable: false }), { nil: null, freq: 8 });
  if (schema.$ref) return inner(source.schemas[namedBy(schema.$ref)] ?? {});
  if (schema.allOf) return inner(schema.allOf[0] ?? {});
  const either = schema.oneOf ?? schema.anyOf;
  if (either) return fc.oneof(...either.map((each) => inner(each)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'string') return textsOf(schema, source, name);
  if (schema.type === 'integer') return integersOf(schema);
  if (schema.type === 'number') return numbersOf(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') return listsOf(schema, inner);
  if (schema.properties || schema.type === 'object') return objectsOf(schema, inner);
  return anything;
};
