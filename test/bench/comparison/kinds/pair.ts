import {
  addPage,
  type DrawnBox,
  type DrawnMatrix,
  type DrawnSize,
  documentBytes,
  type Element,
  newPdf,
} from './drawing.ts';

/** One version of a sheet. */
export interface Side {
  size: DrawnSize;
  elements: readonly Element[];
  matrix?: DrawnMatrix;
  /** Draws what elements cannot, below or above them: images, slanting lettering, annotations. */
  under?: (pdf: PDFKit.PDFDocument) => void;
  over?: (pdf: PDFKit.PDFDocument) => void;
}

export interface KindPair {
  older: Side;
  newer: Side;
  /** What a comparison should report, points of the newer page. */
  truth: DrawnBox[];
}

export const draw = ({ size, elements, matrix, under, over }: Side): Uint8Array => {
  const pdf = newPdf({ title: 'Hard kind' });
  // `addPage` starts the page itself, so content below is drawn on it first.
  const add = pdf.addPage.bind(pdf);
  pdf.addPage = (options) => {
    add(options);
    if (under) {
      pdf.save();
      if (matrix) pdf.transform(...matrix);
      under(pdf);
      pdf.restore();
    }
    return pdf;
  };
  addPage(pdf, { size, elements, ...(matrix ? { matrix } : {}) });
  if (over) {
    pdf.save();
    if (matrix) pdf.transform(...matrix);
    over(pdf);
    pdf.restore();
  }
  return documentBytes(pdf);
};
