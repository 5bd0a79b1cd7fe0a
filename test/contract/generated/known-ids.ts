const stemOf = (name: string): string => name.replace(/_?ids?$/, '');
const singular = (segment: string): string => segment.replaceAll('-', '_').replace(/s$/, '');
const isIdentifier = (name: string): boolean => /(^|_)ids?$/.test(name);

/** The name by which a path refers to its records: `email_template` for `/api/v1/email-templates/{template_id}`. */
const recordOf = (path: string): string => singular(path.split('/').find((_, i, all) => all[i - 1] === 'v1') ?? '');

/** Identifiers from answers, by the record that they name. */
export class KnownIds {
  readonly #of = new Map<string, Set<string>>();

  add(record: string, ...ids: string[]): void {
    const known = this.#of.get(record) ?? new Set();
    for (const id of ids) known.add(id);
    this.#of.set(record, known);
  }

  /** Collects every identifier in an answer of an operation with that path. */
  learn(path: string, answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      // Requests may name only the caller's own.
      if (name === 'organization_id') continue;
      const ids = [value].flat().filter((each) => typeof each === 'string' && each !== '');
      if (isIdentifier(name)) this.add(stemOf(name) || recordOf(path), ...(ids as string[]));
      else this.learn(path, value);
    }
  }

  /** The latest identifiers to which a field or parameter of that name may refer. */
  named(name: string, path: string): string[] {
    if (!isIdentifier(name)) return [];
    const parameter = path.indexOf(`{${name}}`);
    const segment = parameter < 0 ? '' : (path.slice(0, parameter).split('/').at(-2) ?? '');
    if (name === 'organization_id') return [...(this.#of.get('caller') ?? [])];
    const records = [stemOf(name) || recordOf(path), singular(segment)];
    return records.flatMap((record) => [...(this.#of.get(record) ?? [])].slice(-12));
  }
}
