import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { evidenceIn } from '../../../functions/workers/process-document/file-evidence.ts';
import { root } from '../../../infra/build/root.ts';
import { drawSet } from '../../../infra/demo/drawings/index.ts';
import { compareSheet, pairSheets, type SheetSource } from '../../../shared/comparison/engine/index.ts';
import { pdfSheet } from '../../../shared/comparison/pdf-sheet.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { factsOf } from '../../../shared/domain/sheets/facts.ts';
import { LEARNT_FIELDS, readSheets } from '../../../shared/domain/sheets/index.ts';
import { modelOf } from '../../../shared/drawing/index.ts';
import { openPdf, type PdfDocument } from '../../../shared/pdf/index.ts';
import { startPdfium } from '../../../shared/pdf/pdfium.ts';
import { readLinework } from '../../../shared/pdf/read-linework.ts';
import { readText } from '../../../shared/pdf/text-layer.ts';
import { unpackText } from '../../../shared/pdf/unpack-text.ts';
import { drawKind, KINDS, type Kind } from '../comparison/kinds/index.ts';
import { drawPairs, type Pair, score } from '../comparison/pairs.ts';
import { realPairs, scoreReal } from '../comparison/real-pairs.ts';
import { openDocument } from '../drawing/render-check.ts';
import { scoreSheet, Truth } from '../drawing/score-objects.ts';
import { labelledSheet, learningOf } from '../sheets/learning.ts';
import type { ReadFile } from '../sheets/read-files.ts';
import { isRight, readTruth } from '../sheets/truth.ts';

/** What an engine made of a case: everything that it returned, and how much of it is right less what is wrong. */
export interface Outcome {
  result: unknown;
  right: number;
}

/** One input of an engine, read once, which the engine can process again and again. */
export interface Case {
  name: string;
  run: () => Outcome | Promise<Outcome>;
}

const truth = join(import.meta.dirname, '../truth');
const drawings = (
  process.env.DRAWINGS ?? `${join(root, '../offices/data')}:${join(root, '../shared/samples/comparison')}`
).split(':');
const titleBlocks = process.env.TITLE_BLOCKS ?? join(root, '../truth/titleblocks');

/** Returns a page whose renderings and objects are kept. */
const keptSheet = async (document: PdfDocument, text: PageText): Promise<SheetSource> => {
  const sheet = await pdfSheet(document, text);
  const kept = new Map<string, Promise<unknown>>();
  const keep = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    if (!kept.has(key)) kept.set(key, read());
    return kept.get(key) as Promise<T>;
  };
  return {
    ...sheet,
    layers: () => keep('layers', sheet.layers),
    objects: (tables) => keep(`objects ${tables}`, () => sheet.objects(tables)),
    render: (matrix, width, height) => keep(`${matrix} ${width} ${height}`, () => sheet.render(matrix, width, height)),
  };
};

interface Compared {
  name: string;
  older: string | Uint8Array;
  newer: string | Uint8Array;
  pages: [number, number];
  rightIn: (items: Awaited<ReturnType<typeof compareSheet>>['items']) => number;
}

const againstBoxes =
  ({ truth: boxes, width, height }: Pick<Pair, 'truth' | 'width' | 'height'>): Compared['rightIn'] =>
  (items) => {
    const found = items.map(({ bounding_box: { x, y, ...size } }) => ({
      ...{ x: x * width, y: y * height, width: size.width * width, height: size.height * height },
    }));
    const scored = score(boxes, found);
    return 2 * scored.found - scored.items;
  };

/** One pair after the other, so that the renderings of one pair at a time are in memory. */
async function* comparisonCases(): AsyncGenerator<Case> {
  const folder = await mkdtemp(join(tmpdir(), 'thresholds-'));
  const pairs: Compared[] = [];
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const pair = await drawKind(kind, 1);
    pairs.push({ name: kind, older: pair.older, newer: pair.newer, pages: [1, 1], rightIn: againstBoxes(pair) });
  }
  for (const pair of await drawPairs(folder))
    pairs.push({ name: pair.id, older: pair.older, newer: pair.newer, pages: [1, 1], rightIn: againstBoxes(pair) });
  for (const pair of realPairs(join(truth, 'pairs/open'), drawings)) {
    const rightIn: Compared['rightIn'] = (items) => {
      const { right, wrong, pieces } = scoreReal(pair, items);
      return right - wrong - pieces;
    };
    pairs.push({ name: pair.id, older: pair.older, newer: pair.newer, pages: [pair.page_old, pair.page_new], rightIn });
  }
  for (const { name, older, newer, pages, rightIn } of pairs) {
    const documents = [await openPdf(older), await openPdf(newer)];
    const sheets = await Promise.all(
      documents.map(async (document, i) => {
        const [text] = await document.pageTexts(pages[i]!, pages[i]!);
        return keptSheet(document, text!);
      }),
    );
    const facts = sheets.map(({ text }) => factsOf(readSheets([text])[0]!));
    yield {
      name,
      run: async () => {
        const { sheet, items } = await compareSheet(sheets[0]!, sheets[1]!, { older: facts[0]!, newer: facts[1]! });
        return { result: { sheet, items }, right: rightIn(items) };
      },
    };
    await Promise.all(documents.map((document) => document.close()));
  }
  await rm(folder, { recursive: true });
  yield await setCase();
}

