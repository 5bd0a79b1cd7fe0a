import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { FileKind } from '../../../shared/domain/files/kinds.ts';
import { extractTextSafely, type TextJob } from '../../../shared/extract/extract-safely.ts';
import { extractText } from '../../../shared/extract/extract-text.ts';
import { inProcess } from '../../../shared/extract/in-process.ts';
import { compoundOf, docxOf, packageOf, workbookOf } from './office-files.ts';

const failure = (code: string) => expect.objectContaining({ name: 'FileError', code });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Overwrites the declared sizes of every entry of a ZIP file, as zip bombs do to look small. */
function declareSmall(zip: Uint8Array): Uint8Array {
  const data = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  for (let at = 0; at + 46 < zip.length; at++) {
    if (data.getUint32(at, true) === 0x02014b50) data.setUint32(at + 24, 10, true);
  }
  return zip;
}

describe('hostile files', () => {
  const bomb = () => docxOf(`<w:p><w:r><w:t>${' '.repeat(3_000_000)}</w:t></w:r></w:p>`);

  it('rejects parts that declare more than the limit', async () => {
    await expect(extractText('docx', bomb(), { max_uncompressed_bytes: 1_000_000 })).rejects.toEqual(
      failure('too_large'),
    );
  });

  it('rejects parts that inflate to more than they declare', async () => {
    const lying = declareSmall(bomb());
    await expect(extractText('docx', lying, { max_uncompressed_bytes: 1_000_000 })).rejects.toEqual(
      failure('too_large'),
    );
  });

  it('unpacks all parts of a workbook from one budget', async () => {
    const limits = { max_uncompressed_bytes: 3000 };
    await expect(extractText('xlsx', workbookOf('xlsx'), limits)).rejects.toEqual(failure('too_large'));
  });

  it('rejects too many parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`word/${i}.xml`, 'a']));
    await expect(extractText('docx', docxOf('', parts), { max_entries: 50 })).rejects.toEqual(failure('too_large'));
  });

  it('rejects files beyond the input limit', async () => {
    await expect(extractText('txt', new Uint8Array(11), { max_input_bytes: 10 })).rejects.toEqual(failure('too_large'));
  });

  it.each<[FileKind, string]>([
    ['docx', '<w:p>'.repeat(5000)],
    ['html', '<div>'.repeat(5000)],
    ['rtf', `{\\rtf1${'{'.repeat(5000)}`],
  ])('rejects %s nested too deeply', async (kind, content) => {
    const file = kind === 'docx' ? docxOf(content) : strToU8(content);
    await expect(extractText(kind, file)).rejects.toEqual(failure('damaged'));
  });

  it.each<[FileKind, Uint8Array]>([
    ['docx', docxOf('<w:p/>').subarray(0, 300)],
    ['docx', packageOf({ 'other.xml': 'a' })],
    ['pptx', packageOf({ 'other.xml': 'a' })],
    ['xlsx', packageOf({ 'other.xml': 'a' })],
    ['odt', packageOf({ 'other.xml': 'a' })],
    ['doc', strToU8('no document')],
    ['doc', compoundOf({ Other: strToU8('a') })],
    ['ppt', compoundOf({ Other: strToU8('a') })],
    ['msg', compoundOf({ Other: strToU8('a') })],
  ])('reports a damaged %s as damaged', async (kind, file) => {
    await expect(extractText(kind, file)).rejects.toEqual(failure('damaged'));
  });

  it('reports protected files as protected', async () => {
    const word = new Uint8Array(1024);
    word[11] = 0x01;
    const protectedText = packageOf({
      'content.xml': 'x',
      'META-INF/manifest.xml': '<manifest:manifest><manifest:encryption-data/></manifest:manifest>',
    });
    await expect(extractText('encrypted_office', new Uint8Array(8))).rejects.toEqual(failure('encrypted'));
    await expect(extractText('doc', compoundOf({ WordDocument: word }))).rejects.toEqual(failure('encrypted'));
    await expect(extractText('odt', protectedText)).rejects.toEqual(failure('encrypted'));
  });

  it('returns no text for formats that are only stored', async () => {
    await expect(extractText('dwg', strToU8('AC1032'))).rejects.toEqual(failure('unsupported'));
    await expect(extractText('zip', zipSync({}))).rejects.toEqual(failure('unsupported'));
  });
});

describe('the reading process', () => {
  it('returns the same text as reading in the same process', async () => {
    const file = workbookOf('xlsx');
    expect(await extractTextSafely('xlsx', file)).toEqual(await extractText('xlsx', file));
  });

  it('passes typed errors on', async () => {
    await expect(extractTextSafely('docx', strToU8('no zip'))).rejects.toEqual(failure('damaged'));
  });

  it('is killed at the deadline, whatever it is doing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'endless-'));
    try {
      const note = join(folder, 'pid');
      const source = new URL('./endless-process.ts', import.meta.url);
      const job: TextJob = { kind: 'html', bytes: Buffer.from(note), limits: {} };
      // A slow machine may not start the process within the first deadline.
      for (let deadline_ms = 1500; !existsSync(note); deadline_ms *= 2) {
        const reading = inProcess({ bundled: new URL('./none', source), source }, job, { deadline_ms, memory_mb: 64 });
        await expect(reading).rejects.toEqual(failure('timeout'));
      }
      const pid = Number(readFileSync(note, 'utf8'));
      await expect.poll(() => isRunning(pid)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('ends alone when it exceeds its memory limit', async () => {
    const bounds = { memory_mb: 24, max_text_length: 24_000_000 };
    expect((await extractTextSafely('csv', strToU8('a,b'), bounds)).text).toBe('a,b');
    const rows = strToU8('a,b\n'.repeat(6_000_000));
    await expect(extractTextSafely('csv', rows, bounds)).rejects.toEqual(failure('too_large'));
  });
});
