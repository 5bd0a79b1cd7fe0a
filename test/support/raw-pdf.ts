/** The parts of a hand-written PDF page, in PDF syntax. */
export interface RawPage {
  width: number;
  height: number;
  content: string;
  /** Entries of the page's resource dictionary. */
  resources?: string;
  /** Further entries of the page, such as `/Rotate 90`. */
  entries?: string;
  /** Further entries of the catalog. */
  catalogue?: string;
  /** Kids and count of the page tree; the page is object 3. */
  pageTree?: string;
  /** Further objects, numbered from 5. */
  objects?: readonly string[];
}

/** Returns a PDF stream object. */
export const rawStream = (entries: string, content: string): string =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/**
 * Returns a page that shows codes of one byte in a font whose ToUnicode map states these characters for them.
 * @param baseFont the font's name, a standard one unless the name matters
 */
export const statedPdf = (codes: readonly number[], characters: readonly string[], baseFont = 'Helvetica'): Buffer => {
  const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
  const map = codes.map((code, i) => `<${hex(code, 2)}> <${hex(characters[i]!.codePointAt(0)!, 4)}>`);
  return rawPdf({
    width: 200,
    height: 100,
    content: `BT /F 10 Tf 20 50 Td <${codes.map((code) => hex(code, 2)).join('')}> Tj ET`,
    resources: '/Font << /F 5 0 R >>',
    objects: [
      `<< /Type /Font /Subtype /Type1 /BaseFont /${baseFont} /ToUnicode 6 0 R >>`,
      rawStream(
        '',
        `/CMapName /Own def 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar endcmap`,
      ),
    ],
  });
};

/** Returns a one-page PDF exactly as written, for constructs that PDF libraries do not produce. */
export const rawPdf = ({ width, height, content, resources, entries, catalogue, ...more }: RawPage): Buffer => {
  const { objects = [], pageTree = '/Kids [3 0 R] /Count 1' } = more;
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue ?? ''} >>`,
    `<< /Type /Pages ${pageTree} >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << ${resources ?? ''} >> ${entries ?? ''} >>`,
    rawStream('', content),
    ...objects,
  ];
  const parts = ['%PDF-1.7\n'];
  let size = parts[0]!.length;
  const offsets = all.map((object, i) => {
    const offset = size;
    const text = `${i + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(text);
    size += text.length;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(`xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}`);
  parts.push(`trailer << /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
};
