import { drawPdf } from './draw-pdf.ts';

/** A plan of twelve rooms as small as it can be compared; two of unlike notes differ in that note alone. */
export const smallPlan = (note: string): Promise<Uint8Array> =>
  drawPdf([
    {
      width: 420,
      height: 300,
      draw: (pdf) => {
        pdf.fontSize(9);
        for (let i = 0; i < 12; i++) {
          const [x, y] = [20 + (i % 4) * 95, 20 + Math.floor(i / 4) * 70];
          pdf.rect(x, y, 85, 60).stroke();
          pdf.text(`ROOM ${i + 1}`, x + 10, y + 10);
        }
        pdf.text(note, 20, 250);
      },
    },
  ]);
