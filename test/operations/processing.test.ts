import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  drawScan,
  drawSheet,
  encryptedPdf,
  sheetFacts,
  truncatedPdf,
  zeroByteFile,
} from '../../infra/demo/drawings/index.ts';
import { createProject, processed, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { drawPdf } from '../support/draw-pdf.ts';
import { outlinesOf } from '../support/outlined-text.ts';
import { picturedSheet } from '../support/pictured-block.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';
import { docxOf, packageOf, pptxOf, workbookOf } from '../unit/extract/office-files.ts';
import { tied } from '../unit/sheets/tied.ts';

const DOCUMENTS = '/api/v1/documents';
const bytes = (text: string) => new TextEncoder().encode(text);

let service: Service;
let api: Api;
let project: string;
/** How often chunks were stored, by document: each run of the worker that came to its end does it once. */
const runs = new Map<string, number>();

beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { followed: false });
  await countRuns();
  api = await service.as();
  project = await createProject(api);
});
afterAll(() => service.end());

const countRuns = async () => {
  const { provide } = await import('../../shared/http/provide.ts');
  const { adapter } = await import('../../shared/aws/adapters/chunks.write.ts');
  provide({
    'chunks.write': (environment) => {
      const { replace, stored } = adapter(environment);
      return {
        stored,
        replace: (...given) => {
          const [, documentId, of] = given;
          if (of === 'file') runs.set(documentId, (runs.get(documentId) ?? 0) + 1);
          return replace(...given);
        },
      };
    },
  });
};

const upload = async (content: Uint8Array, filename = 'a.txt', where = project): Promise<string> => {
  const { status, text, body } = await uploadForm(api, where, content, filename);
  expect(status, text).toBe(201);
  return body.id;
};
const outcome = async (content: Uint8Array, filename?: string, where?: string) =>
  processed(api, await upload(content, filename, where));
const link = async (id: string) => (await api.call('GET', `${DOCUMENTS}/${id}/download`)).body.download_url;

test('empty fields of a form count as absent, so the title block is read', async () => {
  const sheet = { size: 'A3', seed: 'blank fields', revision: 'D' } as const;
  const blank = { title: '', document_reference: '', revision: '' };
  const { body } = await uploadForm(api, project, drawSheet(sheet), 'sheet.pdf', blank);
  const facts = sheetFacts(sheet);
  expect(await processed(api, body.id)).toMatchObject({
    document_reference: facts.sheet_number,
    revision: facts.revision,
    title: expect.stringMatching(/\w/),
  });
});

test('a drawing gets its text, sheet, images, chunks and proposals of its fields', async () => {
  const sheet = { size: 'A3', seed: 'processing', revision: 'C' } as const;
  const document = await outcome(drawSheet(sheet), 'sheet.pdf');
  const facts = sheetFacts(sheet);
  expect(document).toMatchObject({
    processing_status: 'PROCESSED',
    error: null,
    file_handling_tier: 'FULL',
    mime_type: 'application/pdf',
    file_extension: 'pdf',
    page_count: 1,
    title: facts.title,
    document_reference: facts.sheet_number,
    revision: 'C',
  });
  expect(document.sheets).toMatchObject([{ page: 1, sheet_number: facts.sheet_number, revision: 'C' }]);
  expect(document.content).toContain(facts.sheet_number);
  expect(document.chunks_count).toBeGreaterThan(0);
  expect(document.keywords.length).toBeGreaterThan(0);
  expect(document.related_queries.length).toBeGreaterThan(0);
  const { items } = (await api.call('GET', `${DOCUMENTS}?project_id=${project}&size=100`)).body;
  const item = items.find(({ _id }: { _id: string }) => _id === document._id);
  for (const [url, longest] of [
    [item.full_image_url, 1819],
    [item.thumbnail_url, 400],
  ]) {
    const image = await sharp(await (await fetch(url)).arrayBuffer()).metadata();
    expect([image.format, Math.max(image.width, image.height)]).toEqual(['png', longest]);
  }
});

