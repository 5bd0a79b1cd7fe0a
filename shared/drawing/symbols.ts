import type { Word } from '../domain/page-text.ts';
import type { Arc } from './arcs.ts';
import { blocksOf } from './blocks.ts';
import { aroundCircle, aroundPoint, overlap } from './boxes.ts';
import type { Bubble } from './bubble.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import type { Dimension } from './dimensions.ts';
import { doorsOf, type FoundDoor } from './doors.ts';
import type { DrawnSymbol, FoundSymbol } from './drawn-symbol.ts';
import type { Leader } from './leaders.ts';
import { levelMarksOf } from './level-marks.ts';
import { lengthBetween } from './line.ts';
import { LineIndex } from './line-index.ts';
import type { Bounds, Linework } from './linework.ts';
import { elevationMarksOf, northArrowsOf } from './reference-marks.ts';
import { isPlanScale } from './scale-agreement.ts';
import type { Table } from './table.ts';
import { tagsOf } from './tags.ts';
import { textOf } from './text.ts';
import { boxOfWord, lineOfWord, type TextLine, textLinesOf } from './text-lines.ts';
import {
  hexagonToleranceShare,
  maximumBubbleRadiusPoints,
  maximumCentralRadii,
  maximumTagCharacters,
  minimumBubbleRadians,
  minimumBubbleRadiusPoints,
  minimumCentralSizeRatio,
  minimumHexagonSides,
  minimumMarkRadians,
  squareToleranceShare,
} from './thresholds/symbols.ts';
import { windowsOf } from './windows.ts';

/** The middle of a side of a polygon, and its ends. */
interface Side {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** Returns the lines around a point that may be sides of one regular polygon: as long as their distance demands. */
const sidesAround = (sides: readonly Side[], x: number, y: number, corners: number, tolerance: number): Side[] => {
  const lengthRatio = 2 * Math.tan(Math.PI / corners);
  const placed = sides
    .map((side) => ({ side, distance: lengthBetween(x, y, side.x, side.y) }))
    .filter(({ side: { x: u, y: v, dx, dy }, distance }) => {
      const length = Math.sqrt(dx * dx + dy * dy);
      return (
        Math.abs(length - lengthRatio * distance) < 2 * tolerance * distance &&
        Math.abs((u - x) * dx + (v - y) * dy) < tolerance * distance * length
      );
    })
    .sort((a, b) => a.distance - b.distance);
  const middle = placed[placed.length >> 1]?.distance ?? 0;
  return placed.filter(({ distance }) => Math.abs(distance - middle) < tolerance * middle).map(({ side }) => side);
};

/** A circle around words, or the one inscribed in a polygon around them. */
type Ring = Pick<Arc, 'x' | 'y' | 'radius' | 'sweep'> & Pick<Bubble, 'corners'>;

/** Returns the regular polygon of some of the lines around a word. */
const polygonOf = (lines: readonly Side[], x: number, y: number, corners: 4 | 6): Ring | undefined => {
  const least = corners === 6 ? minimumHexagonSides : corners;
  // A word need not stand exactly in the centre.
  const near = sidesAround(lines, x, y, corners, 2 * hexagonToleranceShare);
  if (near.length < least) return undefined;
  const middle = boundsOf(near.flatMap((side) => [side.x, side.y]));
  const [u, v] = [(middle.left + middle.right) / 2, (middle.top + middle.bottom) / 2];
  const own = sidesAround(near, u, v, corners, corners === 6 ? hexagonToleranceShare : squareToleranceShare);
  if (own.length < least || own.length > corners) return undefined;
  const radius = own.reduce((sum, side) => sum + lengthBetween(u, v, side.x, side.y), 0) / own.length;
  return { x: u, y: v, radius, sweep: 2 * Math.PI, corners };
};

/** Returns the circles inscribed in roughly regular polygons around words, which some offices draw instead of circles. */
const polygonsOf = (words: readonly Word[], index: LineIndex): Ring[] =>
  words.flatMap((word) => {
    if (word.text.length > maximumTagCharacters || !/[\p{L}\p{N}]/u.test(word.text)) return [];
    const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
    const lines: Side[] = [];
    index.touching(aroundPoint(x, y, maximumBubbleRadiusPoints), ({ x0, y0, x1, y1 }) => {
      const side = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, dx: x1 - x0, dy: y1 - y0 };
      const distance = lengthBetween(x, y, side.x, side.y);
      if (distance >= minimumBubbleRadiusPoints && distance <= maximumBubbleRadiusPoints) lines.push(side);
    });
    return polygonOf(lines, x, y, 6) ?? polygonOf(lines, x, y, 4) ?? [];
  });

