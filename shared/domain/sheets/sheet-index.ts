import { sheetKey } from './citations.ts';
import { type Corrections, UNCORRECTED } from './sheet-correction.ts';
import { rootOf, type SheetHolder, SheetRegister, type SheetRevision, toSheet } from './sheet-register.ts';

/** Bytes of a revision of a sheet in the index (measured at 100,000 sheets). */
const BYTES_PER_REVISION = 570;

/** The numbered pages of a document, and the register from which on they are these. */
interface Held {
  pages: readonly SheetRevision[];
  since: number;
}

/**
 * Keeps the register of a project's sheets while documents and corrections change: only the numbers that a change
 * affects are derived again. The result is that of `registerSheets`.
 */
export class SheetIndex {
  readonly #held = new Map<string, Held>();
  readonly #pages = new Map<string, SheetRevision[]>();
  #corrections = new Map<string, Corrections & { text: string }>();
  /** The numbers that are merged into others, with the sheet that has their revisions, and the other way round. */
  #roots: ReadonlyMap<string, string> = new Map();
  #merged = new Map<string | undefined, string[]>();
  readonly #changed = new Set<string>();
  #revisions = 0;
  #number = 0;
  #register = new SheetRegister([]);

  /** Estimated bytes on the heap. */
  get bytes(): number {
    return this.#revisions * BYTES_PER_REVISION;
  }

  /** Adds or replaces the numbered pages of a document; none for one that was deleted. */
  put({ document_id, created_at, sheets }: SheetHolder): void {
    const former = this.#held.get(document_id)?.pages ?? [];
    for (const page of former) {
      const key = sheetKey(page.sheet_number);
      const others = (this.#pages.get(key) as SheetRevision[]).filter((each) => each !== page);
      if (others.length > 0) this.#pages.set(key, others);
      else this.#pages.delete(key);
      this.#changed.add(this.#rootOf(key));
    }
    const numbered = sheets.filter(({ sheet_number }) => sheetKey(sheet_number) !== '');
    const pages = numbered.map((line): SheetRevision => ({ ...line, document_id, created_at }));
    for (const page of pages) {
      const key = sheetKey(page.sheet_number);
      const known = this.#pages.get(key);
      if (known) known.push(page);
      else this.#pages.set(key, [page]);
      this.#changed.add(this.#rootOf(key));
    }
    this.#revisions += pages.length - former.length;
    if (pages.length + former.length > 0) this.#held.set(document_id, { pages, since: this.#number + 1 });
  }

  /**
   * Returns the register as it is now. Registers that were returned before stay as they were.
   * @param corrections all corrections of the project's sheets
   */
  read(corrections: readonly Corrections[]): SheetRegister {
    this.#correct(corrections);
    if (this.#changed.size === 0) return this.#register;
    const sheets = [...this.#changed].flatMap((key) => this.#derive(key) ?? []);
    const number = ++this.#number;
    const pagesOf = (id: string) => {
      const held = this.#held.get(id);
      return held && held.since > number ? undefined : (held?.pages ?? []);
    };
    this.#register = this.#register.with(this.#changed, sheets, { roots: this.#roots, pagesOf });
    this.#changed.clear();
    return this.#register;
  }

  #rootOf(key: string): string {
    return this.#roots.get(key) ?? key;
  }

  #derive(key: string) {
    if (this.#roots.has(key)) return undefined;
    const merged = (this.#merged.get(key) ?? []).filter((each) => this.#pages.has(each)).sort();
    const pages = [key, ...merged].flatMap((each) => this.#pages.get(each) ?? []);
    return toSheet(key, pages, this.#corrections.get(key) ?? { key, ...UNCORRECTED }, merged);
  }

  /** Replaces the corrections, and marks the sheets that those that differ affect. */
  #correct(corrections: readonly Corrections[]): void {
    const former = this.#corrections;
    const next = new Map(corrections.map((each) => [each.key, { ...each, text: JSON.stringify(each) }]));
    const differing = [...next.keys(), ...former.keys()].filter((key) => former.get(key)?.text !== next.get(key)?.text);
    if (differing.length === 0) return;
    this.#corrections = next;
    for (const key of differing) this.#changed.add(key);
    const merging = [...next.values()].filter(({ merged_into }) => merged_into !== null);
    const found = merging.map(({ key }) => [key, rootOf(key, next)] as const).filter(([key, root]) => key !== root);
    const roots = new Map(found);
    for (const key of [...roots.keys(), ...this.#roots.keys()]) {
      if (roots.get(key) === this.#roots.get(key)) continue;
      for (const root of [key, roots.get(key), this.#roots.get(key)]) if (root !== undefined) this.#changed.add(root);
    }
    this.#roots = roots;
    this.#merged = new Map(
      [...Map.groupBy(found, ([, root]) => root)].map(([root, of]) => [root, of.map(([key]) => key)]),
    );
  }
}