describe('a file is processed by its content type, whatever its name', () => {
  const picture = (format: 'png' | 'gif') =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
      .toFormat(format)
      .toBuffer();
  const paragraph = '<w:p><w:r><w:t>Beam schedule of the roof</w:t></w:r></w:p>';
  const mail =
    'From: a@example.com\r\nTo: b@example.com\r\nSubject: Delivery\r\nDate: Mon, 1 Jun 2026 09:00:00 +0000\r\nMessage-ID: <1@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nConcrete arrives at noon\r\n';
  const dwg = () => Buffer.concat([bytes('AC1032'), new Uint8Array(200)]);
  const cases: [string, () => Uint8Array | Promise<Uint8Array>, string, string, string | null][] = [
    ['a.docx', () => docxOf(paragraph), 'TEXT_ONLY', 'PROCESSED', 'Beam schedule of the roof'],
    ['a.xlsx', () => workbookOf('xlsx'), 'TEXT_ONLY', 'PROCESSED', '1250.5'],
    ['a.pptx', () => pptxOf(), 'TEXT_ONLY', 'PROCESSED', 'Kick-off'],
    ['a.txt', () => bytes('Plain words'), 'TEXT_ONLY', 'PROCESSED', 'Plain words'],
    ['a.csv', () => bytes('item,cost\nsteel,12\nwood,7\n'), 'TEXT_ONLY', 'PROCESSED', 'steel'],
    ['a.html', () => bytes('<!doctype html><p>Door <b>list</b></p>'), 'TEXT_ONLY', 'PROCESSED', 'Door list'],
    ['a.eml', () => bytes(mail), 'TEXT_ONLY', 'PROCESSED', 'Concrete arrives at noon'],
    ['a.png', () => picture('png'), 'FULL', 'PROCESSED', null],
    ['a.gif', () => picture('gif'), 'PREVIEW_ONLY', 'PROCESSED', null],
    ['a.zip', () => packageOf({ 'a.txt': 'packed' }), 'RECORD_ONLY', 'ACCEPTED', null],
    ['a.dwg', dwg, 'RECORD_ONLY', 'ACCEPTED', null],
    ['model.bin', () => drawSheet({ size: 'A3', seed: 'named' }), 'FULL', 'PROCESSED', 'SCALE'],
  ];
  test.each(cases)('%s', async (filename, make, tier, status, words) => {
    const document = await outcome(new Uint8Array(await make()), filename);
    expect([document.file_handling_tier, document.processing_status]).toEqual([tier, status]);
    if (filename === 'a.dwg') expect(document.error).toMatch(/AutoCAD.*Export it as PDF or DXF/);
    else expect(document.error).toBeNull();
    if (words === null) expect(document.content).toBeNull();
    else expect(document.content.toUpperCase()).toContain(words.toUpperCase());
    expect(document.chunks_count > 0).toBe(words !== null);
    expect(document.thumbnail_image_path !== null).toBe(tier === 'FULL' || tier === 'PREVIEW_ONLY');
  });
});

test.each([
  ['truncated', () => truncatedPdf(), 'damaged', /cut off|damaged/],
  ['encrypted', () => encryptedPdf(), 'encrypted', /password|encrypted/],
  ['empty', () => zeroByteFile(), 'empty', /empty/],
] as const)(
  'a PDF that is %s fails with a reason, and again when it is processed again',
  async (_name, make, code, error) => {
    const document = await outcome(make(), 'hostile.pdf');
    const failed = { processing_status: 'FAILED', error: expect.stringMatching(error), error_detail: { code } };
    expect(document).toMatchObject(failed);
    expect((await api.call('POST', `${DOCUMENTS}/${document._id}/reprocess`)).status).toBe(202);
    expect(await processed(api, document._id)).toMatchObject(failed);
  },
);

test('a scan is reported without text layer first, and with recognised text later', async () => {
  const scan = await drawScan({ sheet: { size: 'A3', seed: 'scan', title: 'GROUND FLOOR PLAN' }, dpi: 150 });
  const id = await upload(scan, 'scan.pdf');
  expect(await processed(api, id)).toMatchObject({
    processing_status: 'PROCESSED',
    error_detail: null,
    reading: { text_layer: expect.stringMatching(/none|recognised/), scanned_pages: [1] },
    full_image_path: expect.any(String),
    text_status: expect.stringMatching(/recognising|complete/),
  });
  const recognised = await eventually(async () => {
    const { body } = await api.call('GET', `${DOCUMENTS}/${id}`);
    return body.reading.text_layer === 'recognised' ? body : undefined;
  });
  expect(recognised.processing_status).toBe('PROCESSED');
  expect(recognised.content.toUpperCase()).toContain('FLOOR');
  expect(recognised.chunks_count).toBeGreaterThan(0);
});

