import { wideText, withKey } from './native-text.ts';
import type { Native } from './pdfium.ts';
import type { DocumentFacts, OutlineEntry } from './protocol.ts';

const maximumEntries = 5_000;
const deepestEntry = 16;

/** Returns the metadata, outline and page labels of an open document. */
export const readFacts = (pdf: Native, document: number, pageCount: number): DocumentFacts => {
  const title = withKey(pdf, 'Title', (key) =>
    wideText(pdf, (at, bytes) => pdf.FPDF_GetMetaText(document, key, at, bytes)),
  );
  const pageLabels: string[] = [];
  for (let index = 0; index < pageCount; index++) {
    pageLabels.push(wideText(pdf, (at, bytes) => pdf.FPDF_GetPageLabel(document, index, at, bytes)));
  }
  return { title: title || null, outline: readOutline(pdf, document), pageLabels };
};

const readOutline = (pdf: Native, document: number): OutlineEntry[] => {
  const entries: OutlineEntry[] = [];
  // A damaged outline may refer back to itself.
  const seen = new Set<number>();
  const pageOf = (bookmark: number): number | null => {
    const own = pdf.FPDFBookmark_GetDest(document, bookmark);
    const action = own ? 0 : pdf.FPDFBookmark_GetAction(bookmark);
    const target = own || (action && pdf.FPDFAction_GetDest(document, action));
    const index = target ? pdf.FPDFDest_GetDestPageIndex(document, target) : -1;
    return index >= 0 ? index + 1 : null;
  };
  const walk = (parent: number, level: number) => {
    let bookmark = pdf.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark && !seen.has(bookmark) && entries.length < maximumEntries) {
      seen.add(bookmark);
      const current = bookmark;
      const title = wideText(pdf, (at, bytes) => pdf.FPDFBookmark_GetTitle(current, at, bytes));
      entries.push({ title, page: pageOf(bookmark), level });
      if (level < deepestEntry) walk(bookmark, level + 1);
      bookmark = pdf.FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  walk(0, 0);
  return entries;
};
