import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Zip, ZipPassThrough } from 'fflate';

/** A file to be added under a name; `open` returns the path of a local copy, which `close` removes. */
export interface ArchiveEntry {
  name: string;
  open(): Promise<string>;
  close(file: string): Promise<void>;
}

/** The earliest time that ZIP files can state, so that the same files give the same archive. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Writes a ZIP file with the entries, one local copy at a time. They are stored without compression, since PDF files and
 * images are compressed already.
 * @throws the error of an entry, or of the signal
 */
export const writeArchive = async (
  file: string,
  entries: Iterable<ArchiveEntry>,
  signal: AbortSignal,
): Promise<void> => {
  const output = createWriteStream(file);
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else output.write(chunk);
  });
  try {
    for (const { name, open, close } of entries) {
      const local = await open();
      const entry = new ZipPassThrough(name);
      entry.mtime = NO_TIME;
      zip.add(entry);
      for await (const chunk of createReadStream(local, { highWaterMark: 1024 * 1024 })) {
        signal.throwIfAborted();
        entry.push(chunk as Uint8Array);
        if (failure) throw failure;
        if (output.writableNeedDrain) await once(output, 'drain', { signal });
      }
      entry.push(new Uint8Array(), true);
      await close(local);
    }
    zip.end();
    output.end();
    await finished(output);
  } finally {
    output.destroy();
  }
};
