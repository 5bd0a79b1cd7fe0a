import { expect, it } from 'vitest';
import { evenPaper } from '../../../shared/ocr/even-paper.ts';
import type { GreyImage } from '../../../shared/ocr/grey.ts';
import { readPicture } from '../../../shared/ocr/read-sheet-pictures.ts';

const SIDE = 480;
/** A photograph: paper that darkens from left to right, with strokes of ink and, if wanted, a filled square. */
const photograph = (brightest: number, darkest: number, filled = false) => {
  const data = new Uint8Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const paper = brightest + ((darkest - brightest) * x) / SIDE;
      const isInk = x % 40 < 3 && y % 24 < 12;
      const isFilled = filled && x > 200 && x < 400 && y > 200 && y < 400;
      data[y * SIDE + x] = isFilled ? 20 : isInk ? paper / 3 : paper;
    }
  }
  return { data, width: SIDE, height: SIDE };
};
const at = ({ data }: { data: Uint8Array }, x: number, y: number) => data[y * SIDE + x]!;

it('paper that is grey, and darker on one side, becomes white, and its ink stays dark', () => {
  const even = evenPaper(photograph(220, 110));
  for (const x of [20, 140, 260, 420]) expect(at(even, x, 20)).toBeGreaterThan(235);
  for (const x of [1, 121, 241, 441]) expect(at(even, x, 5)).toBeLessThan(100);
});

it('a filled area stays dark', () => {
  expect(at(evenPaper(photograph(200, 150, true)), 300, 300)).toBeLessThan(60);
});

it('an image on white paper is returned as it is', () => {
  const picture = photograph(255, 255);
  expect(evenPaper(picture)).toBe(picture);
});

it('the title block of a photograph is recognised on white paper', async () => {
  const seen: GreyImage[] = [];
  const recognise = async (image: GreyImage) => {
    seen.push(image);
    return { words: [], text: '', confidence: 0, complete: true };
  };
  const page = { page: 1, width: SIDE, height: SIDE, words: [], text: '' };
  const render = async () => photograph(200, 120);
  await readPicture(page, { render, ocr: { recognise: recognise as never }, deadline: Date.now() + 60_000 });
  expect(seen.length).toBeGreaterThan(0);
  for (const { data } of seen) expect(data.filter((grey) => grey > 225).length / data.length).toBeGreaterThan(0.7);
});
