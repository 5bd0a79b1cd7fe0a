import type { Sheet } from '../documents/document.ts';
import type { PageText } from '../page-text.ts';

export { proposeFields } from './propose.ts';

const SHEET_NUMBER = /^[A-Z]{1,3}[-. ]?\d{1,4}(?:\.\d{1,2})?[A-Za-z]?$/;

/** What the title block of one page says; each field null where none is printed. */
export function readTitleBlock(page: PageText): Sheet {
  const block = page.words.filter(
    (word) => word.x > page.width * 0.8 || (word.y > page.height * 0.85 && word.x > page.width * 0.5),
  );
  const numbers = block.filter((word) => SHEET_NUMBER.test(word.text)).sort((a, b) => b.size - a.size);
  const sheet_number = numbers[0]?.text ?? null;
  return {
    page: page.page,
    sheet_number,
    title: null,
    revision: null,
    date: null,
    scale: null,
    confidence: { sheet_number: sheet_number ? 0.5 : 0, title: 0, revision: 0, date: 0, scale: 0 },
  };
}

/** What the title block of each page says, one sheet for each page in the same order. */
export function readSheets(pages: readonly PageText[]): Sheet[] {
  return pages.map(readTitleBlock);
}
