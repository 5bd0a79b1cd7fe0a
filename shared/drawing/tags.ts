import type { Word } from '../domain/page-text.ts';
import { aroundCircle } from './boxes.ts';
import type { Bubble } from './bubble.ts';
import type { FoundSymbol } from './drawn-symbol.ts';
import type { Leader } from './leaders.ts';
import type { Table } from './table.ts';
import type { TextLine } from './text-lines.ts';
import {
  legendColumnPoints,
  maximumLegendGapHeights,
  minimumClassNumbers,
  minimumKeyRows,
} from './thresholds/symbols.ts';

const tag = (name: string, box: FoundSymbol['box'], confidence: number): FoundSymbol => ({
  kind: 'tag',
  name,
  layer: null,
  box,
  confidence,
});

/** A code that a schedule assigns: letters and a number. */
const scheduledCode = /^\p{Lu}{1,4}[-.]?\d{1,3}\p{L}?$/u;

/** A size beside a code in its circle: a length with decimals, or two lengths. */
const codeSize = /^(?:\d{1,3}[.,]\d{1,3}|\d{1,4}\s*[x×/]\s*\d{1,4})$/u;

/** Returns the code of a bubble with a code and a size, in either order; undefined for marks of views and others. */
const sizedCode = ({ lines }: Bubble): string | undefined =>
  lines.length === 2 && lines.some((line) => codeSize.test(line))
    ? lines.find((line) => scheduledCode.test(line))
    : undefined;

/** The class of an element, as it stands above the element's number: `OP` over `82`, `D11` over `086`. */
const elementClass = /^\p{Lu}[\p{Lu}\d]*$/u;
const elementNumber = /^\d{1,4}$/u;

/**
 * Returns the codes of the bubbles of a page whose two lines are the code of an element rather than a view and its sheet: a
 * code and a size, or a class and a number where one class of the page has several numbers. A view is on one sheet.
 */
export const twoLineCodes = (bubbles: readonly Bubble[]): ReadonlyMap<Bubble, string> => {
  const classed = bubbles.filter(
    ({ lines }) => lines.length === 2 && elementClass.test(lines[0]!) && elementNumber.test(lines[1]!),
  );
  const numbers = new Map<string, Set<string>>();
  for (const { lines } of classed) numbers.set(lines[0]!, (numbers.get(lines[0]!) ?? new Set()).add(lines[1]!));
  // Views of several sheets share names of one letter.
  const isClassed = [...numbers].some(([name, own]) => name.length > 1 && own.size >= minimumClassNumbers);
  const codes = new Map(isClassed ? classed.map((bubble) => [bubble, bubble.lines.join(' ')] as const) : []);
  for (const bubble of bubbles) {
    const code = sizedCode(bubble);
    if (code !== undefined) codes.set(bubble, code);
  }
  return codes;
};

/** Returns the texts in circles and other frames, except those that a key beside the drawing explains. */
const framedTags = (bubbles: readonly Bubble[], texts: readonly TextLine[]): FoundSymbol[] => {
  const codes = twoLineCodes(bubbles);
  const named = bubbles.flatMap((bubble) => {
    const name = bubble.lines.length === 1 ? bubble.lines[0] : codes.get(bubble);
    return name === undefined ? [] : [{ name, box: aroundCircle(bubble) }];
  });
  const explained = named.map(({ box }) => {
    const middle = (box.top + box.bottom) / 2;
    return texts.find(
      ({ text, box: other, size, angle }) =>
        angle === 0 &&
        /\p{L}{3}/u.test(text) &&
        other.left > box.right &&
        other.left - box.right < maximumLegendGapHeights * size &&
        other.top < middle + size &&
        other.bottom > middle - size,
    );
  });
  const isInKey = (i: number): boolean => {
    const own = explained[i];
    const rows = explained.filter(
      (other, j) =>
        other !== undefined &&
        own !== undefined &&
        Math.abs(other.box.left - own.box.left) < legendColumnPoints &&
        Math.abs(named[j]!.box.left - named[i]!.box.left) < legendColumnPoints,
    );
    return new Set(rows).size >= minimumKeyRows;
  };
  return named.filter((_, i) => !isInKey(i)).map(({ name, box }) => tag(name, box, 0.9));
};

/** Finds the codes of schedules, the words of a table's first column, where the drawing repeats them. */
const scheduledTags = (words: readonly Word[], tables: readonly Table[]): FoundSymbol[] => {
  const codes = new Set<string>();
  for (const { cells, kind } of tables) {
    if (kind === 'title_block' || kind === 'revisions') continue;
    for (const { column, text } of cells) if (column === 0 && scheduledCode.test(text)) codes.add(text);
  }
  return words.flatMap(({ text, x, y, width, height }) => {
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    const isInTable = tables.some(
      ({ box: table }) =>
        box.left > table.left && box.right < table.right && box.top > table.top && box.bottom < table.bottom,
    );
    return codes.has(text) && !isInTable ? [tag(text, box, 0.8)] : [];
  });
};

/** The code of an element with or without its size, as it stands at a leader: `VE-1`, `B2 20x40`. */
const ledCode = /^(\p{Lu}{1,4}[-.]?\d{1,3}\p{L}?)(?:\s+\(?\d{1,4}\s*[x×/]\s*\d{1,4}\)?)?$/u;
/** Radii, threads and other sizes of machined parts. */
const partSize = /^(?:R|M|SR|H|C)\d/u;

/** Finds the codes at leaders, each once however many arrows it has. */
const ledTags = (leaders: readonly Leader[]): FoundSymbol[] => {
  const boxes = new Set<Leader['box']>();
  return leaders.flatMap(({ text, box }) => {
    const code = ledCode.exec(text)?.[1];
    if (code === undefined || partSize.test(code) || boxes.has(box)) return [];
    boxes.add(box);
    return [tag(code, box, 0.7)];
  });
};

/**
 * Finds the tags of a page: texts in circles and other frames, codes of schedules that the drawing repeats, and codes at
 * leaders.
 */
export const tagsOf = (
  bubbles: readonly Bubble[],
  words: readonly Word[],
  texts: readonly TextLine[],
  tables: readonly Table[],
  leaders: readonly Leader[],
): FoundSymbol[] => [...framedTags(bubbles, texts), ...scheduledTags(words, tables), ...ledTags(leaders)];
