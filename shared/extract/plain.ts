import { decodeText } from '../domain/files/text-encoding.ts';
import type { PageWriter } from './page-writer.ts';

/** Reads a plain text file; a form feed ends a page. */
export function readPlain(bytes: Uint8Array, out: PageWriter): void {
  decodeText(bytes)
    .text.split('\f')
    .forEach((page, index) => {
      if (index > 0) out.breakPage();
      out.write(page);
    });
}
