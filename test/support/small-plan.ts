import { drawPdf } from './draw-pdf.ts';

/**
 * Draws a plan of twelve rooms, as small as a comparison allows; plans with different notes differ only in the note.
 */
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
