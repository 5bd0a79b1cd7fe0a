import { stat } from 'node:fs/promises';
import { FileError } from '../../shared/domain/files/file-error.ts';
import { readSheets } from '../../shared/domain/sheets/index.ts';
import { openPdf } from '../../shared/pdf/index.ts';
import { errorCode, LocalError } from '../local/local-error.ts';

const usage = 'Usage: npm run -s sheets -- FILE.pdf';

/** The command was not called as it must be. */
class UsageError extends LocalError {}

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
};

/**
 * `npm run -s sheets -- FILE.pdf`: prints what the title block of each page says, as a JSON array of the `sheets` that
 * the document's record keeps. Pages without a text layer answer null throughout: no text recognition runs here.
 */
async function main(args: readonly string[]): Promise<void> {
  const [path] = args;
  if (!path || args.length > 1 || path.startsWith('-')) throw new UsageError(usage);
  try {
    if (!(await stat(path)).isFile()) throw new LocalError(`${path} is not a file.`);
    await using pdf = await openPdf(path);
    process.stdout.write(`${JSON.stringify(readSheets(await pdf.pageTexts()), null, 2)}\n`);
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
