import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { evidenceIn } from '../../functions/workers/process-document/file-evidence.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { readSheetsWithPictures } from '../../shared/ocr/read-sheets.ts';
import { createTesseractOcr } from '../../shared/ocr/tesseract.ts';
import { openPdf } from '../../shared/pdf/index.ts';
import { errorCode, LocalError } from '../local/local-error.ts';

/** Pages whose title block is read from its picture, and milliseconds for all of them. */
const MOST_PICTURES = 60;
const LONGEST_MS = 300_000;

const usage = 'Usage: npm run -s sheets -- FILE.pdf';

/** The command was not called as it must be. */
class UsageError extends LocalError {}

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
};

/**
 * `npm run -s sheets -- FILE.pdf`: prints what the title block of each page says, as a JSON array of the `sheets` that
 * the document's record keeps. What the text layer leaves open is read from the picture of the title block.
 */
async function main(args: readonly string[]): Promise<void> {
  const [path] = args;
  if (!path || args.length > 1 || path.startsWith('-')) throw new UsageError(usage);
  try {
    if (!(await stat(path)).isFile()) throw new LocalError(`${path} is not a file.`);
    await using pdf = await openPdf(path);
    const ocr = createTesseractOcr({ threads: 1 });
    try {
      const sheets = await readSheetsWithPictures(await pdf.pageTexts(), {
        render: (page, dpi) => pdf.render(page, { dpi, grey: true }),
        ocr,
        deadline: Date.now() + LONGEST_MS,
        most: MOST_PICTURES,
        file: await evidenceIn(pdf, basename(path)),
      });
      process.stdout.write(`${JSON.stringify(sheets, null, 2)}\n`);
    } finally {
      await ocr.close();
    }
  } catch (error) {
    if (error instanceof FileError) throw new LocalError(`${path}: ${error.message}`);
    const reason = reasons[errorCode(error) ?? ''];
    if (reason) throw new LocalError(`${path} ${reason}.`);
    throw error;
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LocalError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
