import { expect, test } from 'vitest';
import { detectFile } from '../../../shared/domain/files/detect.ts';
import { typeMismatch } from '../../../shared/domain/files/promised.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
const said = (text: string, filename: string, declared?: string) => {
  const head = bytesOf(text);
  return typeMismatch(detectFile({ head, size: head.length, filename }), filename, declared);
};

test.each([
  ['words', 'a.pdf', undefined, 'The name of the file says that it is a PDF, but its bytes are text/plain'],
  [
    '\0\x01\x02\x03',
    'a.PDF',
    undefined,
    'The name of the file says that it is a PDF, but its bytes are none that is known',
  ],
  ['words', 'a.jpeg', undefined, 'The name of the file says that it is a picture, but its bytes are text/plain'],
  ['words', 'a.docx', undefined, 'The name of the file says that it is an Office file, but its bytes are text/plain'],
  ['words', 'a', 'application/pdf; charset=x', 'The file was declared to be a PDF, but its bytes are text/plain'],
])('%j named %s and declared %s does not match', (text, filename, declared, expected) => {
  expect(said(text, filename, declared)).toBe(expected);
});

test.each([
  ['%PDF-1.7\n', 'a.pdf', undefined],
  // An image named like a PDF is read as an image.
  [PNG, 'a.pdf', 'application/pdf'],
  ['words', 'a.txt', 'text/plain'],
  ['words', 'a.dwg', 'application/octet-stream'],
  ['{\\rtf1 words}', 'a.doc', 'application/msword'],
  ['\0\x01\x02', 'a.bin', 'application/x-ole-storage'],
])('%j named %s and declared %s matches, or nothing was declared', (text, filename, declared) => {
  expect(said(text, filename, declared)).toBeUndefined();
});
