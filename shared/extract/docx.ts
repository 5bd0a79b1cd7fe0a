import type { FileKind } from '../domain/files/kinds.ts';
import { Paragraphs } from './docx-paragraphs.ts';
import type { ReadResult } from './extracted-text.ts';
import { damaged } from './file-errors.ts';
import { type PageWriter, type StyledLine, tidy } from './page-writer.ts';
import { elementText, walkPart } from './walk-markup.ts';
import type { ZipReader } from './zip.ts';

const BODY = 'word/document.xml';
const TEXT_ELEMENTS = new Set(['w:t', 'm:t']);
/** Elements that repeat adjacent text: the fallback for older readers, and the phonetic guide. */
const REPEATING = new Set(['mc:Fallback', 'w:rt']);

/**
 * Extracts the text of a Word document: the body page by page, then headers, footers, notes and comments once each.
 *
 * Pages end where Word last rendered their ends (`w:lastRenderedPageBreak`); a document that Word never laid out is
 * divided at its manual page breaks. The rows of tables are lines, their cells separated by tabs. Paragraphs begin with
 * the number that Word prints before them. Paragraphs of the body with an outline level are headings of their page.
 * Deleted revisions are not included.
 */
export function readDocx(zip: ZipReader, kind: FileKind, out: PageWriter): ReadResult {
  if (!zip.has(BODY)) throw damaged(kind, 'no document part');
  let rendered = false;
  walkPart(zip, BODY, kind, {
    open: (name) => {
      rendered ||= name === 'w:lastRenderedPageBreak';
    },
  });
  const pageEnd = rendered ? 'w:lastRenderedPageBreak' : 'w:br';
  walkStory(zip, BODY, kind, out, { pageEnd, paragraphs: new Paragraphs(zip, kind) });
  for (const story of marginStories(zip, kind)) out.write(`\n${story}\n`);
  return { title: elementText(zip, 'docProps/core.xml', kind, 'dc:title') };
}

/** The destination of a story's text; page ends matter only in the body. */
interface StoryWriter {
  write(text: string): void;
  breakPage(): void;
  beginHeading?(heading: StyledLine): void;
  readonly full: boolean;
}

/** What is read from a story besides its text; margins have neither. */
interface Layout {
  /** The element that ends a page. */
  pageEnd?: string;
  paragraphs?: Paragraphs;
}

function walkStory(zip: ZipReader, part: string, kind: FileKind, out: StoryWriter, layout: Layout = {}): void {
  const { pageEnd, paragraphs } = layout;
  let heading: StyledLine | undefined;
  let reading = false;
  let skipping = 0;
  let brokenRow = false;
  let rows = 0;
  let cells = 0;
  /** A paragraph ended in a cell: its text is separated from that of a following one in the same cell. */
  let paragraphEnded = false;
  /** Writes text of a paragraph. */
  const write = (text: string): void => {
    if (heading && paragraphs?.depth === 1) heading.title += text;
    out.write(text);
  };
  walkPart(zip, part, kind, {
    enough: () => out.full,
    open: (name, attributes) => {
      if (REPEATING.has(name)) skipping += 1;
      if (skipping > 0) return;
      paragraphs?.open(name, attributes);
      reading = TEXT_ELEMENTS.has(name);
      if (name === 'w:tr') {
        rows += 1;
        brokenRow = false;
      }
      if (name === 'w:tc') {
        cells += 1;
        paragraphEnded = false;
      }
      const endsPage = name === pageEnd && (name !== 'w:br' || attributes['w:type'] === 'page');
      // Every cell of a row that continues on the next page has the mark.
      if (endsPage && !(rows > 0 && brokenRow)) {
        out.breakPage();
        brokenRow = true;
      } else if (name === 'w:br' || name === 'w:cr') write(cells > 0 ? ' ' : '\n');
      // One with a position is a tab stop of the paragraph's properties.
      else if (name === 'w:tab' && !('w:pos' in attributes)) write('\t');
      else if (name === 'w:noBreakHyphen') write('-');
    },
    close: (name) => {
      if (REPEATING.has(name)) skipping -= 1;
      reading = false;
      if (skipping > 0) return;
      paragraphs?.close(name);
      if (paragraphs?.depth === 0) heading = undefined;
      // A row is one line, whatever is in its cells.
      if (name === 'w:p' && cells === 0) out.write('\n');
      paragraphEnded ||= name === 'w:p' && cells > 0;
      if (name === 'w:tc') {
        cells -= 1;
        paragraphEnded = false;
        out.write(cells > 0 ? ' ' : '\t');
      }
      if (name === 'w:tr') {
        rows -= 1;
        if (cells === 0) out.write('\n');
      }
    },
    text: (text) => {
      if (!reading || skipping > 0) return;
      if (paragraphEnded) out.write(' ');
      paragraphEnded = false;
      const paragraph = paragraphs?.begin();
      if (paragraph?.level && cells === 0 && paragraphs?.depth === 1) {
        heading = { level: paragraph.level, number: paragraph.number, title: '' };
        out.beginHeading?.(heading);
      }
      if (paragraph?.number) out.write(`${paragraph.number} `);
      write(text);
    },
  });
}

const MARGIN_STORY = /^word\/(header|footer|footnotes|endnotes|comments)\d*\.xml$/;

function marginStories(zip: ZipReader, kind: FileKind): Set<string> {
  const stories = new Set<string>();
  for (const name of zip.names.filter((part) => MARGIN_STORY.test(part)).sort()) {
    const parts: string[] = [];
    walkStory(zip, name, kind, { write: (text) => parts.push(text), breakPage: () => {}, full: false });
    const story = tidy(parts.join(''));
    if (story.trim() !== '') stories.add(story);
  }
  return stories;
}
