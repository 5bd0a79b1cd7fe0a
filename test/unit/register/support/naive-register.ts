import type { Register, RegisterQuery, RegisterRow } from '../../../../shared/domain/register/register.ts';
import type { RegisterLine } from '../../../../shared/domain/register/register-line.ts';
import { sortKeyOf } from '../../../../shared/domain/register/sort-key.ts';
import { askedWords, describedWords } from '../../../../shared/domain/search/described.ts';
import type { Corrections } from '../../../../shared/domain/sheets/sheet-correction.ts';
import { readSheetLines } from '../../../../shared/domain/sheets/sheet-lines.ts';
import { registerSheets, SheetRegister } from '../../../../shared/domain/sheets/sheet-register.ts';

const composed = (text: string): string => text.normalize('NFC');

/** Titles, descriptions and references, composed, in which a NUL reads as a space. */
const readable = (text: string): string => composed(text).toLowerCase().replaceAll('\u0000', ' ');

const ms = (time: string | null): number | undefined => (time === null ? undefined : Date.parse(time));

const keyOf = (line: RegisterLine, field: RegisterQuery['sortBy']): string | number | undefined => {
  const value = line[field];
  if (value === null || value === '') return undefined;
  if (typeof value === 'number') return value;
  if (field.endsWith('_at')) return Date.parse(value);
  const isText = field === 'title' || field === 'document_reference' || field === 'filename';
  return isText ? sortKeyOf(readable(value)) : readable(value);
};

const latestAt = (lines: RegisterLine[], at: number): RegisterLine[] => {
  const chains = Map.groupBy(lines, (line) => line.revision_root);
  return [...chains.values()].flatMap((chain) => {
    const standing = chain.filter(
      (line) =>
        Date.parse(line.created_at) <= at &&
        !(line.is_deleted && (ms(line.deleted_at) ?? Number.NEGATIVE_INFINITY) <= at),
    );
    standing.sort(
      (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.document_id < b.document_id ? 1 : -1),
    );
    return standing.slice(0, 1);
  });
};

/** The definition of a register as simple code: filter the entries, sort them all, cut the page. */
export class NaiveRegister implements Register {
  readonly lines = new Map<string, RegisterLine>();

  put(line: RegisterLine): void {
    this.lines.set(line.document_id, line);
  }

  page(query: RegisterQuery): { ids: string[]; total: number } {
    const { rows, total } = this.rows(query);
    return { ids: rows.map(({ id }) => id), total };
  }

  sheets(corrections: readonly Corrections[], at?: number) {
    return new SheetRegister(registerSheets(this.sheetHolders(at), corrections));
  }

  sheetHolders(at?: number) {
    return [...this.lines.values()].flatMap((line) => {
      const deletedAt = line.is_deleted ? (ms(line.deleted_at) ?? Number.NEGATIVE_INFINITY) : Number.POSITIVE_INFINITY;
      const exists = at === undefined ? !line.is_deleted : Date.parse(line.created_at) <= at && deletedAt > at;
      const { document_id, created_at, sheet_lines } = line;
      return exists && sheet_lines !== null ? [{ document_id, created_at, sheets: readSheetLines(sheet_lines) }] : [];
    });
  }

  rows(query: RegisterQuery): { rows: RegisterRow[]; total: number } {
    const all = [...this.lines.values()];
    const one = (value: string | null, allowed: readonly string[] | undefined) =>
      allowed === undefined || (value !== null && allowed.includes(composed(value)));
    const created = (line: RegisterLine) => Date.parse(line.created_at);
    const rows = (query.asOf === undefined ? all : latestAt(all, Date.parse(query.asOf)))
      .filter(
        (line) => query.asOf !== undefined || query.isDeleted === undefined || line.is_deleted === query.isDeleted,
      )
      .filter((line) => one(line.document_type, query.documentTypes))
      .filter((line) => one(line.processing_status, query.processingStatuses))
      .filter((line) => !query.excludedProcessingStatuses?.includes(line.processing_status ?? ''))
      .filter((line) => one(line.status, query.statuses))
      .filter((line) => query.category === undefined || one(line.category, [query.category]))
      .filter((line) => query.uploadedBy === undefined || line.uploaded_by === query.uploadedBy)
      .filter((line) => query.updatedFrom === undefined || (ms(line.updated_at) ?? 0) >= Date.parse(query.updatedFrom))
      .filter((line) => query.createdFrom === undefined || created(line) >= Date.parse(query.createdFrom))
      .filter((line) => query.createdTo === undefined || created(line) <= Date.parse(query.createdTo))
      .filter(({ title, document_reference, description }) => {
        if (!query.text) return true;
        const texts = [title, document_reference, description].map((text) => readable(text ?? ''));
        const words = texts.map(describedWords).join('');
        const asked = askedWords(query.text);
        return (
          texts.some((text) => text.includes(query.text!)) ||
          (asked.length > 0 && asked.every(({ needles }) => needles.some((needle) => words.includes(needle))))
        );
      })
      .map((line) => ({ id: line.document_id, key: keyOf(line, query.sortBy) }));
    const sign = query.sortOrder === 'asc' ? 1 : -1;
    rows.sort((a, b) => {
      if (a.key === undefined || b.key === undefined) {
        if (a.key !== b.key) return a.key === undefined ? 1 : -1;
      } else if (a.key !== b.key) return a.key < b.key ? -sign : sign;
      return a.id < b.id ? -1 : 1;
    });
    return { rows: rows.slice(query.skip, query.skip + query.limit), total: rows.length };
  }
}
