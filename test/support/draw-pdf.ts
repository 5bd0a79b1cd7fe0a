import PDFDocument from 'pdfkit';

/** One page of a small PDF drawn for a test; points, origin top left. */
export interface DrawnPage {
  width: number;
  height: number;
  draw?: (pdf: PDFKit.PDFDocument) => unknown;
}

/** Draws a PDF of the given pages; the same input gives the same bytes apart from the file identifier. */
export const drawPdf = (
  pages: readonly DrawnPage[],
  options: Omit<PDFKit.PDFDocumentOptions, 'autoFirstPage'> = {},
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ ...options, autoFirstPage: false, margin: 0 });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
    for (const { width, height, draw } of pages) {
      pdf.addPage({ size: [width, height], margin: 0 });
      draw?.(pdf);
    }
    pdf.end();
  });
