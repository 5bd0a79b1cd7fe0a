import type { SdkAttempt } from '../../support/sdk-calls.ts';
import { contentOf, type Objects, openBucket } from './bucket-state.ts';
import { type Items, isAside, openTables } from './table-state.ts';

/** Everything that the service has stored. */
export interface Everything {
  items: Items;
  objects: Objects;
}

const GENERATED = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b|(?<=#)[0-9a-f]{8}\b/g;
/** Derived from a generated identifier. */
const SHARD = /\b(BUSY|GATE|DUE#[A-Z]+|DUE-TASKS)#\d/g;
const SEALED = /"sealed":\{"S":"[^"]*"\}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?Z)?/g;

/**
 * Returns the content of an item or object on one line, with placeholders for unknown generated identifiers, times, and
 * ciphertext.
 */
const lineOf = (value: object, known: ReadonlySet<string>, ignored: ReadonlySet<string>): string => {
  const plain = (_name: string, each: unknown): unknown => {
    if (each instanceof Uint8Array) return '<bytes>';
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    const entries = Object.entries(each).filter(([name]) => !ignored.has(name));
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return (
    JSON.stringify(value, plain)
      .replace(GENERATED, (id) => (known.has(id) ? id : '<id>'))
      .replace(SEALED, '"sealed":"<bytes>"')
      // Ciphertext that is new each time; measurements; a counter of wake-ups whose exact value is irrelevant.
      .replace(/"duration_ms":\{"N":"\d+"\}/, '"duration_ms":"<time>"')
      .replace(/"sealed_(secret|former)":\{"S":"[^"]+"\}/g, '"sealed_$1":"<bytes>"')
      // Sizes of search segments, whose texts contain generated identifiers and times.
      .replace(/"(bytes|head)":\{"N":"\d+"\}/g, '"$1":"<size>"')
      .replace(/"wanted":\{"N":"\d+"\}/, '"wanted":"<count>"')
      .replace(SHARD, '$1#<shard>')
      .replace(TIME, '<time>')
      .replace(/"N":"1[6-9]\d{8,11}(\.\d+)?"/g, '"N":"<time>"')
  );
};

/** The file of a created record in the folder of an existing one; a folder with a generated name has no record. */
const DERIVED = /^nothing -> .*"key":"derived\/[^/]+\/(comparison-|report-)?(?!<id>)[^/]+\//;
const SEGMENT = /^nothing -> .*"key":"search\//;
const IN_PARTS = /^nothing -> .*"key":"[^"]* \(in parts\)"/;
/** An upload no longer counts as unregistered. */
const KEPT = /^\{.*"key":"uploads\/.*"tags":"[^"]+".* -> \{.*"tags":""/;

/** The file of a form, which always has a note by which it is removed. */
const FORM_FILE = /^nothing -> .*"key":"files\//;
const NOTE = /^nothing -> .*"pk":\{"S":"DUE#FILE#/;

/** What a run may leave in the bucket that no record names, and what removes it later. */
const ORPHANS: readonly { change: RegExp; beside?: RegExp; removedBy: string }[] = [
  { change: DERIVED, removedBy: 'the deletion of its record' },
  { change: SEGMENT, removedBy: 'the daily tending of the index' },
  { change: IN_PARTS, removedBy: "the bucket's rule for uploads in parts" },
  { change: FORM_FILE, beside: NOTE, removedBy: 'sweep-uploads, by the note of the file' },
  { change: NOTE, removedBy: 'sweep-uploads' },
  { change: KEPT, removedBy: 'sweep-uploads, by the record of the upload' },
];
/** Which of them were left. */
const met = new Map<string, number>();

/** Changes without files that something removes later, unless `expected` contains the like. */
export const withoutOrphans = (changes: readonly string[], expected: readonly string[]): string[] => {
  const open = [...expected];
  return changes.filter((change) => {
    const at = open.indexOf(change);
    if (at >= 0) {
      open.splice(at, 1);
      return true;
    }
    const isBeside = (other: RegExp | undefined) => other === undefined || changes.some((each) => other.test(each));
    const orphan = ORPHANS.find((each) => each.change.test(change) && isBeside(each.beside));
    if (orphan) met.set(orphan.removedBy, (met.get(orphan.removedBy) ?? 0) + 1);
    return orphan === undefined;
  });
};
/** Number of leftover files by the remover that will remove them. */
export const orphansMet = (): string => JSON.stringify(Object.fromEntries(met));

/** The state of the service in this process: its tables and its bucket. */
export const openState = async () => {
  const tables = await openTables();
  const bucket = openBucket();
  return {
    all: async (): Promise<Everything> => ({ items: await tables.all(), objects: await bucket.all() }),

    /**
     * Returns what calls have changed, and undoes it: one line for each item and object whose content differs, with the
     * former and the current content, in a canonical order. The lines of two runs are equal if their effects are.
     *
     * @param before the state before the calls
     * @param known the state before any run: its identifiers are kept as they are
     * @param ignored omitted attributes
     */
    changesBy: async (
      calls: readonly SdkAttempt[],
      {
        before,
        known = before,
        ignored = new Set(),
      }: { before: Everything; known?: Everything; ignored?: ReadonlySet<string> },
    ): Promise<string[]> => {
      const ids = new Set(
        [...known.items.keys(), ...known.objects.keys()].flatMap((name) => name.match(GENERATED) ?? []),
      );
      const [names, keys] = [tables.touched(calls), bucket.touched(calls)];
      const [items, objects] = [await tables.read(names), await bucket.read(keys)];
      const says = (value: object | undefined) => (value ? lineOf(value, ids, ignored) : 'nothing');
      const itemOf = (all: Items, name: string) => {
        const item = all.get(name);
        return item && !isAside(name, item) ? item : undefined;
      };
      const objectOf = (all: Objects, key: string) => {
        const object = all.get(key);
        return object && { key, ...contentOf(key, object) };
      };
      const changes = [
        ...names.map((name) => [says(itemOf(before.items, name)), says(itemOf(items, name))] as const),
        ...keys.map((key) => [says(objectOf(before.objects, key)), says(objectOf(objects, key))] as const),
      ];
      await tables.restore(names, before.items);
      await bucket.restore(keys, objects, before.objects);
      return changes
        .filter(([stood, stands]) => stood !== stands)
        .map(([stood, stands]) => `${stood} -> ${stands}`)
        .sort();
    },

    end: () => {
      tables.end();
      bucket.end();
    },
  };
};
export type State = Awaited<ReturnType<typeof openState>>;
