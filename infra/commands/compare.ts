import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { completeReport, judge, writeChanges, writeClouded } from '../../shared/comparison/exports/index.ts';
import { compareFiles } from '../../shared/comparison/index.ts';
import { PriceList } from '../../shared/domain/comparisons/price-list.ts';
import { factsOf } from '../../shared/domain/sheets/facts.ts';
import { readSheets } from '../../shared/domain/sheets/index.ts';
import { LocalError } from '../local/local-error.ts';
import { CommandUsageError, requireFile, requireFolder, runCommand } from './run-command.ts';

// npm run compare -- OLD.pdf NEW.pdf --out FOLDER [--prices FILE.json]

const usage = `Compares two drawings and writes result.json, report.html, changes.xlsx, clouded.pdf and images.

  npm run compare -- OLD.pdf NEW.pdf --out FOLDER [--prices FILE]

  --out FOLDER    where to write; "comparison" in the current folder by default
  --prices FILE   a price list in the format of the API: {"currency", "prices": [{"unit", "division", "price"}]}`;

/**
 * Reads a price list.
 * @throws LocalError naming the file if it is not valid
 */
const readPrices = (path: string): PriceList => {
  const text = readFileSync(requireFile(path), 'utf8');
  try {
    return PriceList.parse(JSON.parse(text));
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : (error as Error).message;
    throw new LocalError(`${path} is not a price list: ${reason}`);
  }
};

await runCommand(usage, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: 'string', default: 'comparison' }, prices: { type: 'string' } },
  });
  const [older, newer] = positionals;
  if (!older || !newer || positionals.length > 2)
    throw new CommandUsageError('Specify two files, the older one first.');
  for (const path of [older, newer]) requireFile(path);
  const prices = values.prices === undefined ? null : readPrices(values.prices);
  const out = requireFolder(resolve(values.out));
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
});
