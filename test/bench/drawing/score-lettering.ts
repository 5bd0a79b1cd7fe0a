import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { letteringOf } from '../../../shared/drawing/lettering.ts';
import { textOf } from '../../../shared/drawing/text.ts';
import { startPdfium } from '../../../shared/pdf/pdfium.ts';
import { pdfiumModule } from '../../../shared/pdf/pdfium-module.ts';
import { readLinework } from '../../../shared/pdf/read-linework.ts';
import { readText } from '../../../shared/pdf/text-layer.ts';
import { unpackText } from '../../../shared/pdf/unpack-text.ts';
import { compareWords } from './compare-words.ts';
import { openDocument } from './render-check.ts';

/*
 * Compares drawn lettering with hand-read truth: node test/bench/drawing/score-lettering.ts TRUTH ROOT... Words count
 * as right if the page has as many of them, wherever; the words of a text layer are read as well. Upper case and the
 * kind of dash and quotation mark do not matter. Characters of a missed word count as right as far as an unmatched
 * word that was read has them in the same order. With DETAIL=1 it lists missed and false words.
 */

const Truth = z.object({
  file: z.string(),
  page: z.int(),
  region: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  lines: z.array(z.string()),
});

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[–—~]/g, '-')
    .replaceAll(/[“”„″«»]|''/g, '"');

const [folder, ...roots] = process.argv.slice(2);
if (folder === undefined || roots.length === 0) throw new Error('usage: score-lettering.ts TRUTH ROOT...');
const pdf = await startPdfium(pdfiumModule());
console.log(`| sheet | words | right | false | precision | recall | characters | ms |\n|${' --- |'.repeat(8)}`);
for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
  const { file, page, region, lines } = Truth.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const root = roots.find((each) => readdirSync(each).includes(file.split('/')[0]!));
  if (root === undefined) throw new Error(`${file} is in no root`);
  const { document, close } = openDocument(pdf, readFileSync(join(root, file)));
  const loaded = pdf.FPDF_LoadPage(document, page - 1);
  const linework = readLinework(pdf, loaded);
  const text = unpackText({ ...readText(pdf, loaded, page), annotations: [] });
  const started = performance.now();
  const words = [...text.words, ...letteringOf(linework, text.words)];
  const milliseconds = performance.now() - started;
  const inRegion = words.flatMap(({ x, y, width, height }, index) => {
    const [u, v] = [(x + width / 2) / text.width - region.x, (y + height / 2) / text.height - region.y];
    return u >= 0 && v >= 0 && u <= region.width && v <= region.height ? [index] : [];
  });
  const read = textOf(inRegion, words).text.split(/\s+/).map(plain);
  const truth = lines.flatMap((line) => line.split(/\s+/)).map(plain);
  const { missed, wrong, characters } = compareWords(truth, read);
  const right = truth.length - missed.length;
  const all = truth.reduce((sum, word) => sum + word.length, 0);
  const share = (of: number) => (right / (right + of)).toFixed(3);
  console.log(
    `| ${name.replace('.json', '')} | ${truth.length} | ${right} | ${wrong.length} | ${share(wrong.length)} | ${share(missed.length)} | ${(characters / all).toFixed(3)} | ${milliseconds.toFixed(0)} |`,
  );
  if (process.env.DETAIL) console.log(`missed: ${missed.join(' ')}\nfalse: ${wrong.join(' ')}\n`);
  pdf.FPDF_ClosePage(loaded);
  close();
}
