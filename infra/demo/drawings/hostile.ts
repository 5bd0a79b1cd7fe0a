import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { drawSheet } from './draw.ts';
import { documentBytes, newPdf } from './pdf.ts';
import { text } from './primitives.ts';

/** Returns a drawing that opens only with the password. */
export const encryptedPdf = (userPassword = 'open-sesame'): Uint8Array => {
  const document = newPdf({ title: 'Encrypted sheet', userPassword });
  document.addPage({ size: 'A4' });
  const { x, y, size } = text('CONFIDENTIAL', 72, 100, { size: 24 });
  document.fontSize(size).text('CONFIDENTIAL', x, y);
  return documentBytes(document);
};

/** Returns a sheet whose end was lost in transfer: no cross-reference table, no trailer, a truncated content stream. */
export const truncatedPdf = (fraction = 0.4): Uint8Array => {
  const whole = drawSheet({ size: 'A3' });
  return whole.slice(0, Math.floor(whole.length * fraction));
};

export const zeroByteFile = (): Uint8Array => new Uint8Array(0);

/** Returns bytes that are not a PDF, to be stored under the name of one. */
export const notAPdf = (): Uint8Array => new TextEncoder().encode('<html><body>404 Not Found</body></html>\n');

/** Assembles a PDF from objects numbered from 1, the catalogue first. */
const assemble = (objects: readonly (string | Uint8Array)[]): Uint8Array => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, i) => {
    offsets.push(length);
    add(Buffer.from(`${i + 1} 0 obj\n`));
    add(Buffer.from(object));
    add(Buffer.from('\nendobj\n'));
  });
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`));
  return new Uint8Array(Buffer.concat(parts));
};

const stream = (dictionary: string, data: Uint8Array | string): Uint8Array => {
  const bytes = Buffer.from(data);
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
};

const ONE_PAGE = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'];

/**
 * Returns a page of about 2 KB whose content, deflated twice, expands to `megabytes` of operators. One deflated
 * megabyte, flushed to be independent, is repeated, so that the whole need not be compressed.
 */
export const memoryBomb = (megabytes = 512): Uint8Array => {
  const block = deflateRawSync(Buffer.alloc(2 ** 20, '0 0 m\n'), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from([0x03, 0x00]);
  const once = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: megabytes }, () => block), end]);
  return assemble([
    ...ONE_PAGE,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
    stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(once, { level: 9 })),
  ]);
};

/**
 * Returns a page of about 2 KB whose forms draw each other `fan` times at each of `depth` levels, which takes years to
 * render; or `pages` such pages.
 */
export const timeBomb = (depth = 12, fan = 10, pages = 1): Uint8Array => {
  const form = (level: number): Uint8Array => {
    const next = level + 1 < depth ? `/Resources << /XObject << /X ${5 + level + 1} 0 R >> >>` : '';
    const content = next === '' ? '0 0 10 10 re f' : '/X Do '.repeat(fan);
    return stream(`/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${next}`, content);
  };
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>';
  const others = Array.from({ length: pages - 1 }, (_, i) => `${5 + depth + i} 0 R`);
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${['3 0 R', ...others].join(' ')}] /Count ${pages} >>`,
    page,
    stream('', '/X Do'),
    ...Array.from({ length: depth }, (_, level) => form(level)),
    ...others.map(() => page),
  ]);
};
