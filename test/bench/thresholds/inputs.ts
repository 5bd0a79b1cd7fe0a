import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareSheet } from '../../../shared/comparison/engine/index.ts';
import { pdfSheet } from '../../../shared/comparison/pdf-sheet.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { factsOf } from '../../../shared/domain/sheets/facts.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { type DrawingModel, modelOf } from '../../../shared/drawing/index.ts';
import { withLettering } from '../../../shared/drawing/text.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { startPdfium } from '../../../shared/pdf/pdfium.ts';
import { pdfiumModule } from '../../../shared/pdf/pdfium-module.ts';
import { readLinework } from '../../../shared/pdf/read-linework.ts';
import { readText } from '../../../shared/pdf/text-layer.ts';
import { unpackText } from '../../../shared/pdf/unpack-text.ts';
import { drawKind, KINDS, type Kind } from '../comparison/kinds/index.ts';
import { realPairs } from '../comparison/real-pairs.ts';
import { openDocument } from '../drawing/render-check.ts';
import { labelledSheet, learningOf } from '../sheets/learning.ts';
import { readFiles } from '../sheets/read-files.ts';
import { readTruth } from '../sheets/truth.ts';

/** Something that the engines work on. */
interface Input {
  name: string;
  run: () => Promise<void>;
}

/** The opened sets of labelled pairs and sheets; the others are measured once, at the end of a task. */
const PAIRS = 'open sealed fresh unseen measured measured-2 measured-3 measured-4 measured-5 open-6 closed-6'.split(
  ' ',
);
const SHEETS = 'open sealed fresh measured measured-2 measured-3 measured-4 measured-5 views-open'.split(' ');

const truth = join(import.meta.dirname, '../truth');
const bytesOf = (path: string): number => statSync(path).size;

/** Detects the objects of a page in this thread, where decisions are counted. */
const drawnPage = async (bytes: Uint8Array, page: number): Promise<DrawingModel> => {
  const pdf = await startPdfium(pdfiumModule());
  const { document, close } = openDocument(pdf, bytes);
  const loaded = pdf.FPDF_LoadPage(document, page - 1);
  const linework = readLinework(pdf, loaded);
  const text = unpackText({ ...readText(pdf, loaded, page), annotations: [] });
  pdf.FPDF_ClosePage(loaded);
  close();
  return modelOf(linework, text);
};

type Side = [file: string | Uint8Array, page: number];

const openSheet = async ([file, page]: Side) => {
  const document = await openPdf(file);
  const [text] = (await document.pageTexts(page, page)) as [PageText];
  const model = await drawnPage(typeof file === 'string' ? await readFile(file) : file, page);
  const source = await pdfSheet(document, withLettering(text, model.lettering), undefined, async () => model);
  return { document, source, facts: factsOf(readSheets([text])[0]!) };
};

const compare = async (...sides: [Side, Side]): Promise<void> => {
  const [older, newer] = [await openSheet(sides[0]), await openSheet(sides[1])];
  await compareSheet(older.source, newer.source, { older: older.facts, newer: newer.facts });
  await older.document.close();
  await newer.document.close();
};

const kindInputs = (): Input[] =>
  (Object.keys(KINDS) as Kind[]).map((kind) => ({
    name: `kind ${kind}`,
    run: async () => {
      const { older, newer } = await drawKind(kind, 1);
      await compare([older, 1], [newer, 1]);
    },
  }));

const pairInputs = (roots: readonly string[]): Input[] =>
  PAIRS.flatMap((set) => realPairs(join(truth, 'pairs', set), roots).map((pair) => ({ ...pair, set })))
    .sort((a, b) => bytesOf(a.newer) - bytesOf(b.newer))
    .map(({ set, id, older, newer, page_old, page_new }) => ({
      name: `pair ${set} ${id}`,
      run: () => compare([older, page_old], [newer, page_new]),
    }));

const sheetInputs = (roots: readonly string[]): Input[] =>
  SHEETS.flatMap((set) => globSync(`drawing/${set}/*.json`, { cwd: truth }))
    .flatMap((name) => {
      const { file, page } = JSON.parse(readFileSync(join(truth, name), 'utf8')) as { file: string; page: number };
      const path = roots.map((root) => join(root, file)).find(existsSync);
      return path ? [{ name, path, page }] : [];
    })
    .sort((a, b) => bytesOf(a.path) - bytesOf(b.path))
    .map(({ name, path, page }) => ({
      name: `sheet ${name}`,
      run: async () => void (await drawnPage(await readFile(path), page)),
    }));

/** Sheets of an office that corrections are tried on; their number enters the time with its third power. */
const LEARNT_FROM = 4;

/** The opened title blocks, by office. */
const titleBlockInputs = (folder: string): Input[] => {
  const labels = globSync('titleblocks/{open,open-9,sealed*}.json', { cwd: truth })
    .flatMap((name) => readTruth(join(truth, name)))
    .filter(({ file }) => existsSync(join(folder, file)));
  return [...Map.groupBy(labels, ({ office }) => office)].map(([office, own]) => ({
    name: `title blocks ${office}`,
    run: async () => {
      const { files } = await readFiles(folder, own);
      const sheets = own.map((label) => labelledSheet(label, files.get(label.file)!));
      if (sheets.length >= 3) learningOf(sheets.slice(0, LEARNT_FROM));
    },
  }));
};

/** Returns all inputs whose files exist: below one of the folders of drawings, or in the one of title blocks. */
export const inputsIn = (drawings: readonly string[], titleBlocks?: string): Input[] => [
  ...kindInputs(),
  ...pairInputs(drawings),
  ...sheetInputs(drawings),
  ...(titleBlocks ? titleBlockInputs(titleBlocks) : []),
];
