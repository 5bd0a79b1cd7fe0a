import type { Corrections } from '../sheets/sheet-correction.ts';
import { readSheetLines, type SheetLine } from '../sheets/sheet-lines.ts';
import { type RegisteredSheet, registerSheets, type SheetHolder } from '../sheets/sheet-register.ts';
import { DescribedTexts } from './described-texts.ts';
import { matching } from './matching.ts';
import type { Register, RegisterQuery, RegisterRow, SortField } from './register.ts';
import { RegisterColumns } from './register-columns.ts';
import type { RegisterLine } from './register-line.ts';
import { deletedLine, SEPARATOR } from './register-line.ts';
import { SortedOrder } from './sorted-order.ts';
import { TextSignatures } from './text-signatures.ts';

/** Bytes of a derived revision of a sheet with its parsed line (measured at 100,000 sheets). */
const BYTES_PER_REVISION = 600;

/** A register that accepts changes and caches the sort orders that were requested; each is repaired when it is read. */
export class MemoryRegister implements Register {
  readonly columns: RegisterColumns;
  readonly #lookup = { signatures: new TextSignatures(), described: new DescribedTexts() };
  /** The sheets of documents by slot, parsed when they are first read. */
  readonly #sheets: { text: string; lines: SheetLine[] }[] = [];
  /** The sheets of all documents with these corrections, until a document's sheets change. */
  #derived: { corrections: string; sheets: RegisteredSheet[]; bytes: number } | undefined;
  readonly #orders = new Map<string, { field: SortField; order: SortedOrder }>();

  constructor(columns = new RegisterColumns()) {
    this.columns = columns;
  }

  /** Estimated bytes on the heap. */
  get bytes(): number {
    return this.columns.bytes + this.#lookup.described.bytes + (this.#derived?.bytes ?? 0);
  }

  /** Adds or replaces a document; returns true if anything has changed. */
  put(line: RegisterLine): boolean {
    const before = this.#sheetStateOf(line.document_id);
    const change = this.columns.put(line);
    if (!change) return false;
    if (this.#sheetStateOf(line.document_id) !== before) this.#derived = undefined;
    this.#lookup.signatures.touch(change.slot);
    this.#lookup.described.touch(change.slot);
    for (const { field, order } of this.#orders.values()) {
      if (change.differing === 'all' || change.differing.has(field)) order.touch(change.slot);
    }
    return true;
  }

  /** Removes a document; `put` can add it again. */
  remove(id: string): void {
    if (this.columns.slotOf(id) !== undefined) this.put(deletedLine(id));
  }

  page(query: RegisterQuery): { ids: string[]; total: number } {
    const { slots, total } = this.#page(query);
    return { ids: slots.map((slot) => this.columns.data.ids[slot] as string), total };
  }

  rows(query: RegisterQuery): { rows: RegisterRow[]; total: number } {
    const { slots, total } = this.#page(query);
    return { rows: slots.map((slot) => this.#rowAt(query.sortBy, slot)), total };
  }

  sheets(corrections: readonly Corrections[], at?: number): readonly RegisteredSheet[] {
    if (at !== undefined) return registerSheets(this.sheetHolders(at), corrections);
    const written = JSON.stringify(corrections);
    if (this.#derived?.corrections !== written) {
      const sheets = registerSheets(this.sheetHolders(), corrections);
      const revisions = sheets.reduce((sum, sheet) => sum + sheet.revisions.length, 0);
      this.#derived = { corrections: written, sheets, bytes: revisions * BYTES_PER_REVISION };
    }
    return this.#derived.sheets;
  }

  /**
   * Returns the documents that hold sheets and exist at an instant.
   * @param at epoch milliseconds; without it, the documents that are not deleted
   */
  sheetHolders(at?: number): SheetHolder[] {
    const { ids, sheets: texts, numbers } = this.columns.data;
    const [created, deleted] = [numbers.created_at.values, numbers.deleted_at.values];
    return texts.flatMap((text, slot) => {
      const receivedAt = created[slot]!;
      const isDeleted = at === undefined ? !Number.isNaN(deleted[slot]) : deleted[slot]! <= at;
      if (text === '' || Number.isNaN(receivedAt) || isDeleted || (at !== undefined && receivedAt > at)) return [];
      const created_at = new Date(receivedAt).toISOString();
      return [{ document_id: ids[slot] as string, created_at, sheets: this.#sheetsAt(slot, text) }];
    });
  }

  /** Returns what the register of sheets depends on; empty for a document without sheets. */
  #sheetStateOf(id: string): string {
    const slot = this.columns.slotOf(id);
    const { sheets, numbers } = this.columns.data;
    if (slot === undefined || !sheets[slot]) return '';
    return `${numbers.created_at.values[slot]} ${numbers.deleted_at.values[slot]} ${sheets[slot]}`;
  }

  #sheetsAt(slot: number, text: string): SheetLine[] {
    const known = this.#sheets[slot];
    if (known?.text === text) return known.lines;
    const lines = readSheetLines(text);
    this.#sheets[slot] = { text, lines };
    return lines;
  }

  #page(query: RegisterQuery): { slots: number[]; total: number } {
    const match = matching(this.columns, this.#lookup, { ...query, text: query.text?.replaceAll(SEPARATOR, ' ') });
    const slots: number[] = [];
    let total = 0;
    for (const slot of this.#order(query)) {
      if (match[slot] === 0) continue;
      if (total >= query.skip && slots.length < query.limit) slots.push(slot);
      total++;
    }
    return { slots, total };
  }

  #order({ sortBy: field, sortOrder }: RegisterQuery): Int32Array {
    const name = `${field} ${sortOrder}`;
    let kept = this.#orders.get(name);
    if (!kept) {
      const sign = sortOrder === 'asc' ? 1 : -1;
      kept = { field, order: new SortedOrder(this.columns.size, sign, (slot) => this.#rowAt(field, slot)) };
      this.#orders.set(name, kept);
    }
    return kept.order.slots();
  }

  #rowAt(field: SortField, slot: number): RegisterRow {
    return { id: this.columns.data.ids[slot] as string, key: this.columns.keyAt(field, slot) };
  }
}
