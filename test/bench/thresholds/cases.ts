import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
import { type DrawnPair, drawKind, drawUnchanged, KINDS, type Kind } from '../comparison/kinds/index.ts';
import { drawPairs, samplePairs, score } from '../comparison/pairs.ts';
import { realPairs, scoreReal } from '../comparison/real-pairs.ts';
import { openDocument } from '../drawing/render-check.ts';
import { scoreSheet, Truth } from '../drawing/score-objects.ts';
import { labelledSheet, learningOf } from '../sheets/learning.ts';
import { readFiles } from '../sheets/read-files.ts';
import { isRight, readTruth } from '../sheets/truth.ts';
import { storedIn } from '../stored-in.ts';

/** What an engine made of a case: everything that it returned, and how much of it is right less what is wrong. */
interface Outcome {
  result: unknown;
  right: number;
}

/** One input of an engine. */
export interface Case {
  name: string;
  /** Reads the input and returns the engine's work on it, which can be repeated. */
  open: () => Promise<() => Outcome | Promise<Outcome>>;
}

const truth = join(import.meta.dirname, '../truth');
const drawings = (
  process.env.DRAWINGS ??
  ['offices/data', 'shared/samples/comparison', 'shared/samples'].map((path) => join(root, '..', path)).join(':')
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
    model: () => keep('model', sheet.model),
    objects: (tables) => keep(`objects ${tables}`, () => sheet.objects(tables)),
    render: (matrix, width, height) => keep(`${matrix} ${width} ${height}`, () => sheet.render(matrix, width, height)),
  };
};

interface Compared {
  older: string | Uint8Array;
  newer: string | Uint8Array;
  /** Both 1 by default. */
  pages?: [number, number];
  rightIn: (items: Awaited<ReturnType<typeof compareSheet>>['items']) => number;
}

const againstBoxes =
  ({ truth: boxes, width, height }: Omit<DrawnPair, 'older' | 'newer'>): Compared['rightIn'] =>
  (items) => {
    const found = items.map(({ bounding_box: { x, y, ...size } }) => ({
      ...{ x: x * width, y: y * height, width: size.width * width, height: size.height * height },
    }));
    const scored = score(boxes, found);
    return 2 * scored.found - scored.items;
  };

const comparedCase = (name: string, draw: () => Compared | Promise<Compared>): Case => ({
  name,
  open: async () => {
    const { older, newer, pages = [1, 1], rightIn } = await draw();
    const documents = [await openPdf(older), await openPdf(newer)];
    const sheets: SheetSource[] = [];
    for (const [i, document] of documents.entries()) {
      const [text] = await document.pageTexts(pages[i]!, pages[i]!);
      sheets.push(await keptSheet(document, text!));
    }
    const [one, other] = sheets as [SheetSource, SheetSource];
    const [facts, otherFacts] = sheets.map(({ text }) => factsOf(readSheets([text])[0]!));
    return async () => {
      const { sheet, items } = await compareSheet(one, other, { older: facts!, newer: otherFacts! });
      return { result: { sheet, items }, right: rightIn(items) };
    };
  },
});

/** Three sheets of each hard kind of change, and each kind's sheet without any; one of each kind first. */
const kinds = Object.keys(KINDS) as Kind[];
const drawnKinds = [
  ...[1, 2, 3].flatMap((seed) => kinds.map((kind) => ({ name: `${kind} ${seed}`, draw: () => drawKind(kind, seed) }))),
  ...kinds.map((kind) => ({ name: `${kind} unchanged`, draw: () => drawUnchanged(kind, 1) })),
];

const cache = join(root, 'node_modules/.cache/thresholds');

/** Returns what `read` returns, and stores it for later runs of the benchmark; delete the folder to read again. */
const stored = <T>(name: string, read: () => Promise<T>): Promise<T> =>
  storedIn(cache, name.replaceAll(/\W+/g, '-'), read);

const bytesOf = (path: string): number => statSync(path).size;

/** The labelled pairs of real revisions whose files exist, the smallest first. */
const allRealPairs = () =>
  ['open', 'fresh', 'sealed', 'unseen']
    .flatMap((part) => realPairs(join(truth, 'pairs', part), drawings))
    .sort((a, b) => bytesOf(a.newer) - bytesOf(b.newer));

const comparisonCases = async (): Promise<Case[]> => {
  await mkdir(cache, { recursive: true });
  const samples = drawings.flatMap((place) => samplePairs(join(place, 'synthetic')));
  const drawn = drawnKinds.map(({ name, draw }) =>
    comparedCase(name, async () => {
      const pair = await draw();
      return { ...pair, rightIn: againstBoxes(pair) };
    }),
  );
  const revised = [...(await stored('drawn pairs', () => drawPairs(cache))), ...samples].map((pair) =>
    comparedCase(pair.id, () => ({ ...pair, rightIn: againstBoxes(pair) })),
  );
  const real = allRealPairs().map((pair) => {
    const rightIn: Compared['rightIn'] = (items) => {
      const { right, wrong, pieces } = scoreReal(pair, items);
      return right - wrong - pieces;
    };
    return comparedCase(pair.id, () => ({ ...pair, pages: [pair.page_old, pair.page_new], rightIn }));
  });
  return [setCase, ...drawn.slice(0, kinds.length), ...revised, ...real, ...drawn.slice(kinds.length)];
};

