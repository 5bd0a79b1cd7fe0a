import { makeSheet } from './make-sheet.ts';
import { type ResolvedSheet, resolveSheet, type SheetOptions } from './options.ts';
import { pdfBytes } from './pdf.ts';
import { seededRandom } from './random.ts';

/** Draws one sheet as a PDF of one page. Equal options produce equal bytes. */
export const drawSheet = (options: SheetOptions = {}): Uint8Array => {
  const sheet = makeSheet(options);
  return pdfBytes([{ size: sheet.options.page, elements: sheet.elements }], {
    title: sheet.options.title ?? 'Drawing',
  });
};

export interface SetOptions {
  seed?: number | string;
  /** the sheets in order; options not given are shared by all and derived from the seed */
  sheets?: readonly SheetOptions[];
  /** instead of `sheets`: this number of sheets of all kinds */
  pages?: number;
  size?: SheetOptions['size'];
  units?: SheetOptions['units'];
  project?: string;
  title_block?: SheetOptions['title_block'];
  revision?: string | null;
  date?: string | null;
}

/** Returns the usual order of a set: plans, elevations, sections, schedule, foundations. */
const usualSheets = (pages: number): SheetOptions[] => {
  const order: SheetOptions[] = [
    { kind: 'floor-plan', level: 1 },
    { kind: 'floor-plan', level: 2 },
    { kind: 'elevation', level: 1 },
    { kind: 'section', level: 1 },
    { kind: 'door-schedule', level: 1 },
    { kind: 'foundation-plan', level: 1 },
  ];
  return Array.from({ length: pages }, (_, i) => {
    const base = order[i % order.length]!;
    const round = Math.floor(i / order.length);
    return { ...base, level: base.level! + round * (base.kind === 'floor-plan' ? 2 : 1) };
  });
};

const sheetsOf = (options: SetOptions): SheetOptions[] => {
  const { seed = 1, sheets, pages = 6, ...common } = options;
  const shared = resolveSheet({ seed, ...common });
  const given = sheets ?? usualSheets(pages);
  return given.map((sheet) => ({
    seed,
    size: shared.size,
    units: shared.units,
    project: shared.project,
    title_block: shared.titleBlock,
    revision: shared.revision,
    date: shared.date,
    ...sheet,
  }));
};

/** Draws a set of sheets of one project as one PDF. */
export const drawSet = (options: SetOptions = {}): Uint8Array => {
  const sheets = sheetsOf(options).map(makeSheet);
  const pages = sheets.map((sheet) => ({ size: sheet.options.page, elements: sheet.elements }));
  return pdfBytes(pages, { title: sheets[0]?.options.project ?? 'Drawings' });
};

/** The fields printed in a title block; null if not printed. */
export type DrawnFacts = Pick<ResolvedSheet, 'project' | 'sheet_number' | 'title' | 'revision' | 'date' | 'scale'>;

/** Returns the fields printed on the sheet that `drawSheet` draws with these options. */
export const sheetFacts = (options: SheetOptions = {}): DrawnFacts => {
  const { project, sheet_number, title, revision, date, scale } = resolveSheet(options);
  return { project, sheet_number, title, revision, date, scale };
};

/** Returns the fields for each page of a set. */
export const setFacts = (options: SetOptions = {}): DrawnFacts[] => sheetsOf(options).map(sheetFacts);

/** Draws three sheets of one project as separate files, for a demonstration. */
export const threeSheets = (seed: number | string = 1): { name: string; bytes: Uint8Array; facts: DrawnFacts }[] => {
  const project = resolveSheet({ seed }).project;
  const style = seededRandom(seed, 'three').pick(['strip', 'corner', 'rotated'] as const);
  return (['floor-plan', 'elevation', 'foundation-plan'] as const).map((kind) => {
    const options: SheetOptions = { seed, kind, project, title_block: style };
    const facts = sheetFacts(options);
    return { name: `${facts.sheet_number} ${facts.title}.pdf`, bytes: drawSheet(options), facts };
  });
};
