import type { Corrections } from '../sheets/sheet-correction.ts';
import { SheetIndex } from '../sheets/sheet-index.ts';
import { readSheetLines } from '../sheets/sheet-lines.ts';
import { registerSheets, type SheetHolder, SheetRegister } from '../sheets/sheet-register.ts';
import { DescribedTexts } from './described-texts.ts';
import { matching } from './matching.ts';
import type { Register, RegisterQuery, RegisterRow, SortField } from './register.ts';
import { RegisterColumns } from './register-columns.ts';
import type { RegisterLine } from './register-line.ts';
import { deletedLine, SEPARATOR } from './register-line.ts';
import { SortedOrder } from './sorted-order.ts';
import { TextSignatures } from './text-signatures.ts';

/** A register that accepts changes and caches the sort orders that were requested; each is repaired when it is read. */
export class MemoryRegister implements Register {
  readonly columns: RegisterColumns;
  readonly #lookup = { signatures: new TextSignatures(), described: new DescribedTexts() };
  /** The sheets, once they have been read, and the slots that have changed since the last time. */
  #sheets: SheetIndex | undefined;
  readonly #changedSheets = new Set<number>();
  readonly #orders = new Map<string, { field: SortField; order: SortedOrder }>();

  constructor(columns = new RegisterColumns()) {
    this.columns = columns;
  }

  /** Estimated bytes on the heap. */
  get bytes(): number {
    return this.columns.bytes + this.#lookup.described.bytes + (this.#sheets?.bytes ?? 0);
  }

  /** Adds or replaces a document; returns true if anything has changed. */
  put(line: RegisterLine): boolean {
    const before = this.#sheetStateOf(line.document_id);
    const change = this.columns.put(line);
    if (!change) return false;
    if (this.#sheets && this.#sheetStateOf(line.document_id) !== before) this.#changedSheets.add(change.slot);
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

  sheets(corrections: readonly Corrections[], at?: number): SheetRegister {
    if (at !== undefined) return new SheetRegister(registerSheets(this.sheetHolders(at), corrections));
    if (this.#sheets) {
      for (const slot of this.#changedSheets) this.#sheets.put(this.#holderAt(slot));
      this.#changedSheets.clear();
    } else {
      this.#sheets = new SheetIndex();
      for (const holder of this.sheetHolders()) this.#sheets.put(holder);
    }
    return this.#sheets.read(corrections);
  }

  /**
   * Returns the documents that hold sheets and exist at an instant.
   * @param at epoch milliseconds; without it, the documents that are not deleted
   */
  sheetHolders(at?: number): SheetHolder[] {
    const { sheets } = this.columns.data;
    return sheets.flatMap((text, slot) => {
      const holder = text === '' ? undefined : this.#holderAt(slot, at);
      return holder && holder.sheets.length > 0 ? [holder] : [];
    });
  }

  /** Returns a document with its sheets; none if it does not exist at an instant. */
  #holderAt(slot: number, at?: number): SheetHolder {
    const { ids, sheets, numbers } = this.columns.data;
    const [created, deleted] = [numbers.created_at.values[slot]!, numbers.deleted_at.values[slot]!];
    const isDeleted = at === undefined ? !Number.isNaN(deleted) : deleted <= at;
    const exists = !(Number.isNaN(created) || isDeleted || (at !== undefined && created > at));
    const text = sheets[slot] as string;
    return {
      document_id: ids[slot] as string,
      created_at: exists ? new Date(created).toISOString() : '',
      sheets: exists && text !== '' ? readSheetLines(text) : [],
    };
  }

  /** Returns what the register of sheets depends on; empty for a document without sheets. */
  #sheetStateOf(id: string): string {
    const slot = this.columns.slotOf(id);
    const { sheets, numbers } = this.columns.data;
    if (slot === undefined || !sheets[slot]) return '';
    return `${numbers.created_at.values[slot]} ${numbers.deleted_at.values[slot]} ${sheets[slot]}`;
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
