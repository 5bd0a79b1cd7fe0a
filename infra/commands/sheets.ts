import { basename } from 'node:path';
import { evidenceIn } from '../../functions/workers/process-document/file-evidence.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { readSheetsWithPictures } from '../../shared/ocr/read-sheets.ts';
import { createTesseractOcr } from '../../shared/ocr/tesseract.ts';
import { openPdf } from '../../shared/pdf/index.ts';
import { LocalError } from '../local/local-error.ts';
import { requireFile, runCommand, UsageError } from './command.ts';

/** Pages whose title block is read from its picture, and milliseconds for all of them. */
const MOST_PICTURES = 60;
const LONGEST_MS = 300_000;

const usage = `Prints what the title block of each page says, as a JSON array of the \`sheets\` that the document's record keeps.

  npm run -s sheets -- FILE.pdf`;

/** What the text layer leaves open is read from the picture of the title block. */
async function main(args: readonly string[]): Promise<void> {
  const [path] = args;
  if (!path || args.length > 1 || path.startsWith('-')) throw new UsageError('Name one file.');
  requireFile(path);
  try {
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
    throw error;
  }
}

await runCommand(usage, main);
