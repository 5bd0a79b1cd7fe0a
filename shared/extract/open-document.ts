import type { FileKind } from '../domain/files/kinds.ts';
import type { ReadResult } from './extracted-text.ts';
import { damaged, encrypted } from './file-errors.ts';
import type { PageWriter } from './page-writer.ts';
import { elementText, walkPart } from './walk-markup.ts';
import type { ZipReader } from './zip.ts';

/**
 * Elements that start a page: a slide, a table of a spreadsheet. Page ends of a text document are marked by soft page
 * breaks.
 */
const PAGE_STARTS: Readonly<Partial<Record<FileKind, string>>> = { odp: 'draw:page', ods: 'table:table' };
const TEXT_PAGE_END = 'text:soft-page-break';

/**
 * Extracts the text of an OpenDocument file: one page per slide or table; pages of a text document where its writer
 * marked them.
 */
export function readOpenDocument(zip: ZipReader, kind: FileKind, out: PageWriter): ReadResult {
  if (!zip.has('content.xml')) throw damaged(kind, 'no content part');
  refuseEncrypted(zip, kind);
  const pageStart = PAGE_STARTS[kind];
  let started = 0;
  let paragraphs = 0;
  let cells = 0;
  walkPart(zip, 'content.xml', kind, {
    enough: () => out.full,
    open: (name, attributes) => {
      if (name === pageStart) {
        started += 1;
        if (started > 1) out.breakPage();
        if (kind === 'ods') out.write(`${attributes['table:name'] ?? ''}\n`);
      } else if (name === TEXT_PAGE_END && kind === 'odt') out.breakPage();
      else if (name === 'text:p' || name === 'text:h') paragraphs += 1;
      else if (name === 'text:tab') out.write('\t');
      else if (name === 'text:line-break') out.write('\n');
      else if (name === 'text:s') out.write(' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1) || 1)));
      else if (name === 'table:table-cell') cells += 1;
    },
    close: (name) => {
      if (name === 'text:p' || name === 'text:h') {
        paragraphs -= 1;
        out.write(cells > 0 ? ' ' : '\n');
      } else if (name === 'table:table-cell') {
        cells -= 1;
        out.write('\t');
      } else if (name === 'table:table-row') out.write('\n');
    },
    text: (text) => {
      if (paragraphs > 0) out.write(text);
    },
  });
  return { title: elementText(zip, 'meta.xml', kind, 'dc:title') };
}

function refuseEncrypted(zip: ZipReader, kind: FileKind): void {
  walkPart(zip, 'META-INF/manifest.xml', kind, {
    open: (name) => {
      if (name === 'manifest:encryption-data') throw encrypted(kind);
    },
  });
}