/** Pairs the sheets of a set with those of its next revision, in reverse order and without title blocks. */
const setCase = async (): Promise<Case> => {
  const options = { seed: 71, pages: 12, size: 'A3' } as const;
  const pagesOf = async (revision: string) => {
    await using document = await openPdf(drawSet({ ...options, revision }));
    return await document.pageTexts();
  };
  const [before, after] = [await pagesOf('A'), (await pagesOf('B')).reverse()];
  const without = (pages: readonly PageText[]) =>
    pairSheets({ pages: before, facts: before.map(() => null) }, { pages, facts: pages.map(() => null) });
  return {
    name: 'set in reverse order',
    run: () => {
      const pairs = without(after);
      const right = pairs.filter(({ older, newer }) => older && newer && older + newer === before.length + 1).length;
      return { result: pairs, right };
    },
  };
};

async function* drawingCases(): AsyncGenerator<Case> {
  const pdf = await startPdfium();
  const read = (bytes: Uint8Array, page: number) => {
    const { document, close } = openDocument(pdf, bytes);
    const loaded = pdf.FPDF_LoadPage(document, page - 1);
    const linework = readLinework(pdf, loaded);
    const text = unpackText({ ...readText(pdf, loaded, page), annotations: [] });
    pdf.FPDF_ClosePage(loaded);
    close();
    return { linework, text };
  };
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const { linework, text } = read((await drawKind(kind, 1)).newer, 1);
    yield { name: kind, run: () => ({ result: modelOf(linework, text), right: Number.NaN }) };
  }
  const folder = join(truth, 'drawing/open');
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const labels = Truth.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const roots = drawings.flatMap((place) =>
      existsSync(place) ? [place, ...readdirSync(place).map((each) => join(place, each))] : [],
    );
    const path = roots.map((place) => join(place, labels.file)).find(existsSync);
    if (path === undefined) continue;
    const { linework, text } = read(readFileSync(path), labels.page);
    yield {
      name: name.replace('.json', ''),
      run: () => {
        const model = modelOf(linework, text);
        const scores = Object.values(scoreSheet(labels, model, () => {}));
        return { result: model, right: scores.reduce((sum, { right, wrong }) => sum + right - wrong, 0) };
      },
    };
  }
}

/** Sheets of an office that corrections are tried on; their number enters the time with its third power. */
const LEARNT_FROM = 4;

async function* sheetCases(): AsyncGenerator<Case> {
  const path = join(titleBlocks, 'open.json');
  if (!existsSync(path)) return;
  const labels = readTruth(path);
  for (const office of new Set(labels.map((label) => label.office))) {
    const own = labels.filter((label) => label.office === office);
    const files = new Map<string, ReadFile>();
    for (const file of new Set(own.map((label) => label.file))) {
      await using pdf = await openPdf(join(titleBlocks, file));
      const pages: PageText[] = [];
      for (const text of await pdf.pageTexts()) pages.push({ ...text, cells: await pdf.cells(text.page) });
      files.set(file, { pages, file: await evidenceIn(pdf, basename(file)), pictures: new Map() });
    }
    yield {
      name: office,
      run: () => {
        const sheets = own.map((label) => labelledSheet(label, files.get(label.file)!));
        const fields = sheets.flatMap(({ truth: label, sheet }) =>
          LEARNT_FIELDS.filter((field) => label[field] !== null && isRight(label, field, sheet[field])),
        );
        const learnt = sheets.length < 3 ? null : learningOf(sheets.slice(0, LEARNT_FROM));
        return { result: { sheets, learnt }, right: fields.length };
      },
    };
  }
}

export const ENGINES: Readonly<Record<string, { files: string; cases: () => AsyncGenerator<Case> }>> = {
  comparison: { files: 'shared/comparison/engine/', cases: comparisonCases },
  drawing: { files: 'shared/drawing/', cases: drawingCases },
  sheets: { files: 'shared/domain/sheets/', cases: sheetCases },
};
