import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  coverageOf,
  type Line,
  type Linework,
  lengthOf,
  modelOf,
  packLinework,
  strokesOf,
} from '../../shared/drawing/index.ts';
import { type Native, startPdfium } from '../../shared/pdf/pdfium.ts';
import { pdfiumModule } from '../../shared/pdf/pdfium-module.ts';
import { readLinework } from '../../shared/pdf/read-linework.ts';
import { renderPage } from '../../shared/pdf/render-page.ts';
import { readText } from '../../shared/pdf/text-layer.ts';
import { unpackText } from '../../shared/pdf/unpack-text.ts';
import { rawPdf } from '../support/raw-pdf.ts';
import { checkRendering, openDocument } from './drawing/render-check.ts';

/* Measures the drawing model on PDFs of folders: node test/bench/drawing.ts FOLDER... Writes bench/results/drawing.md with figures over all pages; nothing of the drawings themselves. Times are processor time of one thread. */

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('usage: node test/bench/drawing.ts FOLDER...');
const mostPages = Number(process.env.PAGES ?? 4);
const reExported = Number(process.env.REEXPORTED ?? 12);

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => join(folder, name)),
);

const pdf: Native = await startPdfium(pdfiumModule());
const processor = <T>(work: () => T): { value: T; ms: number } => {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1000 };
};
const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))] ?? Number.NaN;
const dpiOf = (linework: Linework) =>
  Math.min(
    Math.max(linework.width, linework.height) <= 1200 ? 110 : 150,
    (5000 / Math.max(linework.width, linework.height)) * 72,
  );

interface Measured {
  covered: number;
  added: number;
  segments: number;
  readMs: number;
  modelMs: number;
  renderMs: number;
  bytes: number;
  fileShare: number;
  objects: Record<'tables' | 'dimensions' | 'symbols' | 'grid' | 'marks', number>;
}

const measure = (bytes: Uint8Array, index: number, pages: number): Measured | undefined => {
  const check = checkRendering(pdf, bytes, index);
  if (check.linework.verbs.length === 0) return undefined;
  const { document, close } = openDocument(pdf, bytes);
  const load = processor(() => pdf.FPDF_LoadPage(document, index));
  const page = load.value;
  const read = processor(() => readLinework(pdf, page));
  const text = unpackText({ ...readText(pdf, page, index + 1), annotations: [] });
  const found = processor(() => modelOf(read.value, text));
  const drawn = processor(() => renderPage(pdf, page, { dpi: dpiOf(read.value) }));
  pdf.FPDF_ClosePage(page);
  close();
  const { tables, dimensions, symbols, grid, marks } = found.value;
  const stored = gzipSync(packLinework(read.value)).length + gzipSync(JSON.stringify(found.value)).length;
  return {
    covered: check.covered,
    added: check.added,
    segments: read.value.points.length / 2,
    readMs: read.ms,
    modelMs: found.ms,
    renderMs: load.ms + drawn.ms,
    bytes: stored,
    fileShare: stored / (bytes.length / pages),
    objects: {
      tables: tables.length,
      dimensions: dimensions.length,
      symbols: symbols.reduce((sum, { count }) => sum + count, 0),
      grid: grid.length,
      marks: marks.length,
    },
  };
};

const linesOf = (bytes: Uint8Array): { lines: Line[]; linework: Linework } => {
  const { document, close } = openDocument(pdf, bytes);
  const page = pdf.FPDF_LoadPage(document, 0);
  const linework = readLinework(pdf, page);
  pdf.FPDF_ClosePage(page);
  close();
  return { lines: coverageOf(strokesOf(linework)).lines, linework };
};

/** Fraction of the length of `one` whose lines (10 points and more) also occur in `other`, both ends within a point. */
const shared = (one: readonly Line[], other: readonly Line[]): number => {
  const ends = new Map<string, Line[]>();
  for (const line of other) {
    const key = `${Math.floor(line.x0 / 4)} ${Math.floor(line.y0 / 4)}`;
    ends.set(key, [...(ends.get(key) ?? []), line]);
  }
  let [sum, found] = [0, 0];
  for (const line of one) {
    const length = lengthOf(line);
    if (length < 10) continue;
    sum += length;
    let has = false;
    for (let u = -1; u <= 1 && !has; u++) {
      for (let v = -1; v <= 1 && !has; v++) {
        has = (ends.get(`${Math.floor(line.x0 / 4) + u} ${Math.floor(line.y0 / 4) + v}`) ?? []).some(
          (each) =>
            Math.hypot(each.x0 - line.x0, each.y0 - line.y0) < 1 &&
            Math.hypot(each.x1 - line.x1, each.y1 - line.y1) < 1,
        );
      }
    }
    if (has) found += length;
  }
  return sum === 0 ? 1 : found / sum;
};

const tools: Record<string, (from: string, to: string) => [string, string[]]> = {
  qpdf: (from, to) => [
    'qpdf',
    ['--object-streams=generate', '--recompress-flate', '--pages', from, '1', '--', from, to],
  ],
  mutool: (from, to) => ['mutool', ['clean', '-gggg', '-s', from, to, '1']],
  gs: (from, to) => [
    'gs',
    ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', '-dLastPage=1', `-sOutputFile=${to}`, from],
  ],
  pdftocairo: (from, to) => ['pdftocairo', ['-pdf', '-l', '1', from, to]],
};

