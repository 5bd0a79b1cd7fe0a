import { drawPdf } from './draw-pdf.ts';

/** What a small floor plan at 1:100 shows; lengths in millimetres of the building. */
export interface Plan {
  /** Length of the partition wall of the left room. */
  partition?: number;
  /** Numbers of the rooms. */
  rooms?: readonly [string, string, string];
  /** Displacement of the window W2 and its tag. */
  window?: number;
  /** Whether the right room has a door. */
  door?: boolean;
  /** Whether the hinge of the door is on the left. */
  isLeft?: boolean;
  /** Whether the walls are filled, from axis to axis. */
  filled?: boolean;
  /** Displacement of the socket. */
  socket?: number;
  /** The text of the dimension between the grid lines 2 and 3. */
  span?: string;
  /** The name of a section across the plan, and its distance from the upper walls in millimetres. */
  section?: string;
  sectionAt?: number;
  /** Whether a shelf, drawn like a wall, stands free in the room in the middle. */
  shelf?: boolean;
}

const perMillimetre = 72 / 25.4 / 100;
const [left, top] = [90, 90];
const across = [0, 5400, 9900, 15_000];
const down = [0, 6000];

type Corners = [x0: number, y0: number, x1: number, y1: number];

/** Returns the corners of the walls. @param face the distance of their ends from the axes of the walls they meet */
const wallsOf = (partition: number, shelf: boolean, face: number): Corners[] => [
  ...down.map((at): Corners => [-100, at - 100, 15_100, at + 100]),
  ...across.map((at): Corners => [at - 100, face, at + 100, 6000 - face]),
  ...(partition > 0 ? [[face, 3900, 100 + partition, 4100] satisfies Corners] : []),
  ...(shelf ? [[6600, 1500, 8600, 1700] satisfies Corners] : []),
];

/** Draws a leaf and its swing above the left end of an opening of 900 mm. */
const drawDoor = (pdf: PDFKit.PDFDocument, start: number, sill: number, isLeft: boolean): void => {
  const leaf = 900 * perMillimetre;
  const [hinge, end] = isLeft ? [start, start + leaf] : [start + leaf, start];
  pdf
    .lineWidth(0.5)
    .moveTo(hinge, sill)
    .lineTo(hinge, sill - leaf)
    .stroke();
  pdf.path(`M ${hinge} ${sill - leaf} A ${leaf} ${leaf} 0 0 ${isLeft ? 1 : 0} ${end} ${sill}`).stroke();
};

/** Draws a section line in dashes, with an arrow and the name of the section at either end. */
const drawSection = (pdf: PDFKit.PDFDocument, name: string, level: number, ends: [from: number, to: number]): void => {
  pdf.lineWidth(0.8);
  for (let at = ends[0]; at < ends[1]; at += 24) {
    pdf
      .moveTo(at, level)
      .lineTo(at + 18, level)
      .stroke();
  }
  for (const end of ends) {
    pdf
      .moveTo(end, level)
      .lineTo(end, level - 10)
      .stroke();
    pdf.polygon([end - 4, level - 10], [end + 4, level - 10], [end, level - 18]).fill('black');
    pdf.fontSize(11).text(name, end + 8, level - 17, { lineBreak: false });
  }
};

