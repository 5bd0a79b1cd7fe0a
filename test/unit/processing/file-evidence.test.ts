import { describe, expect, test } from 'vitest';
import { evidenceIn } from '../../../functions/workers/process-document/file-evidence.ts';
import { readSliceTexts, storeSliceTexts } from '../../../functions/workers/process-document/slice-texts.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { openPdf, type PdfDocument } from '../../../shared/pdf/index.ts';
import type { FilesRead, FilesWrite } from '../../../shared/ports.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const page = { width: 400, height: 300 };

describe('evidence of a file about its pages', () => {
  test('consists of its title, its page labels, and the outline entries that lead to a page', async () => {
    const draw = (pdf: PDFKit.PDFDocument) => void pdf.outline.addItem('A-101 Floor plan');
    await using pdf = await openPdf(await drawPdf([{ ...page, draw }], { info: { Title: 'Bridge Road' } }));
    expect(await evidenceIn(pdf, 'set.pdf')).toEqual({
      ...{ filename: 'set.pdf', title: 'Bridge Road', labels: [''] },
      outline: [{ page: 1, title: 'A-101 Floor plan' }],
    });
    const leading = {
      facts: async () => ({ title: null, pageLabels: [], outline: [{ title: 'x', page: null, level: 0 }] }),
    };
    expect((await evidenceIn(leading as unknown as PdfDocument, 'set.pdf')).outline).toEqual([]);
  });

  test('consists of its name if the rest is unreadable; other errors are thrown', async () => {
    const failing = (error: Error) => ({ facts: () => Promise.reject(error) }) as unknown as PdfDocument;
    expect(await evidenceIn(failing(new FileError('timeout', 'Took too long')), 'set.pdf')).toEqual({
      filename: 'set.pdf',
    });
    await expect(evidenceIn(failing(new Error('other')), 'set.pdf')).rejects.toThrow('other');
  });

  test('is stored with the texts of the first slice', async () => {
    const objects = new Map<string, Uint8Array>();
    const files = {
      put: async (path: string, bytes: Uint8Array) => void objects.set(path, bytes),
      bytes: async (path: string) => objects.get(path) ?? Promise.reject(new NotFound()),
    } as unknown as FilesRead & FilesWrite;
    const target = { organizationId: 'acme', documentId: 'set' };
    const text = (number: number) => ({ page: number, width: 1, height: 1, text: '', words: [] });
    const file = { filename: 'set.pdf', labels: ['A-1', 'A-2'] };
    await storeSliceTexts(target, 1, { pages: [text(1)], file }, files);
    await storeSliceTexts(target, 2, { pages: [text(2)] }, files);
    const plan = { run: 'r', count: 2, size: 1, facts: {}, rounds: 1, finished: new Set<number>() };
    expect(await readSliceTexts(target, plan, files)).toEqual({ pages: [text(1), text(2)], file });
  });
});
