import * as XLSX from '@e965/xlsx';
import { zipSync } from 'fflate';
import type { FileKind } from '../domain/files/kinds.ts';
import type { ReadResult } from './extracted-text.ts';
import { encrypted } from './file-errors.ts';
import type { PageWriter } from './page-writer.ts';
import type { ZipReader } from './zip.ts';

/**
 * Extracts the text of a workbook: one page per sheet, starting with its name, with cells as displayed, separated by
 * tabs.
 */
export function readWorkbook(bytes: Uint8Array, kind: FileKind, out: PageWriter): ReadResult {
  const workbook = parse(bytes, kind);
  workbook.SheetNames.forEach((name, index) => {
    if (index > 0) out.breakPage();
    out.write(`${name}\n`);
    const sheet = workbook.Sheets[name];
    if (sheet && Array.isArray(sheet['!data'])) writeRows(sheet['!data'], out);
  });
  return { title: workbook.Props?.Title };
}

function parse(bytes: Uint8Array, kind: FileKind): XLSX.WorkBook {
  try {
    return XLSX.read(bytes, { type: 'array', dense: true, cellFormula: false, cellHTML: false, bookVBA: false });
  } catch (error) {
    if (/password|encrypt/i.test(String(error))) throw encrypted(kind);
    throw error;
  }
}

/** Visits only existing cells: a sheet's declared range may span millions of empty ones. */
function writeRows(rows: readonly XLSX.CellObject[][], out: PageWriter): void {
  for (const row of rows) {
    if (out.full) return;
    const cells: string[] = [];
    row?.forEach((cell) => {
      const text = cell?.w ?? (cell?.v === undefined || cell.v === null ? '' : String(cell.v));
      if (text.trim() !== '') cells.push(text.trim().replace(/[\t\r\n]+/g, ' '));
    });
    if (cells.length > 0) out.write(`${cells.join('\t')}\n`);
  }
}

/** The parts needed for cells and their display; media and macros would only use memory. */
const WORKBOOK_PART = /^(\[Content_Types\]\.xml|_rels\/.*|docProps\/.*|xl\/.*\.(xml|rels|bin))$/;

/** Copies the workbook's parts to a container without compression, so that the parser inflates nothing by itself. */
export function storedWorkbook(zip: ZipReader): Uint8Array {
  const parts: Record<string, Uint8Array> = Object.create(null);
  for (const name of zip.names) {
    if (!WORKBOOK_PART.test(name) || name.endsWith('vbaProject.bin')) continue;
    const content = zip.read(name);
    if (content !== null) parts[name] = content;
  }
  return zipSync(parts, { level: 0 });
}
