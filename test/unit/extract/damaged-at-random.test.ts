import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFile } from '../../../shared/domain/files/detect.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { FILE_KINDS, type FileKind } from '../../../shared/domain/files/kinds.ts';

import { extractText } from '../../../shared/extract/extract-text.ts';
import { compoundOf, docxOf, pptxOf, utf16le, workbookOf } from './office-files.ts';

const SAMPLES: readonly [FileKind, Uint8Array][] = [
  ['docx', docxOf('<w:p><w:r><w:t>Beam B1</w:t></w:r></w:p>')],
  ['pptx', pptxOf()],
  ['xlsx', workbookOf('xlsx')],
  ['xls', workbookOf('xls')],
  ['ppt', compoundOf({ 'PowerPoint Document': new Uint8Array(600) })],
  ['msg', compoundOf({ '__substg1.0_0037001F': utf16le('RFI 12') })],
  ['rtf', new TextEncoder().encode('{\\rtf1\\ansi{\\fonttbl{\\f0 A;}}Tr\\u228?ger\\par}')],
  [
    'eml',
    new TextEncoder().encode(
      'From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\na\r\n--x--',
    ),
  ],
];

/** A sample with some bytes replaced, sometimes truncated. */
const damagedSample = fc
  .record({
    sample: fc.constantFrom(...SAMPLES),
    changes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 12 }),
    kept: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ sample: [kind, whole], changes, kept }) => {
    const bytes = whole.slice(0, Math.ceil(whole.length * kept));
    for (const [place, value] of changes) if (bytes.length > 0) bytes[Math.floor(place * (bytes.length - 1))] = value;
    return { kind, bytes };
  });

describe('files damaged at random', () => {
  it('have a type', () => {
    fc.assert(
      fc.property(damagedSample, fc.nat(2000), ({ bytes }, more) => {
        const { kind } = detectFile({ head: bytes, size: bytes.length });
        expect(FILE_KINDS[kind]).toBeDefined();
        const part = detectFile({
          head: bytes.subarray(0, 600),
          tail: bytes.subarray(-600),
          size: bytes.length + more,
        });
        expect(FILE_KINDS[part.kind]).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });

  it('yield text or an error of a known kind', async () => {
    await fc.assert(
      fc.asyncProperty(damagedSample, async ({ kind, bytes }) => {
        const limits = { max_uncompressed_bytes: 4_000_000 };
        const outcome = await extractText(kind, bytes, limits).catch((error: unknown) => error);
        if (!(outcome instanceof FileError)) expect(outcome).toHaveProperty('pages');
      }),
      { numRuns: 150 },
    );
  });
});