/** Draws a floor plan with walls, doors, windows, tags, dimensions, grid lines and room labels on one page. */
export const drawPlan = ({
  partition = 2400,
  rooms = ['101', '102', '103'],
  window = 0,
  door = true,
  isLeft = true,
  filled = false,
  socket = 0,
  span = '4500',
  section,
  sectionAt = 3400,
  shelf = false,
}: Plan = {}): Promise<Buffer> =>
  drawPdf([
    {
      width: 640,
      height: 420,
      draw: (pdf) => {
        const x = (value: number) => left + value * perMillimetre;
        const y = (value: number) => top + value * perMillimetre;
        const line = (x0: number, y0: number, x1: number, y1: number, width: number) =>
          pdf.lineWidth(width).moveTo(x0, y0).lineTo(x1, y1).stroke();
        const text = (said: string, middle: number, base: number, size: number) => {
          pdf.fontSize(size).fillColor('black');
          pdf.text(said, middle - pdf.widthOfString(said) / 2, base, { lineBreak: false });
        };
        pdf.font('Helvetica').strokeColor('black');
        const drawWalls = (finish: 'stroke' | 'fill') => {
          for (const [x0, y0, x1, y1] of wallsOf(partition, shelf, filled ? 0 : 100)) {
            pdf.lineWidth(1).fillColor('#bbbbbb');
            pdf.rect(x(x0), y(y0), (x1 - x0) * perMillimetre, (y1 - y0) * perMillimetre)[finish]();
          }
        };
        drawWalls('stroke');
        // The fills join the walls.
        if (filled) drawWalls('fill');
        // The tiles of a floor.
        for (let tile = 10_300; tile < 14_800; tile += 200) line(x(tile), y(300), x(tile), y(2600), 0.2);
        for (const [i, at] of across.entries()) {
          pdf.lineWidth(0.3).dash(8, { space: 3 }).moveTo(x(at), 50).lineTo(x(at), y(7600)).stroke().undash();
          pdf.circle(x(at), 40, 9).stroke();
          text(String(i + 1), x(at), 36, 9);
        }
        // Apart from the walls: a window that moves along a dashed line would cut it elsewhere.
        for (const [i, at] of [1500, 5000].entries()) {
          pdf.lineWidth(0.3).dash(8, { space: 3 }).moveTo(50, y(at)).lineTo(x(16_000), y(at)).stroke().undash();
          pdf.circle(40, y(at), 9).stroke();
          text('AB'[i]!, 40, y(at) - 4, 9);
        }
        const dimension = (from: number, to: number, said: string, height: number) => {
          line(x(from), height, x(to), height, 0.35);
          for (const end of [from, to]) {
            line(x(end), height - 4, x(end), height + 4, 0.35);
            line(x(end) - 2.5, height + 2.5, x(end) + 2.5, height - 2.5, 0.35);
          }
          text(said, x((from + to) / 2), height - 9, 7);
        };
        for (const [i, said] of ['5400', span, '5100'].entries()) dimension(across[i]!, across[i + 1]!, said, y(7000));
        dimension(0, 15_000, '15000', y(7500));
        for (const [i, tag] of ['W1', 'W2', 'W2'].entries()) {
          const middle = (across[i]! + across[i + 1]!) / 2 + (i === 1 ? window : 0);
          pdf.lineWidth(0.4).rect(x(middle - 600), y(-100), 1200 * perMillimetre, 200 * perMillimetre);
          pdf.fillAndStroke('white', 'black');
          line(x(middle - 600), y(0), x(middle + 600), y(0), 0.4);
          pdf.circle(x(middle), y(-700), 8).stroke();
          text(tag, x(middle), y(-700) - 3, 7);
        }
        if (door) {
          const start = x(11_500);
          pdf.rect(start, y(5900) - 0.8, 900 * perMillimetre, 200 * perMillimetre + 1.6).fill('white');
          drawDoor(pdf, start, y(5900), isLeft);
        }
        const [sx, sy] = [x(7000 + socket), y(4800)];
        pdf.lineWidth(0.5).circle(sx, sy, 5).stroke();
        line(sx - 5, sy, sx + 5, sy, 0.5);
        line(sx, sy - 5, sx, sy - 10, 0.5);
        if (section) drawSection(pdf, section, y(sectionAt), [x(-700), x(15_600)]);
        for (const [i, name] of ['OFFICE', 'KITCHEN', 'STORAGE'].entries()) {
          const middle = x((across[i]! + across[i + 1]!) / 2);
          text(name, middle, y(3000), 9);
          text(rooms[i]!, middle, y(3000) + 11, 8);
        }
      },
    },
  ]);
