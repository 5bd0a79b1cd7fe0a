import type { Word } from '../domain/page-text.ts';
import { around } from './boxes.ts';
import type { Bounds } from './linework.ts';
import { rotateToHorizontal } from './text.ts';
import { sameRowTextHeights } from './thresholds/tables.ts';
import { lineToleranceTextHeights, maximumWordGapTextHeights } from './thresholds/views.ts';

/** Adjacent words of one line. Points, as displayed. */
export interface TextLine {
  text: string;
  box: Bounds;
  /** Height of the lettering. */
  size: number;
  /** Reading direction: 0, 90, 180 or 270 degrees clockwise. */
  angle: number;
}

export const boxOfWord = ({ x, y, width, height }: Word): Bounds => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

/** Returns a word as a line of its own. */
export const lineOfWord = (word: Word): TextLine => ({
  text: word.text,
  box: boxOfWord(word),
  size: word.size,
  angle: word.angle,
});

/** Groups words into lines, split where the gap between two words is wider than a space. */
export const textLinesOf = (words: readonly Word[]): TextLine[] => {
  const lines: TextLine[] = [];
  for (const angle of [0, 90, 180, 270]) {
    const placed = words
      .filter((word) => word.angle === angle && word.text.trim() !== '')
      .map((word) => ({ word, ...rotateToHorizontal(word) }))
      .sort((a, b) => a.across - b.across);
    let row: typeof placed = [];
    const endRow = () => {
      row.sort((a, b) => a.along - b.along);
      let run: typeof placed = [];
      const endRun = () => {
        if (run.length > 0)
          lines.push({
            text: run.map(({ word }) => word.text).join(' '),
            box: around(run.map(({ word }) => boxOfWord(word))),
            size: Math.max(...run.map(({ size }) => size)),
            angle,
          });
        run = [];
      };
      for (const each of row) {
        const last = run.at(-1);
        if (last && each.along - last.end > maximumWordGapTextHeights * Math.min(last.size, each.size)) endRun();
        run.push(each);
      }
      endRun();
      row = [];
    };
    for (const each of placed) {
      const first = row[0];
      if (first && each.across - first.across > lineToleranceTextHeights * Math.min(first.size, each.size)) endRow();
      row.push(each);
    }
    endRow();
  }
  return lines.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
};

/** Groups texts into rows, from the top, each from the left. */
export const rowsOf = (texts: readonly TextLine[]): TextLine[][] => {
  const rows: TextLine[][] = [];
  const middle = ({ box }: TextLine) => (box.top + box.bottom) / 2;
  for (const text of [...texts].sort((a, b) => middle(a) - middle(b))) {
    const last = rows.at(-1);
    if (last && middle(text) - middle(last[0]!) < sameRowTextHeights * text.size) last.push(text);
    else rows.push([text]);
  }
  return rows.map((row) => row.sort((a, b) => a.box.left - b.box.left));
};
