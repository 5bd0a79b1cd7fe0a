/** What a page of a PDF written by hand is made of, in the syntax of PDF. */
export interface RawPage {
  width: number;
  height: number;
  content: string;
  /** Entries of the page's resources. */
  resources?: string;
  /** Further entries of the page, as `/Rotate 90`. */
  entries?: string;
  /** Further entries of the catalogue. */
  catalogue?: string;
  /** Further objects, numbered from 5. */
  objects?: readonly string[];
}

/** A stream object of PDF. */
export const rawStream = (entries: string, content: string): string =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** A PDF of one page, exactly as written: for what PDF libraries do not write. */
export const rawPdf = ({ width, height, content, resources, entries, catalogue, objects = [] }: RawPage): Buffer => {
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue ?? ''} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
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
