import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareFiles } from '../../shared/comparison/index.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { factsOf } from '../../shared/domain/sheets/facts.ts';
import { readSheets } from '../../shared/domain/sheets/index.ts';

// npm run compare -- OLD.pdf NEW.pdf --out FOLDER

const usage = `Compares two drawings and writes result.json, report.html and pictures.

  npm run compare -- OLD.pdf NEW.pdf --out FOLDER

  --out FOLDER   where to write; "comparison" in the current folder by default`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'comparison' }, help: { type: 'boolean', short: 'h', default: false } },
});
const [older, newer] = positionals;
if (values.help || !older || !newer || positionals.length > 2) {
  console.error(usage);
  process.exit(values.help ? 0 : 2);
}

const out = resolve(values.out);
try {
  const { result } = await compareFiles(resolve(older), resolve(newer), {
    out,
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
  console.log(`Written to ${out}`);
} catch (error) {
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (!(error instanceof FileError) && !missing) throw error;
  console.error(missing ? `No such file: ${(error as NodeJS.ErrnoException).path}` : error.message);
  process.exit(1);
}
