import WordExtractor from 'word-extractor';
import { view } from '../domain/files/bytes.ts';
import { openCompound } from './compound.ts';
import type { ReadResult } from './extracted-text.ts';
import { damaged, encrypted } from './file-errors.ts';
import { type PageWriter, tidy } from './page-writer.ts';

/** `fEncrypted` in the flags of the file information block ([MS-DOC] 2.5.2). */
const FLAGS_AT = 10;
const ENCRYPTED = 0x0100;

/**
 * Extracts the text of a Word 97 to 2003 document: the body divided at manual page breaks, then headers, footers,
 * notes and comments.
 */
export async function readDoc(bytes: Uint8Array, out: PageWriter): Promise<ReadResult> {
  const information = openCompound(bytes, 'doc').get('WordDocument');
  if (information === undefined || information.length < FLAGS_AT + 2) throw damaged('doc', 'no WordDocument stream');
  if (view(information).getUint16(FLAGS_AT, true) & ENCRYPTED) throw encrypted('doc');

  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const document = await new WordExtractor().extract(buffer);
  document
    .getBody()
    .split('\f')
    .forEach((page, index) => {
      if (index > 0) out.breakPage();
      out.write(page);
    });
  const margins = [
    document.getTextboxes({ includeHeadersAndFooters: false }),
    document.getHeaders({ includeFooters: true }),
    document.getFootnotes(),
    document.getEndnotes(),
    document.getAnnotations(),
  ];
  for (const story of new Set(margins.map(tidy))) if (story.trim() !== '') out.write(`\n${story}\n`);
  return {};
}
