import { globSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { storePageImages } from '../../functions/workers/process-document/page-images.ts';
import { Stopwatch } from '../../functions/workers/process-document/stopwatch.ts';
import { readSheets } from '../../shared/domain/sheets/index.ts';
import { openPdf } from '../../shared/pdf/index.ts';
import { writeBench } from './report.ts';
import { timeCommand } from './tools/child-time.ts';
import { median, processorTime } from './warm/cpu.ts';

/**
 * Processor time of reading documents, next to Poppler and MuPDF: text with boxes and title blocks next to `pdftotext -bbox`,
 * page images next to `pdftoppm` and `mutool draw` at the same resolution. `node test/bench/documents.ts [--quick]`; `SAMPLES`
 * names the folder of the files.
 */
const samples = process.env.SAMPLES ?? join(import.meta.dirname, '../../../shared/samples');
const files = globSync(['drawings/[!s]*.pdf', 'specifications/*.pdf'], { cwd: samples })
  .sort()
  .map((file) => join(samples, file));
if (files.length === 0) throw new Error(`${samples} contains no files.`);
const ROUNDS = process.argv.includes('--quick') ? 1 : 3;
/** Pages of a file whose images are made. */
const PAGES = 4;

const folder = await mkdtemp(join(tmpdir(), 'documents-'));

/** Seconds of processor time that this process, with its threads, takes for the work. */
const seconds = async (work: () => Promise<unknown>): Promise<number> =>
  (await processorTime(async () => void (await work()))) / 1e6;

const readText = async (file: string, withBlocks: boolean) => {
  const pdf = await openPdf(file);
  const texts = await pdf.pageTexts();
  if (withBlocks) readSheets(texts);
  await pdf.close();
};

const target = { organizationId: 'o', documentId: 'd' };
const memory = { put: async () => undefined } as never;
const makeImages = async (file: string, pages: number) => {
  const pdf = await openPdf(file);
  for (let page = 1; page <= pages; page++) await storePageImages(pdf, page, target, memory, new Stopwatch());
  await pdf.close();
};

/** The pages whose images are made, and the resolution of the first one's. */
const factsOf = async (file: string) => {
  const pdf = await openPdf(file);
  const { width, height } = await pdf.pageSize(1);
  const longest = Math.max(width, height);
  const dpi = Math.round(longest <= 1200 ? 110 : Math.min(150, (5000 / longest) * 72));
  const pages = pdf.pageCount;
  await pdf.close();
  return { pages, imaged: Math.min(pages, PAGES), dpi };
};

const peer = async (command: string, ...parameters: unknown[]) =>
  (await timeCommand(command, parameters.map(String))).processor;

const rows: Record<string, number | string>[] = [];
try {
  // The first reading compiles PDFium.
  await readText(files[0]!, true);
  await makeImages(files[0]!, 1);
  for (const file of files) {
    const { pages, imaged, dpi } = await factsOf(file);
    const works: Record<string, () => Promise<number>> = {
      text: () => seconds(() => readText(file, false)),
      blocks: () => seconds(() => readText(file, true)),
      pdftotext: () => peer('pdftotext -bbox "$1" "$2"', file, join(folder, 'text.html')),
      images: () => seconds(() => makeImages(file, imaged)),
      pdftoppm: () => peer('pdftoppm -png -r $2 -l $3 "$1" "$4"', file, dpi, imaged, join(folder, 'page')),
      mutool: () => peer('mutool draw -q -r $2 -o "$4" "$1" 1-$3', file, dpi, imaged, join(folder, 'mu%d.png')),
    };
    const taken = new Map(Object.keys(works).map((name): [string, number[]] => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, work] of Object.entries(works)) taken.get(name)!.push(await work());
    }
    const all = Object.fromEntries([...taken].map(([name, times]) => [name, median(times)]));
    const { size } = await stat(file);
    rows.push({ file: basename(file), megabytes: size / 1e6, pages, imaged, dpi, ...all });
    console.log(JSON.stringify(rows.at(-1)));
  }
  const ratio = (one: string, other: string) => rows.map((row) => Number(row[one]) / Number(row[other]));
  const s = (value: number | string | undefined) => Number(value).toFixed(2);
  const goals = [
    { name: 'text, of `pdftotext -bbox`', goal: 1, value: median(ratio('text', 'pdftotext')) },
    { name: 'text with title blocks, of `pdftotext -bbox`', goal: 1.2, value: median(ratio('blocks', 'pdftotext')) },
    { name: 'images, of `pdftoppm -png`', goal: 0.5, value: median(ratio('images', 'pdftoppm')) },
    { name: 'images, of `mutool draw`', goal: 1.5, value: median(ratio('images', 'mutool')) },
  ];
  await writeBench('documents', {
    title: 'Reading documents',
    text: `Seconds of processor time, medians of ${ROUNDS} rounds that take turns; the service's in a warm process, with thumbnails and without storing. Peers start a process for each file. Figures of the goals are medians of the files.`,
    table: [
      '| file | MB | pages | text | with title blocks | `pdftotext -bbox` | images | pages, dpi | `pdftoppm` | `mutool` |',
      '|---|---:|---:|---:|---:|---:|---:|---|---:|---:|',
      ...rows.map(
        (row) =>
          `| ${row.file} | ${s(row.megabytes)} | ${row.pages} | ${s(row.text)} | ${s(row.blocks)} | ${s(row.pdftotext)} | ${s(row.images)} | ${row.imaged}, ${row.dpi} | ${s(row.pdftoppm)} | ${s(row.mutool)} |`,
      ),
    ],
    goals,
    data: rows,
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
