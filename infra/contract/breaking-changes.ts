import { isDeepStrictEqual } from 'node:util';

// biome-ignore lint/suspicious/noExplicitAny: OpenAPI documents of any version
type Json = any;

/**
 * The direction of a value: requirements on sent values may only become weaker, promises about answered values only
 * stronger.
 */
type Direction = 'sent' | 'answered';

const SIMPLE = ['type', 'format', 'pattern'] as const;
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const;

/** Compares two documents; each change that can break a client becomes a sentence. */
class Comparison {
  readonly found: string[] = [];
  readonly #seen = new Set<string>();
  readonly #before: Json;
  readonly #after: Json;
  constructor(before: Json, after: Json) {
    this.#before = before;
    this.#after = after;
  }

  #say(place: string, what: string): void {
    this.found.push(`${place}: ${what}`);
  }

  #resolve(document: Json, value: Json): Json {
    const ways = (value?.$ref as string | undefined)?.slice(2).split('/');
    return ways ? ways.reduce((at, name) => at?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document) : value;
  }

  /** Returns a schema with references and `allOf` resolved; for a union, what its members have in common. */
  #flat(document: Json, value: Json): Json {
    const { allOf = [], ...own } = this.#resolve(document, value) ?? {};
    if (own.oneOf) return { ...this.#between(own.oneOf.map((each: Json) => this.#flat(document, each))), ...own };
    const parts: Json[] = allOf.map((part: Json) => this.#flat(document, part));
    if (parts.length === 0) return own;
    const properties = Object.assign({}, ...parts.map((part) => part.properties), own.properties);
    const required = [...parts.flatMap((part) => part.required ?? []), ...(own.required ?? [])];
    return {
      ...Object.assign({}, ...parts),
      ...own,
      ...(Object.keys(properties).length > 0 && { properties, required }),
    };
  }

  #between(members: Json[]): Json {
    const [first, ...others] = members;
    const required = (first.required ?? []).filter((name: string) =>
      others.every((each) => each.required?.includes(name)),
    );
    const properties = Object.assign({}, ...members.map((each) => each.properties));
    return {
      ...(first.type && { type: first.type }),
      ...(Object.keys(properties).length > 0 && { properties, required }),
    };
  }

  schema(at: string, given: Json, wanted: Json, direction: Direction): void {
    // A named schema is reported once, however often it is referred to.
    const place = given?.$ref ? `${direction} ${given.$ref.split('/').at(-1)}` : at;
    const key = JSON.stringify([given?.$ref, wanted?.$ref, direction]);
    if (given?.$ref && this.#seen.has(key)) return;
    this.#seen.add(key);
    const [before, after] = [this.#flat(this.#before, given), this.#flat(this.#after, wanted)];
    for (const name of SIMPLE) {
      const isLoosened = name !== 'type' && direction === 'sent' && after[name] === undefined;
      const isTightened = name !== 'type' && direction === 'answered' && before[name] === undefined;
      // The format implies the pattern.
      if (name === 'pattern' && before.format !== undefined && before.format === after.format) continue;
      if (before[name] !== after[name] && !isLoosened && !isTightened) {
        this.#say(place, `${name} ${before[name] ?? 'any'} became ${after[name] ?? 'any'}`);
      }
    }
    this.#bounds(place, before, after, direction);
    if (direction === 'answered' && after.nullable && !before.nullable) this.#say(place, 'may be null');
    if (direction === 'sent' && before.nullable && !after.nullable) this.#say(place, 'may no longer be null');
    this.#values(place, before.enum, after.enum, direction);
    this.#properties(place, before, after, direction);
    if (before.items && after.items) this.schema(`${place}[]`, before.items, after.items, direction);
    for (const kind of ['anyOf', 'oneOf']) {
      if (before[kind] && !isDeepStrictEqual(before[kind], after[kind])) this.#say(place, `${kind} has changed`);
    }
  }

  #bounds(place: string, before: Json, after: Json, direction: Direction): void {
    if (direction === 'answered') return;
    for (const name of LOWER) {
      if (after[name] > (before[name] ?? Number.NEGATIVE_INFINITY)) this.#say(place, `${name} rose to ${after[name]}`);
    }
    for (const name of UPPER) {
      if (after[name] < (before[name] ?? Number.POSITIVE_INFINITY)) this.#say(place, `${name} fell to ${after[name]}`);
    }
  }

  /** Further values in responses are not breaking, because clients have to expect them. */
  #values(place: string, before: unknown[] | undefined, after: unknown[] | undefined, direction: Direction): void {
    if (direction === 'answered') return;
    if (!before && after) this.#say(place, 'takes certain values only');
    for (const value of before ?? []) {
      if (after && !after.includes(value)) this.#say(place, `no longer takes ${JSON.stringify(value)}`);
    }
  }

  #properties(place: string, before: Json, after: Json, direction: Direction): void {
    const [had, has]: Json[] = [before.properties ?? {}, after.properties ?? {}];
    const [needed, needs] = [new Set<string>(before.required), new Set<string>(after.required)];
    for (const [name, property] of Object.entries(had)) {
      const way = `${place}.${name}`;
      if (!(name in has)) this.#say(way, 'was removed');
      else {
        this.schema(way, property, has[name], direction);
        if (direction === 'answered' && needed.has(name) && !needs.has(name)) this.#say(way, 'may be absent');
      }
    }
    if (direction === 'answered') return;
    for (const name of needs) if (!needed.has(name)) this.#say(`${place}.${name}`, 'is required');
  }

  contents(place: string, before: Json, after: Json, direction: Direction): void {
    for (const [type, content] of Object.entries<Json>(before ?? {})) {
      if (after?.[type]) this.schema(place, content.schema, after[type].schema, direction);
      else this.#say(place, `${type} was removed`);
    }
  }

  parameters(place: string, before: Json[] = [], after: Json[] = []): void {
    const [had, has] = [
      before.map((each) => this.#resolve(this.#before, each)),
      after.map((each) => this.#resolve(this.#after, each)),
    ];
    for (const parameter of had) {
      const way = `${place} ${parameter.in} ${parameter.name}`;
      const same = has.find((each) => each.in === parameter.in && each.name === parameter.name);
      if (!same) this.#say(way, 'was removed');
      else {
        if (same.required && !parameter.required) this.#say(way, 'is required');
        this.schema(way, parameter.schema, same.schema, 'sent');
      }
    }
    for (const { in: where, name, required } of has) {
      const isNew = !had.some((each) => each.in === where && each.name === name);
      if (required && isNew) this.#say(`${place} ${where} ${name}`, 'is required');
    }
  }

  operation(place: string, before: Json, after: Json): void {
    if (before.operationId !== after.operationId) this.#say(place, `operationId became ${after.operationId}`);
    this.parameters(place, before.parameters, after.parameters);
    if (after.requestBody?.required && !before.requestBody?.required) this.#say(place, 'needs a body');
    if (before.requestBody)
      this.contents(`${place} body`, before.requestBody.content, after.requestBody?.content, 'sent');
    for (const [status, answer] of Object.entries<Json>(before.responses)) {
      if (!after.responses[status]) this.#say(place, `no longer answers ${status}`);
      const [had, has] = [this.#resolve(this.#before, answer), this.#resolve(this.#after, after.responses[status])];
      if (!has) continue;
      this.contents(`${place} ${status}`, had.content, has.content, 'answered');
      for (const name of Object.keys(had.headers ?? {})) {
        if (!has.headers?.[name]) this.#say(`${place} ${status}`, `header ${name} was removed`);
      }
    }
    for (const way of before.security ?? []) {
      const isThere = (after.security ?? []).some((each: Json) => isDeepStrictEqual(each, way));
      if (!isThere) this.#say(place, `no longer opened by ${JSON.stringify(way)}`);
    }
  }
}

/**
 * Returns the changes that can break a client, one sentence each. Changes of descriptions and examples are not
 * breaking, and neither are additional operations, fields and values in responses.
 */
export const breakingChanges = (before: Json, after: Json): string[] => {
  const comparison = new Comparison(before, after);
  for (const [path, methods] of Object.entries<Json>(before.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const place = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (now) comparison.operation(place, operation, now);
      else comparison.found.push(`${place}: was removed`);
    }
  }
  return comparison.found;
};

const WORDS = new Set(['description', 'example', 'examples', 'summary', 'tags']);

/** Returns the parts of the document that clients depend on: without descriptions and examples. */
export const promiseOf = (value: Json, isNames = false): Json => {
  if (Array.isArray(value)) return value.map((each) => promiseOf(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || !WORDS.has(name))
      .map(([name, each]) => [name, promiseOf(each, ['properties', 'schemas', 'headers', 'paths'].includes(name))]),
  );
};
