import sharp from 'sharp';
import { elementsOf, makeDetailSheet } from './detail-sheet.ts';
import { type DrawnBox, element, line, seededRandom, text } from './drawing.ts';
import { inkOf } from './edits.ts';
import type { KindPair } from './pair.ts';

/** Images on the sheet, and annotations above it. */

/** An image like an aerial photograph: soft patches and grain. */
const photograph = async (seed: string, quality: number): Promise<Buffer> => {
  const r = seededRandom(seed, 'photograph');
  const [width, height] = [300, 220];
  const pixels = new Uint8Array(width * height * 3);
  const patches = Array.from({ length: 14 }, () => ({
    x: r.int(0, width),
    y: r.int(0, height),
    radius: r.int(25, 70),
    tone: [r.int(40, 220), r.int(40, 220), r.int(40, 220)],
  }));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let tone = [150, 165, 140];
      for (const patch of patches) if (Math.hypot(x - patch.x, y - patch.y) < patch.radius) tone = patch.tone;
      const grain = ((x * 7919 + y * 104729) % 23) - 11;
      for (let c = 0; c < 3; c++) pixels[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, tone[c]! + grain));
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
};

/** One photograph replaced, another re-encoded at another quality (no change), a line added beside. */
export const rasters = async (seed: number): Promise<KindPair> => {
  const sheet = makeDetailSheet(seed, 3);
  const elements = elementsOf(sheet);
  const [one, other, third] = sheet.free as [DrawnBox, DrawnBox, DrawnBox];
  const [was, is, same, again] = await Promise.all([
    photograph(`${seed}a`, 90),
    photograph(`${seed}b`, 90),
    photograph(`${seed}c`, 92),
    photograph(`${seed}c`, 70),
  ]);
  const frame = (cell: DrawnBox): DrawnBox => ({ x: cell.x + 20, y: cell.y + 20, width: 150, height: 110 });
  const paint = (first: Buffer, second: Buffer) => (pdf: PDFKit.PDFDocument) => {
    const [a, b] = [frame(one), frame(other)];
    pdf.image(first, a.x, a.y, { width: a.width, height: a.height });
    pdf.image(second, b.x, b.y, { width: b.width, height: b.height });
  };
  const extra = element(
    'extra',
    'line',
    line([third.x + 30, third.y + 40], [third.x + 130, third.y + 90], { width: 1 }),
  );
  return {
    older: { size: sheet.page, elements, under: paint(was, same) },
    newer: { size: sheet.page, elements: [...elements, extra], under: paint(is, again) },
    truth: [frame(one), inkOf([extra])],
  };
};

/** An annotation with an appearance of its own, as Bluebeam and Acrobat write them. */
const annotate = (pdf: PDFKit.PDFDocument, box: DrawnBox, subtype: string, contents: string, stream: string): void => {
  const font = pdf.ref({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' });
  font.end('');
  const appearance = pdf.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, box.width, box.height],
    Resources: { Font: { Helv: font } },
  });
  appearance.end(stream);
  pdf.annotate(box.x, box.y, box.width, box.height, {
    Subtype: subtype,
    Contents: new String(contents),
    F: 4,
    DA: new String('/Helv 9 Tf 1 0 0 rg'),
    AP: { N: appearance },
  } as unknown as PDFKit.Mixins.AnnotationOption);
};

/** A reviewer's note, box and measurement on the newer file; an earlier one removed. */
export const markUps = (seed: number): KindPair => {
  const r = seededRandom(seed, 'mark-ups');
  const sheet = makeDetailSheet(seed);
  const elements = elementsOf(sheet);
  const [one, other] = sheet.free as [DrawnBox, DrawnBox];
  const at = (cell: DrawnBox, x: number, y: number, width: number, height: number): DrawnBox => ({
    x: cell.x + x,
    y: cell.y + y,
    width,
    height,
  });
  const note = r.pick(['CONFIRM WITH ENGINEER', 'MOVE 200 TO THE LEFT', 'OMIT THIS DETAIL']);
  const lettering = (words: string, box: DrawnBox) =>
    `BT /Helv 9 Tf 1 0 0 rg 2 ${box.height / 2 - 3} Td (${words}) Tj ET`;
  const outline = (box: DrawnBox) => `1 0 0 RG 1.2 w 1 1 ${box.width - 2} ${box.height - 2} re S`;
  const length = (box: DrawnBox) =>
    `0 0 1 RG 1 w 0 4 m ${box.width} 4 l S 0 0 m 0 8 l S ${box.width - 0.5} 0 m ${box.width - 0.5} 8 l S BT /Helv 8 Tf 0 0 1 rg ${box.width / 2 - 14} 8 Td (${r.int(2, 9)}.45 m) Tj ET`;
  const [text1, square, measure, gone] = [
    at(one, 20, 30, 130, 16),
    at(one, 20, 90, 90, 50),
    at(other, 20, 40, 120, 18),
    at(other, 20, 120, 100, 16),
  ];
  return {
    older: {
      size: sheet.page,
      elements,
      over: (pdf) => annotate(pdf, gone, 'FreeText', 'CHECK LEVELS', lettering('CHECK LEVELS', gone)),
    },
    newer: {
      size: sheet.page,
      elements,
      over: (pdf) => {
        annotate(pdf, text1, 'FreeText', note, lettering(note, text1));
        annotate(pdf, square, 'Square', '', outline(square));
        annotate(pdf, measure, 'Line', '', length(measure));
      },
    },
    truth: [
      inkOf([element('t', 'text', text(note, text1.x + 2, text1.y + text1.height / 2 + 3, { size: 9 }))]),
      square,
      measure,
      inkOf([element('g', 'text', text('CHECK LEVELS', gone.x + 2, gone.y + gone.height / 2 + 3, { size: 9 }))]),
    ],
  };
};