test('lettering drawn as outlines is recognised later, and then is text, drawing objects and search', async () => {
  const number = randomUUID().slice(0, 4);
  const notes = ['ALL WORK IS CHECKED ON SITE', 'CONCRETE GRADE C30/37', `GROUND FLOOR PLAN`, 'STAIRCASE'];
  const draw = (pdf: PDFKit.PDFDocument) => {
    pdf.fontSize(9).text(`these words are the text layer of sheet ${number}`, 60, 40);
    for (const [i, note] of notes.entries())
      pdf.path(outlinesOf(note, { x: 60, y: 100 + 30 * i, size: 10, spacing: -1.2 })).fill('black');
  };
  const id = await upload(await drawPdf([{ width: 800, height: 600, draw }]), 'outlined.pdf');
  const first = await processed(api, id);
  expect(first.content).toContain('the text layer of sheet');
  const read = await eventually(async () => {
    const { body } = await api.call('GET', `${DOCUMENTS}/${id}`);
    return body.text_status === 'complete' ? body : undefined;
  });
  expect(read.error_detail).toBeNull();
  expect(read.content).toContain('the text layer of sheet');
  expect(read.content).toContain('CONCRETE GRADE');
  const { body } = await api.call('GET', `${DOCUMENTS}/${id}/matches?query=STAIRCASE`);
  expect(body.items).toMatchObject([{ page: 1, text: 'STAIRCASE' }]);
});

test('a title block that is an image on a sheet with text is recognised later', async () => {
  const id = await upload(await picturedSheet(randomUUID()), 'pictured.pdf');
  const first = await processed(api, id);
  expect(first.content).toContain('checked on site');
  const read = await eventually(async () => {
    const { body } = await api.call('GET', `${DOCUMENTS}/${id}`);
    return body.text_status === 'complete' ? body : undefined;
  });
  expect(read.sheets).toMatchObject([
    { sheet_number: 'A-201', title: 'FIRST FLOOR PLAN', scale: '1:100', source: { sheet_number: 'ocr', title: 'ocr' } },
  ]);
  expect(read).toMatchObject({ document_reference: 'A-201', error_detail: null });
  expect([read.content, read.latest_version]).toEqual([first.content, first.latest_version]);
});

/** Pages of which the first prints two numbers in like places; its entry in the outline names one of them. */
const tiedPages = (named: string, pages: number) => {
  const draw = (pdf: PDFKit.PDFDocument) => {
    for (const [text, x, y, size] of tied)
      pdf
        .font('Helvetica')
        .fontSize(size)
        .text(text, x, y - size, { lineBreak: false });
    pdf.outline.addItem(`${named} - First floor`);
  };
  const words = 'these are the words of one more page';
  const other = { width: 400, height: 200, draw: (pdf: PDFKit.PDFDocument) => pdf.fontSize(9).text(words, 20, 20) };
  return drawPdf([{ width: 2384, height: 1684, draw }, ...Array.from({ length: pages - 1 }, () => other)]);
};

test.each([1, 17])('the outline of a file of %i pages decides between numbers that a sheet prints', async (pages) => {
  for (const named of ['S-204', 'S-118']) {
    const { sheets } = await outcome(await tiedPages(named, pages), 'tied.pdf');
    expect(sheets[0]).toMatchObject({ page: 1, sheet_number: named });
  }
});