const isLettered = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
/** Whether a word stands for the number of a view or a sheet that has none yet. */
const isDashes = (text: string): boolean => /^-+$/.test(text);

/** Returns the word in the middle of a ring alone if the others are smaller, such as a dimension that the ring touches. */
const withoutStrays = (words: readonly Word[], { x, y, radius }: Pick<Arc, 'x' | 'y' | 'radius'>): readonly Word[] => {
  const isCentral = (word: Word) =>
    lengthBetween(word.x + word.width / 2, word.y + word.height / 2, x, y) <= maximumCentralRadii * radius;
  const [central, ...more] = words.filter(isCentral);
  if (words.length === 1 || !central || more.length > 0) return words;
  return words.every((word) => word === central || central.size >= minimumCentralSizeRatio * word.size)
    ? [central]
    : words;
};

/** Finds circles, squares, diamonds and hexagons that contain a few letters: grid bubbles, section and detail marks, tags. */
export const bubblesOf = (
  { arcs, lines }: Coverage,
  words: readonly Word[],
  index = new LineIndex(lines),
): Bubble[] => {
  const found: Bubble[] = [];
  const side = 64;
  const squares = new Map<number, Word[]>();
  for (const word of words) {
    if (word.text.length > maximumTagCharacters || !(isLettered(word.text) || isDashes(word.text))) continue;
    const key = Math.floor((word.x + word.width / 2) / side) * 65_536 + Math.floor((word.y + word.height / 2) / side);
    squares.set(key, [...(squares.get(key) ?? []), word]);
  }
  const wordsIn = ({ x, y, radius }: Pick<Arc, 'x' | 'y' | 'radius'>): Word[] => {
    const inside: Word[] = [];
    for (let u = -1; u <= 1; u++) {
      for (let v = -1; v <= 1; v++) {
        for (const word of squares.get((Math.floor(x / side) + u) * 65_536 + Math.floor(y / side) + v) ?? []) {
          if (Math.hypot(word.x + word.width / 2 - x, word.y + word.height / 2 - y) < 0.8 * radius) inside.push(word);
        }
      }
    }
    return inside;
  };
  const rings: Ring[] = [...arcs.map((arc) => ({ ...arc, corners: 0 as const })), ...polygonsOf(words, index)];
  for (const arc of rings.sort((a, b) => a.radius - b.radius)) {
    if (
      arc.sweep < minimumMarkRadians ||
      arc.radius < minimumBubbleRadiusPoints ||
      arc.radius > maximumBubbleRadiusPoints
    )
      continue;
    // Concentric circles are one bubble: the innermost that contains the words.
    if (found.some(({ x, y, radius }) => Math.hypot(x - arc.x, y - arc.y) < radius / 2)) continue;
    const all = wordsIn(arc);
    const lettered = all.filter(({ text }) => isLettered(text));
    const inside = lettered.length > 0 ? lettered : all;
    if (inside.length === 0 || inside.length > 4) continue;
    const own = withoutStrays(inside, arc);
    const lines = textOf([...own.keys()], own).text.split('\n');
    if (arc.sweep < minimumBubbleRadians && lines.length !== 2) continue;
    found.push({ x: arc.x, y: arc.y, radius: arc.radius, lines, corners: arc.corners });
  }
  return found;
};

/** Counts symbols of equal kind and name; one that overlaps another of them, such as a code in a circle, is the same. */
const counted = (symbols: readonly FoundSymbol[]): DrawnSymbol[] => {
  const groups = new Map<string, DrawnSymbol>();
  for (const { box, ...symbol } of symbols) {
    const key = `${symbol.kind} ${symbol.name}`;
    const known = groups.get(key);
    if (!known) {
      groups.set(key, { ...symbol, count: 1, places: [box] });
      continue;
    }
    if (symbol.kind === 'tag' && known.places.some((other) => overlap(box, other))) continue;
    known.places.push(box);
    known.count++;
  }
  return [...groups.values()];
};

