import sharp from 'sharp';
import { openPdf } from '../../shared/pdf/index.ts';
import { drawPdf } from './draw-pdf.ts';

const WIDTH = 1000;
const HEIGHT = 700;
/** Scale from the coordinates below to the paper size of a drawing. */
const SCALE = 1.2;

/** Texts of the title block with offset from its top left corner and size, in points. */
const LETTERING: readonly (readonly [text: string, x: number, y: number, size: number])[] = [
  ...([['CLIENT', 730, 390, 8] as const, ['HARBOUR STREET TRUST', 730, 402, 12] as const] as const),
  ...([['DRAWING TITLE', 730, 450, 8] as const, ['FIRST FLOOR PLAN', 730, 464, 16] as const] as const),
  ...([['SCALE', 730, 552, 8] as const, ['1:100', 730, 564, 12] as const] as const),
  ...([['DATE', 830, 552, 8] as const, ['12.06.2024', 830, 564, 12] as const] as const),
  ...([['DRAWING NO', 730, 612, 8] as const, ['A-201', 730, 626, 24] as const] as const),
];

const drawBlock = (pdf: PDFKit.PDFDocument): void => {
  pdf.rect(20, 20, 960, 660).rect(720, 20, 260, 660).rect(720, 540, 260, 140).stroke();
  for (const [text, x, y, size] of LETTERING)
    pdf.font('Helvetica').fontSize(size).text(text, x, y, { lineBreak: false });
};

/**
 * Draws a sheet whose notes are text and whose title block is an image: A-201, FIRST FLOOR PLAN, 1:100, 12.06.2024.
 * @param note makes the sheet's content unique
 */
export const picturedSheet = async (note: string): Promise<Buffer> => {
  await using pdf = await openPdf(await drawPdf([{ width: WIDTH, height: HEIGHT, draw: drawBlock }]));
  const { data, width, height } = await pdf.render(1, { dpi: 200, grey: true });
  const png = await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const draw = (page: PDFKit.PDFDocument): void => {
    page.image(png, 0, 0, { width: SCALE * WIDTH, height: SCALE * HEIGHT });
    page.fontSize(9).text(`all walls are to be checked on site before any work begins ${note}`, 60, 80);
  };
  return drawPdf([{ width: SCALE * WIDTH, height: SCALE * HEIGHT, draw }]);
};
