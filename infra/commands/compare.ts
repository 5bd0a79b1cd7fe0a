import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { completeReport, judge, writeChanges, writeClouded } from '../../shared/comparison/exports/index.ts';
import { compareFiles } from '../../shared/comparison/index.ts';
import { PriceList } from '../../shared/domain/comparisons/price-list.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { factsOf } from '../../shared/domain/sheets/facts.ts';
import { readSheets } from '../../shared/domain/sheets/index.ts';

// npm run compare -- OLD.pdf NEW.pdf --out FOLDER [--prices FILE.json]

const usage = `Compares two drawings and writes result.json, report.html, changes.xlsx, clouded.pdf and pictures.

  npm run compare -- OLD.pdf NEW.pdf --out FOLDER [--prices FILE]

  --out FOLDER    where to write; "comparison" in the current folder by default
  --prices FILE   a price list as the interface takes it: {"currency", "prices": [{"unit", "division", "price"}]}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'comparison' },
    prices: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [older, newer] = positionals;
if (values.help || !older || !newer || positionals.length > 2) {
  console.error(usage);
  process.exit(values.help ? 0 : 2);
}

const out = resolve(values.out);
try {
  const prices =
    values.prices === undefined ? null : PriceList.parse(JSON.parse(await readFile(values.prices, 'utf8')));
  const { result } = await compareFiles(resolve(older), resolve(newer), {
    out,
    names: { older: basename(older), newer: basename(newer) },
    readSheets: (pages) => readSheets(pages).map(factsOf),
    onProgress: ({ stage, sheet, sheets }) => {
      if (stage === 'reading') console.error('Reading both drawings …');
      if (stage === 'comparing') console.error(`Comparing sheet ${sheet + 1} of ${sheets} …`);
    },
  });
  console.log(result.description);
  console.log(result.summary);
  for (const [index, item] of result.items.slice(0, 10).entries()) {
    const cost = item.cost_effect > 0 ? `+${item.cost_effect}` : `${item.cost_effect}`;
    console.log(
      `${String(index + 1).padStart(3)}. [rating ${item.difference_rating}, cost ${cost}] ${item.description}`,
    );
  }
  if (result.items.length > 10) console.log(`     … and ${result.items.length - 10} more`);
  const source = { items: judge(result.items, [], prices), sheets: result.sheets, prices };
  await completeReport(join(out, 'report.html'), source);
  await writeChanges(source, join(out, 'changes.xlsx'));
  await writeClouded(source, resolve(newer), join(out, 'clouded.pdf'));
  console.log(`Written to ${out}`);
} catch (error) {
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (!(error instanceof FileError) && !missing) throw error;
  console.error(missing ? `No such file: ${(error as NodeJS.ErrnoException).path}` : error.message);
  process.exit(1);
}
