import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { FileHandlingTier } from '../../../shared/domain/documents/values.ts';
import { detectFile } from '../../../shared/domain/files/detect.ts';
import type { FileKind } from '../../../shared/domain/files/kinds.ts';
import { probeFile } from '../../../shared/domain/files/probe.ts';
import { zipEntryNames } from '../../../shared/domain/files/zip-directory.ts';
import { processorMilliseconds } from '../../support/processor-time.ts';

const bytes = (text: string) => Uint8Array.from([...text].map((character) => character.charCodeAt(0)));
const detect = (head: Uint8Array, filename?: string) => detectFile({ head, size: head.length, filename });

const office = (main: string, extra: Zippable = {}) =>
  zipSync({ '[Content_Types].xml': strToU8('<Types/>'), [main]: strToU8('<x/>'), ...extra });

const openDocument = (type: string) =>
  zipSync({
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${type}`), { level: 0 }],
    'content.xml': strToU8('<x/>'),
  });

/** An OLE file of one directory sector that names the root and one stream. */
function ole(stream: string, directorySector = 0): Uint8Array {
  const file = new Uint8Array(512 * (directorySector + 2));
  file.set(bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'));
  const header = new DataView(file.buffer);
  header.setUint16(30, 9, true);
  header.setUint32(48, directorySector, true);
  const directory = 512 * (directorySector + 1);
  file.set(bytes([...'Root Entry'].join('\0')), directory);
  file.set(bytes([...stream].join('\0')), directory + 128);
  return file;
}

const MAIL = 'Received: from a.example\r\nFrom: a@b.example\r\nSubject: RFI 12\r\n\r\nHello';
const BMP = bytes(`BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0${'\0'.repeat(36)}`);

describe('the type of a file from its bytes', () => {
  it.each<[string, Uint8Array, FileKind, FileHandlingTier]>([
    ['PDF', bytes('%PDF-1.7\n%\xe2\xe3\n'), 'pdf', 'FULL'],
    ['PDF after bytes of a mail gateway', bytes('junk\r\n%PDF-1.4\n...startxref\n0\n%%EOF'), 'pdf', 'FULL'],
    ['PNG', bytes('\x89PNG\r\n\x1a\n\0\0'), 'png', 'FULL'],
    ['JPEG', bytes('\xff\xd8\xff\xe0\0\x10JFIF'), 'jpeg', 'FULL'],
    ['TIFF, little endian', bytes('II*\0\x08\0\0\0'), 'tiff', 'FULL'],
    ['TIFF, big endian', bytes('MM\0*\0\0\0\x08'), 'tiff', 'FULL'],
    ['GIF', bytes('GIF89a\x01\0'), 'gif', 'PREVIEW_ONLY'],
    ['WebP', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'webp', 'PREVIEW_ONLY'],
    ['BMP', BMP, 'bmp', 'PREVIEW_ONLY'],
    ['SVG', bytes('<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="a">'), 'svg', 'PREVIEW_ONLY'],
    [
      'SVG with a document type',
      bytes('<!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY c "d">]>\n<svg>'),
      'svg',
      'PREVIEW_ONLY',
    ],
    ['HEIC', bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'heic', 'PREVIEW_ONLY'],
    ['AVIF', bytes('\0\0\0\x1cftypavif\0\0\0\0mif1avif'), 'avif', 'PREVIEW_ONLY'],
    ['docx', office('word/document.xml'), 'docx', 'TEXT_ONLY'],
    ['docm', office('word/document.xml', { 'word/vbaProject.bin': strToU8('x') }), 'docm', 'TEXT_ONLY'],
    ['xlsx', office('xl/workbook.xml'), 'xlsx', 'TEXT_ONLY'],
    ['pptx', office('ppt/presentation.xml'), 'pptx', 'TEXT_ONLY'],
    ['odt', openDocument('text'), 'odt', 'TEXT_ONLY'],
    ['ods', openDocument('spreadsheet'), 'ods', 'TEXT_ONLY'],
    ['doc', ole('WordDocument'), 'doc', 'TEXT_ONLY'],
    ['xls', ole('Workbook'), 'xls', 'TEXT_ONLY'],
    ['ppt', ole('PowerPoint Document'), 'ppt', 'TEXT_ONLY'],
    ['msg', ole('__properties_version1.0'), 'msg', 'TEXT_ONLY'],
    ['encrypted Office', ole('EncryptedPackage'), 'encrypted_office', 'TEXT_ONLY'],
    ['RTF', bytes('{\\rtf1\\ansi'), 'rtf', 'TEXT_ONLY'],
    ['HTML', bytes('\n<!-- a --><!DOCTYPE html><html>'), 'html', 'TEXT_ONLY'],
    ['mail', bytes(MAIL), 'eml', 'TEXT_ONLY'],
    ['text in UTF-16', bytes('\xff\xfeh\0i\0'), 'txt', 'TEXT_ONLY'],
    ['text in Windows-1252', bytes('Tr\xe4ger, 30 \xb0 \x96 siehe Plan'), 'txt', 'TEXT_ONLY'],
    ['table', bytes('a;b;c\n1;"2;2";3\n4;5;6\n'), 'csv', 'TEXT_ONLY'],
    ['DWG', bytes('AC1032\0\0\0\0'), 'dwg', 'RECORD_ONLY'],
    ['DXF', bytes('  0\r\nSECTION\r\n  2\r\nHEADER\r\n'), 'dxf', 'TEXT_ONLY'],
    ['IFC', bytes("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\n"), 'ifc', 'RECORD_ONLY'],
    ['STEP', bytes("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AP214'));\n"), 'step', 'RECORD_ONLY'],
    ['Revit', ole('BasicFileInfo'), 'rvt', 'RECORD_ONLY'],
    ['zip', zipSync({ 'a.txt': strToU8('a') }), 'zip', 'RECORD_ONLY'],
    ['empty zip', zipSync({}), 'zip', 'RECORD_ONLY'],
    ['7z', bytes('7z\xbc\xaf\x27\x1c\0\x04'), '7z', 'RECORD_ONLY'],
    ['tar', bytes(`${'a'.padEnd(257, '\0')}ustar\x0000`), 'tar', 'RECORD_ONLY'],
    ['program', bytes('\x7fELF\x02\x01\x01\0'), 'unknown', 'RECORD_ONLY'],
    ['empty file', bytes(''), 'unknown', 'RECORD_ONLY'],
  ])('%s', (_, head, kind, tier) => {
    expect(detect(head)).toMatchObject({ kind, tier });
  });

  it.each<[string, Uint8Array, string, FileKind]>([
    ['a zip stays a zip', zipSync({ 'a.txt': strToU8('a') }), 'report.docx', 'zip'],
    ['a PDF stays a PDF', bytes('%PDF-1.7\n'), 'plan.dwg', 'pdf'],
    ['a program does not become text', bytes('MZ\x90\0\x03\0'), 'notes.txt', 'unknown'],
    ['HTML named as text', bytes('<!doctype html><p>a'), 'a.txt', 'html'],
    ['text named as a sheet', bytes('just words'), 'plan.pdf', 'txt'],
    ['text that speaks of PDF', bytes('A file starts with %PDF-1.7, see below.'), 'a.txt', 'txt'],
  ])('the name does not decide: %s', (_, head, filename, kind) => {
    expect(detect(head, filename).kind).toBe(kind);
  });

  it.each<[string, string, FileKind]>([
    ['a,b\n1,2\n', 'list.csv', 'csv'],
    ['a,b\n1,2\n3,4\n', 'list.txt', 'txt'],
    ['<p>part of a page</p>', 'a.html', 'html'],
    ['From: Ann\nTo: Ben\nSubject: Roof\n\nmemo', 'memo.txt', 'txt'],
    ['From: Ann\nTo: Ben\nSubject: Roof\n\nmail', 'mail.eml', 'eml'],
  ])('the name decides between textual formats: %j as %s', (text, filename, kind) => {
    expect(detect(bytes(text), filename).kind).toBe(kind);
  });

  it('keeps an extension that is another name of the same format, and no other', () => {
    expect(detect(bytes('\xff\xd8\xff\xe0'), 'A.JPEG').extension).toBe('jpeg');
    expect(detect(bytes('\xff\xd8\xff\xe0'), 'a.png').extension).toBe('jpg');
    expect(detect(ole('BasicFileInfo'), 'door.rfa').extension).toBe('rfa');
    expect(detect(bytes('\0\x01\x02'), 'model.xyz').extension).toBe('xyz');
  });

  it('terminates on endless comments', async () => {
    const took = await processorMilliseconds(() => {
      detect(bytes(`<!DOCTYPE svg ${'><!---->'.repeat(500)}`));
      detect(bytes('<!---->'.repeat(9000)));
      detect(bytes('999\n'.repeat(16_000)));
    });
    expect(took).toBeLessThan(1000);
  });
});

describe('a stored file, read in parts', () => {
  async function probe(file: Uint8Array, filename?: string) {
    const reads: [number, number][] = [];
    const read = async (offset: number, length: number) => {
      reads.push([offset, length]);
      expect(offset + length).toBeLessThanOrEqual(file.length);
      return file.slice(offset, offset + length);
    };
    return { detected: await probeFile(read, file.length, filename), reads };
  }

  it('reads the head and the tail of a large Office file', async () => {
    const media = crypto.getRandomValues(new Uint8Array(60_000));
    const parts = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`word/media/${i}.png`, media]));
    const { detected, reads } = await probe(office('word/document.xml', parts));
    expect(detected.kind).toBe('docx');
    expect(reads).toHaveLength(2);
  });

  it('reads the central directory if it is longer than the tail', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, i) => [`xl/${'p'.repeat(40)}${i}.xml`, strToU8('')]),
    );
    const file = office('xl/workbook.xml', many);
    expect(zipEntryNames(file.subarray(-65_557), file.length)).toBeNull();
    const { detected, reads } = await probe(file);
    expect(detected.kind).toBe('xlsx');
    expect(reads).toHaveLength(3);
  });

  it('reads the directory of an OLE file at its position', async () => {
    const file = new Uint8Array(400 * 512);
    file.set(ole('WordDocument', 200));
    const { detected } = await probe(file, 'letter.bin');
    expect(detected.kind).toBe('doc');
  });

  it('reads nothing of an empty file', async () => {
    const { detected, reads } = await probe(new Uint8Array());
    expect(detected.kind).toBe('unknown');
    expect(reads).toEqual([]);
  });
});
