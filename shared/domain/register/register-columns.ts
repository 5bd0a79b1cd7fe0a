import { inNfc } from '../composed.ts';
import { CodeColumn, NumberColumn } from './columns.ts';
import type { SortField } from './register.ts';
import type { RegisterLine } from './register-line.ts';
import { instant, referenceOf, searchedText, titleOf } from './register-line.ts';
import { sortKeyOf } from './sort-key.ts';

export const CODE_COLUMNS = [
  'document_type',
  'status',
  'processing_status',
  'category',
  'uploaded_by',
  'revision_root',
] as const;
export const NUMBER_COLUMNS = ['created_at', 'updated_at', 'uploaded_at', 'deleted_at', 'file_size'] as const;
export type CodeName = (typeof CODE_COLUMNS)[number];
export type NumberName = (typeof NUMBER_COLUMNS)[number];

/** Bytes of a document in addition to its characters: index, columns, signature and two sort orders (measured). */
const BYTES_PER_DOCUMENT = 240;

/** The content of a snapshot, from which the register can be restored. */
export interface RegisterData {
  ids: string[];
  texts: string[];
  filenames: string[];
  /** Sheet lines; empty if there are none. */
  sheets: string[];
  codes: Record<CodeName, CodeColumn>;
  numbers: Record<NumberName, NumberColumn>;
}

const named = <K extends string, V>(names: readonly K[], make: () => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, make()])) as Record<K, V>;

const emptyRegisterData = (): RegisterData => ({
  ids: [],
  texts: [],
  filenames: [],
  sheets: [],
  codes: named(CODE_COLUMNS, () => new CodeColumn()),
  numbers: named(NUMBER_COLUMNS, () => new NumberColumn()),
});

/**
 * The documents by columns. Each document has a slot number, which is never reused. A permanently deleted document has
 * no `created_at` and matches nothing. `deleted_at` is NaN for a document that is not deleted and -Infinity for one
 * deleted at an unknown time; `revision_root` is null for the first document of a chain.
 */
export class RegisterColumns {
  readonly data: RegisterData;
  readonly #slotOf = new Map<string, number>();
  #characters = 0;

  constructor(data: RegisterData = emptyRegisterData()) {
    this.data = data;
    for (const [slot, id] of data.ids.entries()) {
      this.#slotOf.set(id, slot);
      this.#characters += id.length + (data.texts[slot]?.length ?? 0) + (data.filenames[slot]?.length ?? 0);
      this.#characters += data.sheets[slot]?.length ?? 0;
    }
  }

  get size(): number {
    return this.data.ids.length;
  }

  /** Estimated bytes on the heap, from the number of documents and their characters. */
  get bytes(): number {
    return this.size * BYTES_PER_DOCUMENT + this.#characters;
  }

  slotOf(id: string): number | undefined {
    return this.#slotOf.get(id);
  }

  /**
   * Stores a document, with the texts that requests filter by in NFC, as those of requests are; returns its slot and the
   * sort values that differ, or undefined if nothing differs.
   */
  put(line: RegisterLine): { slot: number; differing: ReadonlySet<SortField> | 'all' } | undefined {
    const known = this.#slotOf.get(line.document_id);
    const slot = known ?? this.#append(line.document_id);
    const differing = new Set<SortField>();
    let differs = this.#putTexts(slot, line, differing);
    differs = this.#putSheets(slot, line.sheet_lines ?? '') || differs;
    const { codes, numbers } = this.data;
    for (const name of ['document_type', 'status', 'processing_status'] as const) {
      if (codes[name].set(slot, inNfc(line[name]))) differing.add(name);
    }
    for (const name of ['created_at', 'updated_at', 'uploaded_at'] as const) {
      if (numbers[name].set(slot, instant(line[name]))) differing.add(name);
    }
    if (numbers.file_size.set(slot, line.file_size ?? Number.NaN)) differing.add('file_size');
    const deletedAt = line.deleted_at === null ? Number.NEGATIVE_INFINITY : instant(line.deleted_at);
    differs = numbers.deleted_at.set(slot, line.is_deleted ? deletedAt : Number.NaN) || differs;
    differs = codes.category.set(slot, inNfc(line.category)) || differs;
    differs = codes.uploaded_by.set(slot, line.uploaded_by) || differs;
    const root = line.revision_root === line.document_id ? null : line.revision_root;
    differs = codes.revision_root.set(slot, root) || differs;
    if (known === undefined) return { slot, differing: 'all' };
    return differs || differing.size > 0 ? { slot, differing } : undefined;
  }

  /** Returns the value by which a document is sorted; undefined if it has none. */
  keyAt(field: SortField, slot: number): string | number | undefined {
    const { texts, filenames, codes, numbers } = this.data;
    switch (field) {
      case 'title':
        return sortKeyOf(titleOf(texts[slot] ?? '')) || undefined;
      case 'document_reference':
        return sortKeyOf(referenceOf(texts[slot] ?? '')) || undefined;
      case 'filename':
        return sortKeyOf(filenames[slot] ?? '') || undefined;
      case 'document_type':
      case 'status':
      case 'processing_status':
        return codes[field].textAt(slot)?.toLowerCase();
      default: {
        const value = numbers[field].values[slot];
        return Number.isNaN(value) ? undefined : value;
      }
    }
  }

  #append(id: string): number {
    const slot = this.data.ids.length;
    this.data.ids.push(id);
    this.data.texts.push('');
    this.data.filenames.push('');
    this.data.sheets.push('');
    this.#slotOf.set(id, slot);
    this.#characters += id.length;
    return slot;
  }

  #putSheets(slot: number, lines: string): boolean {
    const former = this.data.sheets[slot] ?? '';
    if (lines === former) return false;
    this.data.sheets[slot] = lines;
    this.#characters += lines.length - former.length;
    return true;
  }

  /** Returns true if a searched text differs; titles, references and file names are added to `differing`. */
  #putTexts(slot: number, line: RegisterLine, differing: Set<SortField>): boolean {
    const { texts, filenames } = this.data;
    const former = texts[slot] ?? '';
    const text = searchedText(line);
    if (text !== former) {
      if (titleOf(text) !== titleOf(former)) differing.add('title');
      if (referenceOf(text) !== referenceOf(former)) differing.add('document_reference');
      texts[slot] = text;
      this.#characters += text.length - former.length;
    }
    const filename = (line.filename ?? '').toLowerCase();
    const formerName = filenames[slot] ?? '';
    if (filename !== formerName) {
      differing.add('filename');
      filenames[slot] = filename;
      this.#characters += filename.length - formerName.length;
    }
    return text !== former;
  }
}