/** Pairs the sheets of a set with those of its next revision, in reverse order and without title blocks. */
const setCase: Case = {
  name: 'set in reverse order',
  open: async () => {
    const options = { seed: 71, pages: 12, size: 'A3' } as const;
    const pagesOf = async (revision: string) => {
      await using document = await openPdf(drawSet({ ...options, revision }));
      return await document.pageTexts();
    };
    const [before, after] = [await pagesOf('A'), (await pagesOf('B')).reverse()];
    const sideOf = (pages: readonly PageText[]) => ({ pages, facts: pages.map(() => null) });
    return () => {
      const pairs = pairSheets(sideOf(before), sideOf(after));
      const right = pairs.filter(({ older, newer }) => older && newer && older + newer === before.length + 1).length;
      return { result: pairs, right };
    };
  },
};

/** The model of a page, with the number of right objects if it is labelled. */
const drawingCase = (name: string, read: () => Promise<Uint8Array>, page: number, labels?: Truth): Case => ({
  name,
  open: async () => {
    const pdf = await startPdfium();
    const { document, close } = openDocument(pdf, await read());
    const loaded = pdf.FPDF_LoadPage(document, page - 1);
    const linework = readLinework(pdf, loaded);
    const text = unpackText({ ...readText(pdf, loaded, page), annotations: [] });
    pdf.FPDF_ClosePage(loaded);
    close();
    return () => {
      // What is derived of a page is kept by its object.
      const model = modelOf({ ...linework }, text);
      const scores = labels ? Object.values(scoreSheet(labels, model, () => {})) : [];
      return { result: model, right: scores.reduce((sum, { right, wrong }) => sum + right - wrong, 0) };
    };
  },
});

const drawingCases = async (): Promise<Case[]> => {
  const drawn = drawnKinds.map(({ name, draw }) => drawingCase(name, async () => (await draw()).newer, 1));
  const places = [...drawings, join(titleBlocks, '..')].flatMap((place) =>
    existsSync(place) ? [place, ...readdirSync(place).map((each) => join(place, each))] : [],
  );
  const labelled = globSync('{drawing,lettering}/*/*.json', { cwd: truth })
    .flatMap((name) => {
      const labels = JSON.parse(readFileSync(join(truth, name), 'utf8')) as { file: string; page: number };
      const path = places.map((place) => join(place, labels.file)).find(existsSync);
      return path ? [{ name, path, labels }] : [];
    })
    .sort((a, b) => bytesOf(a.path) - bytesOf(b.path))
    .map(({ name, path, labels }) => {
      const objects = name.startsWith('drawing') ? Truth.parse(labels) : undefined;
      return drawingCase(basename(name, '.json'), () => readFile(path), labels.page, objects);
    });
  const real = allRealPairs().flatMap(({ id, older, newer, page_old, page_new }) => [
    drawingCase(`${id}, older`, () => readFile(older), page_old),
    drawingCase(`${id}, newer`, () => readFile(newer), page_new),
  ]);
  return [...drawn.slice(0, kinds.length), ...labelled, ...real, ...drawn.slice(kinds.length)];
};

/** Sheets of an office that corrections are tried on; their number enters the time with its third power. */
const LEARNT_FROM = 4;

/** The labelled title blocks whose files exist, by the folder of the file and by office. */
const sheetCases = async (): Promise<Case[]> => {
  const places = [titleBlocks, ...drawings];
  const paths = globSync('titleblocks/{open,sealed*}.json', { cwd: truth }).map((path) => join(truth, path));
  const samples = drawings.flatMap((place) =>
    ['titleblocks.json', 'offices/titleblocks.json'].map((path) => join(place, path)).filter(existsSync),
  );
  const labels = [...paths.sort(), ...samples].flatMap(readTruth).flatMap((label) => {
    const place = places.find((one) => existsSync(join(one, label.file)));
    return place ? [{ ...label, place }] : [];
  });
  const offices = Map.groupBy(labels, ({ office = 'samples', place }) => `${office} in ${basename(place)}`);
  return [...offices].map(([name, own]) => ({
    name,
    open: async () => {
      const files = await stored(name, async () => (await readFiles(own[0]!.place, own)).files);
      return () => {
        const sheets = own.map((label) => labelledSheet(label, files.get(label.file)!));
        const fields = sheets.flatMap(({ truth: label, sheet }) =>
          LEARNT_FIELDS.filter((field) => label[field] !== null && isRight(label, field, sheet[field])),
        );
        const learnt = sheets.length < 3 ? null : learningOf(sheets.slice(0, LEARNT_FROM));
        return { result: { sheets, learnt }, right: fields.length };
      };
    },
  }));
};

/** The cases of each engine. */
export const CASES: Readonly<Record<string, () => Promise<Case[]>>> = {
  comparison: comparisonCases,
  drawing: drawingCases,
  sheets: sheetCases,
};
