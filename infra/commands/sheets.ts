import { basename } from 'node:path';
import { evidenceIn } from '../../functions/workers/process-document/file-evidence.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { letteringRenderer } from '../../shared/ocr/lettering-renderer.ts';
import { readSheetsWithPictures } from '../../shared/ocr/read-sheet-pictures.ts';
import { openPdf } from '../../shared/pdf/index.ts';
import { LocalError } from '../local/local-error.ts';
import { createLocalOcr } from '../local/textract/local-ocr.ts';
import { drawnPages, withScans } from './pdf-pages.ts';
import { CommandUsageError, requireFile, runCommand } from './run-command.ts';

/** Maximum pages whose title block is read from an image, and milliseconds for all of them. */
const MOST_PICTURES = 60;
const LONGEST_MS = 300_000;

const usage = `Prints the title block fields of each page as a JSON array, in the format of a document's \`sheets\`.

  npm run -s sheets -- FILE.pdf`;

/** Title block fields missing from the text layer are read from an image of the block. */
async function main(args: readonly string[]): Promise<void> {
  const [path] = args;
  if (!path || args.length > 1 || path.startsWith('-')) throw new CommandUsageError('Specify one file.');
  requireFile(path);
  try {
    await using pdf = await openPdf(path);
    const ocr = createLocalOcr({ threads: 1 });
    try {
      const { pages, scans } = await withScans(path, await drawnPages(pdf, await pdf.pageTexts(), ocr), ocr);
      const sheets = await readSheetsWithPictures(pages, {
        render: letteringRenderer(pdf),
        ocr,
        deadline: Date.now() + LONGEST_MS,
        most: MOST_PICTURES,
        scans,
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
