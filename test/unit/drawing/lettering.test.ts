import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { describe, expect, test } from 'vitest';
import type { DrawnWord } from '../../../shared/domain/page-text.ts';
import { letteringOf, modelOf } from '../../../shared/drawing/index.ts';
import { withLettering } from '../../../shared/drawing/text.ts';
import { type Lettering, lineworkOf, strokesOfText } from '../../support/drawn-lettering.ts';
import { outlineLinework } from '../../support/outlined-lettering.ts';

const notes = ['GROUND FLOOR PLAN', 'SCALE 1:50', 'Drawn by Baker', 'KITCHEN 14.25', 'WINDOW 3060'];
/** Lines one below the other, in the reading direction. */
const paragraph = (height: number, angle = 0): Lettering[] => {
  const [dx, dy] = { 0: [0, 1], 90: [-1, 0], 180: [0, -1], 270: [1, 0] }[angle]!;
  return notes.map((text, i) => ({
    text,
    x: 400 + 2.5 * height * i * dx!,
    y: 300 + 2.5 * height * i * dy!,
    height,
    angle,
  }));
};
const drawn = (lines: readonly Lettering[]) => lines.flatMap(strokesOfText);
const read = (polylines: readonly (readonly number[])[]) => letteringOf(lineworkOf(polylines), []);
const textsOf = (words: readonly DrawnWord[]) => words.map(({ text }) => text).sort();
const all = notes.flatMap((line) => line.split(' ')).sort();

/** Lines with accented letters of the languages of the service. */
const languages: Record<string, string> = {
  Czech: 'PŮDORYS PŘÍZEMÍ|dřevěná okna dveří|MĚŘENÍ ČERPADLO ŠACHTA',
  Polish: 'RZUT PRZEKRÓJ ŻELBET|pokój gościnny łazienka|WIĘŹBA SŁUP POZIOM',
  Hungarian: 'ÉPÜLET FŰTÉS KERT|Tervező műszaki rajzszám|KŐMŰVES LÉPCSŐ',
  Turkish: 'ZEMİN DÖŞEME KESİT|Giriş soğutma şantiye|DEĞİŞİKLİK',
  Spanish: 'SECCIÓN DISEÑO BAÑO|Cimentación según|ÁREA TÉCNICA',
  Portuguese: 'PAVIMENTO SEÇÃO|Instalação de água|PROJEÇÃO CÂMARA',
  Swedish: 'VÅNING FÖRRÅD|Kök sovrum förråd|BREDD HÖJD DÖRR',
  French: "FAÇADE DÉTAIL ÉTAGE|Pièce fenêtre|arrivée d'eau n'est pas",
};
const linesOf = (text: string) =>
  text.split('|').map((line, i): Lettering => ({ text: line, x: 30, y: 60 + 24 * i, height: 7 }));
const dejaVu = fontkit.openSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

