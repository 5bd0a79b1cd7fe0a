import { DRAWN_PROJECTS } from '../options.ts';
import { pdfBytes } from '../pdf.ts';
import { type Element, element, line, text } from '../primitives.ts';
import { seededRandom } from '../random.ts';
import { composeSection } from './compose-section.ts';
import { ENVELOPE_SECTIONS } from './envelope-sections.ts';
import { paginate, type TextFrame } from './paginate.ts';
import type { SectionText } from './section-text.ts';
import { SERVICES_SECTIONS } from './services-sections.ts';
import { STRUCTURE_SECTIONS } from './structure-sections.ts';

export interface SpecificationOptions {
  /** exact number of pages, including cover and contents; at least 3, by default 60 */
  pages?: number;
  seed?: number | string;
  project?: string;
  date?: string;
}

/** US letter. */
const FRAME: TextFrame = { width: 612, height: 792, left: 72, right: 60, top: 80, bottom: 62 };

const SECTIONS: readonly SectionText[] = [...STRUCTURE_SECTIONS, ...ENVELOPE_SECTIONS, ...SERVICES_SECTIONS].sort(
  (a, b) => (a.number < b.number ? -1 : 1),
);

interface Placed {
  number: string;
  title: string;
  /** 1-based number of its first page */
  first: number;
  pages: Element[][];
}

/** When all sections are used, they are repeated with new wording for the next phase of the works. */
const placeSections = (seed: number | string, from: number, pages: number): Placed[] => {
  const placed: Placed[] = [];
  let next = from;
  for (let i = 0; next <= pages; i++) {
    const section = SECTIONS[i % SECTIONS.length]!;
    const phase = Math.floor(i / SECTIONS.length) + 1;
    const number = phase === 1 ? section.number : `${section.number}.${String(phase).padStart(2, '0')}`;
    const title = phase === 1 ? section.title : `${section.title} - PHASE ${phase}`;
    const all = paginate(composeSection(section, seededRandom(seed, `specification/${i}`)), FRAME);
    const kept = all.slice(0, pages - next + 1);
    placed.push({ number, title, first: next, pages: kept });
    next += kept.length;
  }
  return placed;
};

const cover = (project: string, date: string): Element[] => [
  element('cover', 'cover', [
    text('PROJECT MANUAL', 72, 220, { size: 30, font: 'bold' }),
    line([72, 236], [540, 236], { width: 2 }),
    text(project, 72, 270, { size: 20 }),
    text('SPECIFICATIONS', 72, 300, { size: 14 }),
    text('Volume 1 of 1', 72, 322, { size: 12 }),
    text('ISSUED FOR CONSTRUCTION', 72, 640, { size: 12, font: 'bold' }),
    text(date, 72, 660, { size: 12 }),
  ]),
];

const CONTENTS_ROWS = 44;

const contents = (placed: readonly Placed[], page: number): Element[] => {
  const rows = placed.slice(page * CONTENTS_ROWS, (page + 1) * CONTENTS_ROWS);
  return [
    element('contents', 'contents', [
      text('TABLE OF CONTENTS', FRAME.left, FRAME.top + 8, { size: 13, font: 'bold' }),
      ...rows.flatMap((section, i) => {
        const y = FRAME.top + 34 + i * 13.4;
        return [
          text(section.number, FRAME.left, y, { size: 9.5 }),
          text(section.title, FRAME.left + 80, y, { size: 9.5 }),
          text(String(section.first), FRAME.width - FRAME.right, y, { size: 9.5, align: 'right' }),
        ];
      }),
    ]),
  ];
};

const furniture = (project: string, head: string, foot: string, page: number, pages: number): Element => {
  const right = FRAME.width - FRAME.right;
  const low = FRAME.height - 44;
  return element('furniture', 'furniture', [
    text(project, FRAME.left, 46, { size: 8.5 }),
    text(head, right, 46, { size: 8.5, align: 'right' }),
    line([FRAME.left, 52], [right, 52], { width: 0.5 }),
    line([FRAME.left, low - 12], [right, low - 12], { width: 0.5 }),
    text(foot, FRAME.left, low, { size: 8.5 }),
    text(`Page ${page} of ${pages}`, right, low, { size: 8.5, align: 'right' }),
  ]);
};

/**
 * Draws a project specification in CSI format: cover, contents, sections in three parts with numbered clauses and
 * tables, headers and footers. Equal options produce equal bytes.
 * @throws RangeError for fewer than 3 pages
 */
export const drawSpecification = (options: SpecificationOptions = {}): Uint8Array => {
  const { pages = 60, seed = 1, date = '2026-02-16' } = options;
  if (!Number.isInteger(pages) || pages < 3) throw new RangeError('a specification has at least 3 pages');
  const project = options.project ?? seededRandom(seed, 'options').pick(DRAWN_PROJECTS);
  const contentsPages = Math.min(pages - 2, Math.ceil(pages / 2.2 / CONTENTS_ROWS));
  const placed = placeSections(seed, 2 + contentsPages, pages);
  const size = { width: FRAME.width, height: FRAME.height };
  const drawn: Element[][] = [cover(project, date)];
  for (let i = 0; i < contentsPages; i++) {
    drawn.push([...contents(placed, i), furniture(project, 'TABLE OF CONTENTS', 'PROJECT MANUAL', 2 + i, pages)]);
  }
  for (const section of placed) {
    section.pages.forEach((body, i) => {
      const foot = `SECTION ${section.number} - ${i + 1}`;
      const head = `${section.number}  ${section.title}`;
      const title = text(`SECTION ${section.number} - ${section.title}`, FRAME.left, 72, { size: 11, font: 'bold' });
      const first = i === 0 ? [element('title', 'title', title)] : [];
      drawn.push([...first, ...body, furniture(project, head, foot, section.first + i, pages)]);
    });
  }
  const list = drawn.map((elements) => ({ size, elements }));
  return pdfBytes(list, { title: `${project} - Specifications`, date });
};

/** Returns number, title and first page of each section, as listed in the contents. */
export const specificationSections = (
  options: SpecificationOptions = {},
): { number: string; title: string; page: number }[] => {
  const { pages = 60, seed = 1 } = options;
  const contentsPages = Math.min(pages - 2, Math.ceil(pages / 2.2 / CONTENTS_ROWS));
  return placeSections(seed, 2 + contentsPages, pages).map(({ number, title, first }) => ({
    number,
    title,
    page: first,
  }));
};