const measured: Measured[] = [];
const skipped: string[] = [];
for (const file of files) {
  const bytes = readFileSync(file);
  const { document, close } = openDocument(pdf, bytes);
  const count = pdf.FPDF_GetPageCount(document);
  close();
  for (let index = 0; index < Math.min(count, mostPages); index++) {
    const page = measure(bytes, index, count);
    if (page) measured.push(page);
    else skipped.push(file);
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'drawing-'));
const shares: Record<string, number[]> = {};
const step = Math.max(1, Math.floor(files.length / reExported));
for (const file of files.filter((_, i) => i % step === 0)) {
  const own = linesOf(readFileSync(file));
  if (own.lines.length < 20) continue;
  for (const [name, command] of Object.entries(tools)) {
    const target = join(scratch, `${name}.pdf`);
    try {
      execFileSync(...command(file, target), { stdio: 'ignore', timeout: 120_000 });
      const again = linesOf(readFileSync(target));
      if (Math.abs(again.linework.width - own.linework.width) > 1) continue;
      const list = shares[name] ?? [];
      list.push(Math.min(shared(own.lines, again.lines), shared(again.lines, own.lines)));
      shares[name] = list;
    } catch {
      // The tool is not installed, or does not support the file.
    }
  }
}
rmSync(scratch, { recursive: true });

/** A page of separate short strokes, as dense hatches are written. */
const dense = rawPdf({
  width: 2384,
  height: 1684,
  content: Array.from({ length: 530_000 }, (_, i) => {
    const [x, y] = [20 + (i % 900) * 2.6, 20 + Math.floor(i / 900) * 2.8];
    return `${x.toFixed(2)} ${y} m ${(x + 1.9).toFixed(2)} ${(y + (i % 3)).toFixed(2)} l S`;
  }).join('\n'),
});
const densest = measure(dense, 0, 1)!;

const percent = (value: number) => `${(100 * value).toFixed(2)} %`;
const ms = (value: number) => `${Math.round(value)} ms`;
const column = (pick: (page: Measured) => number) => measured.map(pick);
const ratio = column(({ readMs, modelMs, renderMs }) => (readMs + modelMs) / renderMs);
const whole = column(({ readMs, modelMs, renderMs }) => (readMs + modelMs + renderMs) / renderMs);
const row = (name: string, values: readonly number[], show: (value: number) => string) =>
  `| ${name} | ${[0.1, 0.5, 0.9, 1].map((q) => show(quantile(values, q))).join(' | ')} |`;
const passing = measured.filter(({ covered, added }) => covered >= 0.99 && added <= 0.01).length;
const report = [
  '# Drawing model',
  '',
  `\`node test/bench/drawing.ts FOLDER...\` over ${files.length} PDFs, at most ${mostPages} pages of each: ${measured.length} pages with paths, ` +
    `${skipped.length} without (scans). Processor time of one thread on a shared machine: compare ratios, not times.`,
  '',
  '| | 10th percentile | median | 90th percentile | most |',
  '| --- | --- | --- | --- | --- |',
  row(
    'points of paths',
    column(({ segments }) => segments),
    (value) => String(Math.round(value)),
  ),
  row(
    'ink of the paths that the linework covers',
    column(({ covered }) => covered),
    percent,
  ),
  row(
    'ink that it adds',
    column(({ added }) => added),
    percent,
  ),
  row(
    'reading the linework',
    column(({ readMs }) => readMs),
    ms,
  ),
  row(
    'finding objects',
    column(({ modelMs }) => modelMs),
    ms,
  ),
  row(
    'loading and rendering the page',
    column(({ renderMs }) => renderMs),
    ms,
  ),
  row('model / rendering', ratio, (value) => value.toFixed(2)),
  row('rendering with the model / without', whole, (value) => value.toFixed(2)),
  row(
    'stored, compressed',
    column(({ bytes }) => bytes),
    (value) => `${Math.round(value / 1024)} KiB`,
  ),
  row(
    'stored / size of the page in the PDF',
    column(({ fileShare }) => fileShare),
    (value) => value.toFixed(2),
  ),
  '',
  `Covered ≥ 99 % and added ≤ 1 % (100 dpi, one pixel of play, without annotations): ${passing} of ${measured.length} pages.`,
  '',
  `530,000 separate strokes on one page: linework ${ms(densest.readMs)}, objects ${ms(densest.modelMs)}, loading and rendering ` +
    `${ms(densest.renderMs)}; covered ${percent(densest.covered)}; stored ${Math.round(densest.bytes / 1024)} KiB.`,
  '',
  'Found: ' +
    (['tables', 'dimensions', 'symbols', 'grid', 'marks'] as const)
      .map((kind) => `${measured.reduce((sum, { objects }) => sum + objects[kind], 0)} ${kind}`)
      .join(', ') +
    '.',
  '',
  '## Re-export',
  '',
  'Share of the length of lines of 10 points and more that original and copy share, both ends within a point.',
  '',
  '| tool | pages | least | median |',
  '| --- | --- | --- | --- |',
  ...Object.entries(shares).map(
    ([name, list]) => `| ${name} | ${list.length} | ${percent(Math.min(...list))} | ${percent(quantile(list, 0.5))} |`,
  ),
  '',
].join('\n');
writeFileSync(new URL('../../bench/results/drawing.md', import.meta.url), report);
console.log(report);