describe('drawn lettering', () => {
  test.each(Object.entries(languages))('is read with accents: %s', (_, text) => {
    const words = text.split(/[| ]/).sort();
    expect(textsOf(read(drawn(linesOf(text))))).toEqual(words);
    const outlines = outlineLinework(linesOf(text), [dejaVu], { width: 800, height: 600 });
    expect(textsOf(letteringOf(outlines, []))).toEqual(words);
  });

  test.each([2.5, 6, 20])('is read at a height of %d points', (height) => {
    expect(textsOf(read(drawn(paragraph(height))))).toEqual(all);
  });

  test.each([90, 180, 270])('is read at %d degrees once it stands beside other lettering', (angle) => {
    const level = drawn(paragraph(5).map((line) => ({ ...line, x: 40, y: line.y - 250 })));
    const words = read([...level, ...drawn(paragraph(6, angle))]).filter((word) => word.angle === angle);
    expect(textsOf(words)).toEqual(all);
  });

  test('has the box, direction and certainty of each word', () => {
    const words = read(drawn(paragraph(7)));
    const word = words.find(({ text }) => text === 'KITCHEN')!;
    expect(word).toMatchObject({ angle: 0, size: 10 });
    expect(word.x).toBeCloseTo(400.3, 1);
    expect(word.y).toBeCloseTo(300 + 3 * 17.5 - 7 - 1.4, 0);
    expect(word.height).toBeCloseTo(10.15, 0);
    expect(word.drawn).toBeGreaterThan(0.8);
  });

  test('is the same however the producer splits, orders and repeats its strokes', () => {
    const whole = drawn(paragraph(6));
    const pieces = whole.flatMap((line) =>
      Array.from({ length: line.length / 2 - 1 }, (_, i) => line.slice(2 * i, 2 * i + 4)),
    );
    const halves = pieces.flatMap(([x0, y0, x1, y1]) => {
      const [x, y] = [(x0! + x1!) / 2, (y0! + y1!) / 2];
      return [
        [x, y, x0!, y0!],
        [x, y, x1!, y1!],
      ];
    });
    for (const other of [whole.toReversed(), pieces, halves.toReversed()]) {
      expect(textsOf(read(other))).toEqual(all);
    }
  });

  test('is not read where the text layer has words', () => {
    const lines = paragraph(6);
    const printed = letteringOf(lineworkOf(drawn(lines)), []).map(({ drawn: _, ...word }) => word);
    expect(letteringOf(lineworkOf(drawn(lines)), printed)).toEqual([]);
  });

  test('is looked for on a page of many words only if a sample of it has lettering', () => {
    const printed = Array.from({ length: 60 }, (_, i) => ({
      text: 'printed',
      x: 10,
      y: 2000 + 10 * i,
      width: 30,
      height: 8,
      size: 8,
      angle: 0,
    }));
    const filled = [40, 400, 800, 1200].flatMap((x) =>
      [0, 250, 500, 750].flatMap((y) => paragraph(6).map((line) => ({ ...line, x, y: line.y + y - 250 }))),
    );
    const many = { ...lineworkOf(drawn(filled)), width: 2384, height: 1684 };
    expect(letteringOf(many, printed).length).toBeGreaterThan(150);
    const few = lineworkOf(drawn(paragraph(6).map((line) => ({ ...line, x: 620 }))));
    const large = { ...few, width: 2384, height: 1684 };
    expect(letteringOf(large, printed.slice(1)).length).toBeGreaterThan(5);
    expect(letteringOf(large, printed)).toEqual([]);
    // A small page is read whole: few squares would be a poor sample.
    expect(letteringOf({ ...few, width: 842, height: 595 }, printed).length).toBeGreaterThan(5);
  });

  test('is not seen in dashes, hatches, circles and steps', () => {
    const shapes: number[][] = [];
    for (let i = 0; i < 60; i++) {
      const [x, y] = [20 + 12 * (i % 30), 40 + 200 * Math.floor(i / 30)];
      shapes.push([x, y, x + 6, y], [x, y + 30, x + 8, y + 38], [x, y + 60, x + 6, y + 60, x + 6, y + 66]);
      const circle = Array.from({ length: 13 }, (_, k) => [x + 4 * Math.cos(k / 2), y + 90 + 4 * Math.sin(k / 2)]);
      shapes.push(circle.flat(), [x, y + 120, x + 8, y + 120, x + 8, y + 128, x, y + 128, x, y + 120]);
    }
    expect(read(shapes)).toEqual([]);
  });

  test('gives the dimensions and views of a page their texts', () => {
    const lines: Lettering[] = [...paragraph(6), { text: 'SECTION', x: 60, y: 500, height: 7 }];
    const polylines = drawn(lines);
    // 1:50 at 72 points per inch: 56.69 points are a metre.
    let x = 60;
    for (const metres of [2, 3, 2.5, 1.5]) {
      const end = x + metres * 56.693;
      polylines.push([x, 400, end, 400]);
      for (const at of [x, end]) polylines.push([at, 390, at, 410], [at - 3, 403, at + 3, 397]);
      polylines.push(...strokesOfText({ text: String(1000 * metres), x: (x + end) / 2 - 10, y: 397, height: 5 }));
      x = end;
    }
    const { dimensions, lettering } = modelOf(lineworkOf(polylines), { page: 1, words: [] });
    expect(dimensions.map(({ text }) => text).sort()).toEqual(['1500', '2000', '2500', '3000']);
    expect(lettering.length).toBeGreaterThan(10);
  });

  test('follows the text of the file', () => {
    const lettering = letteringOf(lineworkOf(drawn(paragraph(6))), []);
    const page = { page: 1, width: 800, height: 600, words: [], text: 'printed' };
    expect(withLettering(page, lettering).text).toBe(`printed\n${notes.join('\n')}`);
    expect(withLettering(page, [])).toBe(page);
  });

  test('is in reading order: Hebrew from the right, line by line', () => {
    const page = { page: 1, width: 800, height: 600, words: [], text: '' };
    const wordAt = (text: string, x: number, y: number) => ({
      ...{ text, x, y, width: 40, height: 10, size: 10, angle: 0, drawn: 0.95 },
    });
    const words = [
      wordAt('קרקע', 60, 100),
      wordAt('קומת', 110, 100),
      wordAt('תכנית', 160, 100),
      wordAt('PLAN', 60, 130),
    ];
    expect(withLettering(page, words).text).toBe('תכנית קומת קרקע\nPLAN');
  });

  test('is not text if its characters are uncertain on average, so that text recognition reads the page', () => {
    const lettering = letteringOf(lineworkOf(drawn(paragraph(6))), []);
    const page = { page: 1, width: 800, height: 600, words: [], text: '' };
    const uncertain = lettering.map((word) => ({ ...word, drawn: 0.76 }));
    expect(withLettering(page, uncertain)).toBe(page);
    // A short word hardly matters.
    const [first, ...others] = lettering;
    expect(withLettering(page, [{ ...first!, text: 'X', drawn: 0.5 }, ...others]).words).toHaveLength(lettering.length);
  });
});
