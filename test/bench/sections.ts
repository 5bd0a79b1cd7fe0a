import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../infra/build/root.ts';
import { findSections } from '../../shared/domain/text/index.ts';
import { openPdf } from '../../shared/pdf/index.ts';
import { writeResults } from './write-results.ts';

/**
 * How well the sections of specifications are found. `node test/bench/sections.ts FOLDER [open|sealed]`: the folder of
 * the files that `test/bench/truth/sections` labels. The sealed half is for a single, final measurement.
 */
const [folder, half = 'open'] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node test/bench/sections.ts FOLDER [open|sealed]');
  process.exit(2);
}

interface Truth {
  file: string;
  half: string;
  sections: { number: string; title: string; page: number }[];
}

const folded = (text: string | null): string => (text ?? '').toLowerCase().replace(/[^\p{L}\d]/gu, '');

const labels = join(root, 'test/bench/truth/sections');
const truths = readdirSync(labels)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(labels, name), 'utf8')) as Truth)
  .filter((truth) => truth.half === half);

const rows: string[] = [];
for (const { file, sections } of truths) {
  const pdf = await openPdf(join(folder, file));
  const pages = await pdf.pageTexts();
  await pdf.close();
  const started = performance.now();
  const found = findSections(pages);
  const milliseconds = Math.round(performance.now() - started);
  const byNumber = new Map(found.map((section) => [folded(section.number), section]));
  const right = sections.filter(({ number, title, page }) => {
    const section = byNumber.get(folded(number));
    const isRight = section?.page_from === page && folded(section.title) === folded(title);
    if (!isRight)
      console.log(`${file}: ${number} ${title}, page ${page}: ${section?.title}, page ${section?.page_from}`);
    return isRight;
  });
  const share = (of: number) => (right.length / of).toFixed(3);
  rows.push(
    `| ${file} | ${pages.length} | ${sections.length} | ${found.length} | ${share(found.length)} | ${share(sections.length)} | ${milliseconds} ms |`,
  );
}
const table = [
  '| file | pages | sections | found | precision | recall | time |',
  '|---|---|---|---|---|---|---|',
  ...rows,
].join('\n');
console.log(table);
await writeResults(
  `sections-${half}`,
  `# Sections of specifications (${half})\n\nA section is right if its number, title and first page are those of the hand-made list.\n\n${table}\n`,
);