/** Maximum number of symbols kept per page, and of places per symbol. */
const maximumSymbols = 500;
const maximumPlaces = 2000;

/** What was found on a page before its symbols. */
export interface SymbolContext {
  bubbles: readonly Bubble[];
  words?: readonly Word[];
  tables?: readonly Table[];
  /** The lines that `words` form. */
  texts?: readonly TextLine[];
  /** The index of the coverage's lines. */
  index?: LineIndex;
  dimensions?: readonly Pick<Dimension, 'x0' | 'y0' | 'x1' | 'y1'>[];
  leaders?: readonly Leader[];
  /** The scale that most dimensions confirm. */
  scale?: number | undefined;
  /** Whether repeated linework is searched for blocks. */
  hasBlocks?: boolean;
}

/**
 * Finds doors and windows. A leaf in an opening with two panes or more belongs to a window; with one, which may be a
 * threshold, to a door.
 */
const openingsOf = (
  { layers }: Linework,
  coverage: Coverage,
  {
    words,
    tables,
    index,
    scale,
  }: Required<Pick<SymbolContext, 'words' | 'tables' | 'index'>> & Pick<SymbolContext, 'scale'>,
): FoundSymbol[] => {
  const outside = tables.map(({ box }) => box);
  const windows = windowsOf(coverage, index, { layers, words, scale, outside });
  const doors = doorsOf(coverage, layers, scale);
  const shares = ({ opening }: FoundDoor, { box }: FoundSymbol): boolean => {
    const [thickness, width] = [box.right - box.left, box.bottom - box.top].sort((a, b) => a - b) as [number, number];
    return (
      Math.max(opening.right - opening.left, opening.bottom - opening.top) > width / 2 &&
      opening.left >= box.left - thickness &&
      opening.top >= box.top - thickness &&
      opening.right <= box.right + thickness &&
      opening.bottom <= box.bottom + thickness
    );
  };
  return [
    ...doors
      .filter((door) => !windows.some((window) => window.panes > 1 && shares(door, window)))
      .map(({ opening: _, ...door }) => door),
    ...windows
      .filter((window) => window.panes > 1 || !doors.some((door) => shares(door, window)))
      .map(({ panes: _, ...window }) => window),
  ];
};

/** Finds and counts the symbols of a page, most frequent first. */
export const symbolsOf = (
  linework: Linework,
  coverage: Coverage,
  {
    bubbles,
    words = [],
    tables = [],
    texts = textLinesOf(words),
    index = new LineIndex(coverage.lines),
    dimensions = [],
    leaders = [],
    scale,
    hasBlocks = true,
  }: SymbolContext,
): DrawnSymbol[] => {
  const elevations = elevationMarksOf(words.map(lineOfWord), index).filter(
    ({ box }) => !bubbles.some((bubble) => bubble.corners === 0 && overlap(aroundCircle(bubble), box)),
  );
  const marks = [
    ...levelMarksOf(coverage, texts, index),
    // A mark with a circle is one of the model's marks.
    ...elevations,
    ...northArrowsOf(coverage, texts, index),
  ];
  const tagged = bubbles.filter((bubble) => !elevations.some(({ box }) => overlap(aroundCircle(bubble), box)));
  const found = [
    ...openingsOf(linework, coverage, { words, tables, index, scale: scale && isPlanScale(scale) ? scale : undefined }),
    ...tagsOf(tagged, words, texts, tables, leaders),
    ...marks,
  ];
  const outside: Bounds[] = [
    ...found.map(({ box }) => box),
    ...bubbles.map(aroundCircle),
    ...tables.flatMap(({ kind, box }) => (kind === 'legend' ? [] : [box])),
    ...dimensions.flatMap(({ x0, y0, x1, y1 }) => [boundsOf([x0, y0]), boundsOf([x1, y1])]),
  ];
  const blocks = hasBlocks ? blocksOf(linework, coverage, texts, words.map(boxOfWord), outside) : [];
  return [...counted(found), ...blocks]
    .sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name))
    .slice(0, maximumSymbols)
    .map((symbol) => ({
      ...symbol,
      places: symbol.places.sort((a, b) => a.top - b.top || a.left - b.left).slice(0, maximumPlaces),
    }));
};