describe('equal files', () => {
  test('the second one in a project is a duplicate that names the first', async () => {
    const content = bytes(randomUUID());
    const first = await outcome(content);
    const second = await outcome(content, 'other name.txt');
    expect(first.processing_status).toBe('PROCESSED');
    expect(second).toMatchObject({
      processing_status: 'DUPLICATE',
      error: null,
      error_detail: { duplicate_of: first._id, reason: expect.stringContaining('SHA-256'), sha256: expect.any(String) },
    });
    const elsewhere = await outcome(content, 'a.txt', await createProject(api, 'Elsewhere'));
    expect(elsewhere.processing_status).toBe('PROCESSED');
  });

  test('uploaded concurrently are processed once, the others being duplicates', async () => {
    const content = bytes(randomUUID());
    const ids = await Promise.all(Array.from({ length: 6 }, () => upload(content)));
    const all = await Promise.all(ids.map((id) => processed(api, id)));
    const original = all.filter(({ processing_status }) => processing_status === 'PROCESSED');
    expect(original).toHaveLength(1);
    const copies = all.filter((each) => each !== original[0]);
    expect(copies.map(({ processing_status, error_detail }) => [processing_status, error_detail.duplicate_of])).toEqual(
      Array(5).fill(['DUPLICATE', original[0]._id]),
    );
  });

  test('after the original is deleted the file can be uploaded afresh, and a duplicate takes its place', async () => {
    const content = bytes(randomUUID());
    const original = await upload(content);
    await processed(api, original);
    const copy = await upload(content);
    await processed(api, copy);
    await api.call('DELETE', `${DOCUMENTS}/${original}`);
    expect((await outcome(content)).processing_status).toBe('PROCESSED');
    await api.call('POST', `${DOCUMENTS}/${copy}/reprocess`);
    expect((await processed(api, copy)).processing_status).toBe('DUPLICATE');
  });

  test('the announced SHA-256 must be the one of the file', async () => {
    const content = bytes(randomUUID());
    const asked = { project_id: project, filename: 'a.txt', file_size: content.length, sha256: 'ab'.repeat(32) };
    const { url, headers } = (await api.call('POST', '/api/v1/uploads', asked)).body;
    expect((await fetch(url, { method: 'PUT', headers, body: content })).status).toBe(400);
  });
});

describe('reprocess', () => {
  test('starts one run for each accepted call of 50 concurrent ones, and rejects the others', async () => {
    const id = await upload(drawSheet({ size: 'A3', seed: 'fifty' }), 'fifty.pdf');
    await processed(api, id);
    const before = runs.get(id);
    expect(before).toBe(1);
    const calls = Array.from({ length: 50 }, () => api.call('POST', `${DOCUMENTS}/${id}/reprocess`));
    const answers = await Promise.all(calls);
    // More than one if a run ended before the last call arrived.
    const taken = answers.filter(({ status }) => status === 202);
    expect(taken.length).toBeGreaterThan(0);
    for (const { body } of taken) {
      expect(body).toEqual({ document_id: id, processing_status: 'QUEUED', message: expect.any(String) });
    }
    for (const { status, body, headers } of answers.filter((answer) => !taken.includes(answer))) {
      // A slow machine may give up on a call that kept colliding with others; it starts no run either.
      if (status === 503) expect(headers.get('retry-after')).not.toBeNull();
      else expect([status, body.detail]).toEqual([409, expect.stringMatching(/^The document is (QUEUED|PROCESSING)$/)]);
    }
    expect((await processed(api, id)).processing_status).toBe('PROCESSED');
    expect(runs.get(id)).toBe(1 + taken.length);
  });

  test('a document without a file cannot be processed', async () => {
    const asked = { project_id: project, filename: 'a.txt', file_size: 3 };
    const { store_path } = (await api.call('POST', '/api/v1/uploads', asked)).body;
    const body = recordBody(project, store_path, { processing_status: 'PENDING' });
    await api.call('POST', DOCUMENTS, body);
    const answer = await api.call('POST', `${DOCUMENTS}/${body.document_id}/reprocess`);
    expect([answer.status, answer.body.detail]).toEqual([409, 'The file has not been uploaded yet']);
  });

  test('the stored file is never changed', async () => {
    const content = drawSheet({ size: 'A3', seed: 'stays' });
    const store_path = await uploadByLink(api, project, content, 'stays.pdf');
    const body = recordBody(project, store_path, { filename: 'stays.pdf' });
    await api.call('POST', DOCUMENTS, body);
    await processed(api, body.document_id);
    const stored = await fetch(await link(body.document_id));
    expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true);
  });
});
