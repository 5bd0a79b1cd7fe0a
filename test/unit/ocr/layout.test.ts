import { describe, expect, it } from 'vitest';
import { arrange } from '../../../shared/ocr/layout.ts';
import type { OcrWord } from '../../../shared/ocr/ocr-types.ts';
import { cutPgm, isBlank, tilesOf } from '../../../shared/ocr/tiles.ts';

const word = (text: string, x: number, y: number, height = 10, confidence = 90): OcrWord => ({
  text,
  x,
  y,
  width: text.length * 6,
  height,
  confidence,
});

describe('words in reading order', () => {
  it('read one column to its end before the next', () => {
    const words = [
      word('right', 300, 11),
      word('two', 30, 14),
      word('left', 0, 13),
      word('below', 0, 27),
      word('under', 300, 25),
    ];
    const { text, words: ordered, confidence } = arrange(words, true);
    expect(text).toBe('right\nunder\n\nleft two\nbelow');
    expect(ordered.map((entry) => entry.text)).toEqual(['right', 'under', 'left', 'two', 'below']);
    expect(confidence).toBe(90);
  });

  it('that run upwards are lines of their own, from the bottom, after those that are upright', () => {
    const upwards = (text: string, x: number, y: number): OcrWord => ({
      ...{ text, x, y, width: 10, height: 40, confidence: 90 },
      angle: 270,
    });
    const words = [upwards('second', 20, 0), upwards('line', 6, 2), word('plan', 0, 50), upwards('First', 5, 48)];
    expect(arrange(words, true).text).toBe('plan\n\nFirst line\nsecond');
    expect(arrange(words, true).words).toEqual([words[2], words[3], words[1], words[0]]);
  });

  it('keep a note apart from the title above it', () => {
    expect(arrange([word('FLOOR', 0, 0, 40), word('PLAN', 40, 0, 40), word('note', 0, 60)], true).text).toBe(
      'FLOOR PLAN\n\nnote',
    );
  });

  it('of Hebrew and Arabic are read from the right, figures among them from the left', () => {
    const words = [word('12.06.2024', 0, 0), word('10:30', 70, 0), word('תאריך', 110, 0), word('شكل', 150, 0)];
    const { text, words: ordered } = arrange(words, true);
    expect(ordered.map((entry) => entry.text)).toEqual(['شكل', 'תאריך', '12.06.2024', '10:30']);
    expect(text).toBe(ordered.map((entry) => entry.text).join(' '));
  });

  it('are empty for an empty page', () => {
    expect(arrange([], true)).toEqual({ words: [], text: '', confidence: 0, complete: true });
  });
});

describe('tiles', () => {
  it('have cores that cover every pixel once, and margins within the image', () => {
    const tiles = tilesOf(53, 37, 20, 5);
    const seen = new Uint8Array(53 * 37);
    for (const { core, outer } of tiles) {
      for (let y = core.top; y < core.bottom; y++) for (let x = core.left; x < core.right; x++) seen[y * 53 + x]! += 1;
      expect(outer.left).toBe(Math.max(0, core.left - 5));
      expect(outer.bottom).toBe(Math.min(37, core.bottom + 5));
    }
    expect(tiles).toHaveLength(6);
    expect(seen.every((times) => times === 1)).toBe(true);
  });

  it('of a small image are the image', () => {
    expect(tilesOf(800, 600, 2000, 150)).toEqual([
      { core: { left: 0, top: 0, right: 800, bottom: 600 }, outer: { left: 0, top: 0, right: 800, bottom: 600 } },
    ]);
  });

  it('are cut as grey maps, and distinguished from blank paper', () => {
    const image = { data: Uint8Array.from([250, 250, 250, 250, 20, 250]), width: 3, height: 2 };
    const right = { left: 1, top: 0, right: 3, bottom: 2 };
    expect(Buffer.from(cutPgm(image, right)).toString('latin1')).toBe('P5\n2 2\n255\n\xfa\xfa\x14\xfa');
    expect(isBlank(image, right)).toBe(false);
    expect(isBlank(image, { left: 0, top: 0, right: 1, bottom: 2 })).toBe(true);
  });
});

it('reads two columns one after the other, between a heading and a footer that cross them', () => {
  const line = (text: string, x: number, y: number): OcrWord[] =>
    text.split(' ').map((word, i) => ({ text: word, x: x + 40 * i, y, width: 34, height: 10, confidence: 90 }));
  const rows = Array.from({ length: 8 }, (_, i) => i);
  const left = rows.flatMap((i) => line(`left side row no${i}`, 0, 30 + 14 * i));
  // The space between the columns is as wide as one between words of a line.
  const right = rows.flatMap((i) => line(`right side row no${i}`, 168, 30 + 14 * i));
  const heading = line('a heading that crosses both of the columns', 0, 0);
  const footer = line('and a footer that crosses both columns', 0, 170);
  const { text } = arrange([...left, ...right, ...heading, ...footer], true);
  expect(text.replace(/\s+/g, ' ')).toBe(
    [
      'a heading that crosses both of the columns',
      ...rows.map((i) => `left side row no${i}`),
      ...rows.map((i) => `right side row no${i}`),
      'and a footer that crosses both columns',
    ].join(' '),
  );
});

it('reads the rows of a table across', () => {
  const rows = Array.from({ length: 8 }, (_, i) => i);
  const words = rows.flatMap((i) =>
    [`D${i}`, '900', 'EI30'].map((text, column) => ({
      ...{ text, x: 45 * column, y: 14 * i, width: 34, height: 10, confidence: 90 },
    })),
  );
  expect(arrange(words, true).text).toBe(rows.map((i) => `D${i} 900 EI30`).join('\n'));
});
