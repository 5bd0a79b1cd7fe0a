import type { Word } from '../domain/page-text.ts';
import type { Arc } from './arcs.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { lengthBetween, lengthOf } from './line.ts';
import { LineIndex } from './line-index.ts';
import { type Bounds, type Linework, pathAt, pathCount, TOLERANCE } from './linework.ts';
import { PointGrid } from './point-grid.ts';
import type { Table } from './tables.ts';
import {
  hexagonToleranceShare,
  maximumBlockPoints,
  maximumBubbleRadiusPoints,
  maximumExtraSwingRadians,
  maximumLeafPoints,
  maximumMissingSwingRadians,
  maximumTagCharacters,
  minimumBlockPoints,
  minimumBubbleRadians,
  minimumBubbleRadiusPoints,
  minimumHexagonSides,
  minimumLeafPoints,
  minimumMarkRadians,
} from './thresholds/symbols.ts';

/** How a symbol was recognised: the swing of a door, a letter or number in a circle, or a reused block. */
export type SymbolKind = 'door' | 'tag' | 'block';

/** Symbols of equal appearance, counted. */
export interface DrawnSymbol {
  kind: SymbolKind;
  /** The text of a tag, the width of a door leaf in points, or the number of a block on the page. */
  name: string;
  /** The layer of the first one found; null without layers. */
  layer: string | null;
  count: number;
  /** One box per symbol, from the top, in points as displayed. */
  places: Bounds[];
  /** 0 to 1. */
  confidence: number;
}

const quarterTurnRadians = Math.PI / 2;

const pointOn = ({ x, y, radius }: Arc, angle: number) =>
  [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;

const boxOfArc = (arc: Arc): Bounds => {
  const points = [arc.x, arc.y];
  for (let i = 0; i <= 8; i++) points.push(...pointOn(arc, arc.from + (arc.sweep * i) / 8));
  return boundsOf(points);
};

/** Side in points of a square of the index of lines' ends. */
const endSquarePoints = 16;

/** Finds doors by their swing: a quarter circle, and the leaf, a line from its centre to one of its ends. */
const doorsOf = ({ arcs, lines, pens }: Coverage, layers: readonly string[]): DrawnSymbol[] => {
  const swings = arcs.filter(
    ({ sweep, radius }) =>
      sweep >= quarterTurnRadians - maximumMissingSwingRadians &&
      sweep <= quarterTurnRadians + maximumExtraSwingRadians &&
      radius >= minimumLeafPoints &&
      radius <= maximumLeafPoints,
  );
  if (swings.length === 0) return [];
  const ends = new Float64Array(4 * lines.length);
  for (let i = 0; i < lines.length; i++) {
    const { x0, y0, x1, y1 } = lines[i]!;
    ends[4 * i] = x0;
    ends[4 * i + 1] = y0;
    ends[4 * i + 2] = x1;
    ends[4 * i + 3] = y1;
  }
  const grid = new PointGrid(ends, endSquarePoints);
  const groups = new Map<string, DrawnSymbol>();
  for (const arc of swings) {
    // A leaf has a thickness: its line may end beside the hinge by a tenth of its length.
    const reach = Math.max(4 * TOLERANCE, 0.1 * arc.radius);
    const hasLeaf = [arc.from, arc.from + arc.sweep].some((angle) => {
      const [x, y] = pointOn(arc, angle);
      let found = false;
      grid.within(x - reach, y - reach, x + reach, y + reach, (end) => {
        if (found || lengthBetween(x, y, ends[2 * end]!, ends[2 * end + 1]!) > reach) return;
        const length = lengthOf(lines[end >> 1]!);
        const far = end ^ 1;
        found =
          Math.abs(length - arc.radius) <= 2 * reach &&
          lengthBetween(arc.x, arc.y, ends[2 * far]!, ends[2 * far + 1]!) <= 2 * reach;
      });
      return found;
    });
    if (!hasLeaf) continue;
    const layerIndex = pens[arc.pen]!.layer;
    const name = String(Math.round(arc.radius));
    const known = groups.get(name) ?? {
      kind: 'door' as const,
      name,
      layer: layerIndex === null ? null : (layers[layerIndex] ?? null),
      count: 0,
      places: [],
      confidence: 0.85,
    };
    known.count++;
    known.places.push(boxOfArc(arc));
    groups.set(name, known);
  }
  return [...groups.values()];
};

/** A circle and the words inside. */
export interface Bubble {
  x: number;
  y: number;
  radius: number;
  /** Lines of text from the top. */
  lines: string[];
}

/** Returns the lines that words form, from the top. */
const stackedLines = (words: readonly Word[]): string[] => {
  const lines: string[] = [];
  let last: Word | undefined;
  for (const word of words.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    if (last && Math.abs(word.y - last.y) < 0.5 * last.height) lines[lines.length - 1] += ` ${word.text}`;
    else lines.push(word.text);
    last = word;
  }
  return lines;
};

/** The middle of a side of a polygon, and its ends. */
interface Side {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** Returns the lines around a point that may be sides of one hexagon: each is about as long as it is far away. */
const sidesAround = (sides: readonly Side[], x: number, y: number, tolerance: number): Side[] => {
  const placed = sides
    .map((side) => ({ side, distance: lengthBetween(x, y, side.x, side.y) }))
    .filter(({ side: { x: u, y: v, dx, dy }, distance }) => {
      const length = Math.sqrt(dx * dx + dy * dy);
      return (
        Math.abs(length - (2 * distance) / Math.sqrt(3)) < 2 * tolerance * distance &&
        Math.abs((u - x) * dx + (v - y) * dy) < tolerance * distance * length
      );
    })
    .sort((a, b) => a.distance - b.distance);
  const middle = placed[placed.length >> 1]?.distance ?? 0;
  return placed.filter(({ distance }) => Math.abs(distance - middle) < tolerance * middle).map(({ side }) => side);
};

/** Returns the circles inscribed in roughly regular hexagons around words, which some offices draw instead of circles. */
const hexagonsOf = (words: readonly Word[], index: LineIndex): Pick<Arc, 'x' | 'y' | 'radius' | 'sweep'>[] =>
  words.flatMap((word) => {
    if (word.text.length > maximumTagCharacters || !/[\p{L}\p{N}]/u.test(word.text)) return [];
    const [x, y] = [word.x + word.width / 2, word.y + word.height / 2];
    const lines: Side[] = [];
    index.near({ left: x, top: y, right: x, bottom: y }, maximumBubbleRadiusPoints, ({ x0, y0, x1, y1 }) => {
      const side = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, dx: x1 - x0, dy: y1 - y0 };
      const distance = lengthBetween(x, y, side.x, side.y);
      if (distance >= minimumBubbleRadiusPoints && distance <= maximumBubbleRadiusPoints) lines.push(side);
    });
    // A word need not stand exactly in the centre.
    const near = sidesAround(lines, x, y, 2 * hexagonToleranceShare);
    if (near.length < minimumHexagonSides) return [];
    const middle = boundsOf(near.flatMap((side) => [side.x, side.y]));
    const [u, v] = [(middle.left + middle.right) / 2, (middle.top + middle.bottom) / 2];
    const own = sidesAround(near, u, v, hexagonToleranceShare);
    if (own.length < minimumHexagonSides || own.length > 6) return [];
    const radius = own.reduce((sum, side) => sum + lengthBetween(u, v, side.x, side.y), 0) / own.length;
    return [{ x: u, y: v, radius, sweep: 2 * Math.PI }];
  });

/** Finds circles and hexagons that contain a few letters: grid bubbles, section and detail marks, tags. */
export const bubblesOf = (
  { arcs, lines }: Coverage,
  words: readonly Word[],
  index = new LineIndex(lines),
): Bubble[] => {
  const found: Bubble[] = [];
  const side = 64;
  const squares = new Map<number, Word[]>();
  for (const word of words) {
    if (word.text.length > maximumTagCharacters || !/[\p{L}\p{N}]/u.test(word.text)) continue;
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
  for (const arc of [...arcs, ...hexagonsOf(words, index)].sort((a, b) => a.radius - b.radius)) {
    if (
      arc.sweep < minimumMarkRadians ||
      arc.radius < minimumBubbleRadiusPoints ||
      arc.radius > maximumBubbleRadiusPoints
    )
      continue;
    // Concentric circles are one bubble: the innermost that contains the words.
    if (found.some(({ x, y, radius }) => Math.hypot(x - arc.x, y - arc.y) < radius / 2)) continue;
    const inside = wordsIn(arc);
    if (inside.length === 0 || inside.length > 4) continue;
    const lines = stackedLines(inside);
    if (arc.sweep < minimumBubbleRadians && lines.length !== 2) continue;
    found.push({ x: arc.x, y: arc.y, radius: arc.radius, lines });
  }
  return found;
};

const tagsOf = (bubbles: readonly Bubble[]): DrawnSymbol[] => {
  const groups = new Map<string, DrawnSymbol>();
  for (const { x, y, radius, lines } of bubbles) {
    if (lines.length !== 1) continue;
    const name = lines[0]!;
    const known = groups.get(name) ?? {
      kind: 'tag' as const,
      name,
      layer: null,
      count: 0,
      places: [],
      confidence: 0.9,
    };
    known.count++;
    known.places.push({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
    groups.set(name, known);
  }
  return [...groups.values()];
};

/** A code that a schedule assigns: letters and a number. */
const scheduledCode = /^\p{Lu}{1,4}[-.]?\d{1,3}\p{L}?$/u;

/** Finds the codes of schedules, the words of a table's first column, where the drawing repeats them. */
const scheduledTagsOf = (words: readonly Word[], tables: readonly Table[]): DrawnSymbol[] => {
  const codes = new Set<string>();
  for (const { cells, kind } of tables) {
    if (kind === 'title_block' || kind === 'revisions') continue;
    for (const { column, text } of cells) if (column === 0 && scheduledCode.test(text)) codes.add(text);
  }
  const groups = new Map<string, DrawnSymbol>();
  for (const { text, x, y, width, height } of words) {
    if (!codes.has(text)) continue;
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    const isInTable = tables.some(
      ({ box: table }) =>
        box.left > table.left && box.right < table.right && box.top > table.top && box.bottom < table.bottom,
    );
    if (isInTable) continue;
    const known = groups.get(text) ?? {
      kind: 'tag' as const,
      name: text,
      layer: null,
      count: 0,
      places: [],
      confidence: 0.8,
    };
    known.count++;
    known.places.push(box);
    groups.set(text, known);
  }
  return [...groups.values()];
};

/** Adds up symbols of equal kind and name, such as a code that is printed in circles and without them. */
const combined = (symbols: readonly DrawnSymbol[]): DrawnSymbol[] => {
  const groups = new Map<string, DrawnSymbol>();
  for (const symbol of symbols) {
    const key = `${symbol.kind} ${symbol.name}`;
    const known = groups.get(key);
    if (!known) {
      groups.set(key, symbol);
      continue;
    }
    const isKnown = (box: Bounds) =>
      known.places.some(
        (other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
      );
    known.places.push(...symbol.places.filter((box) => !isKnown(box)));
    known.count = known.places.length;
  }
  return [...groups.values()];
};

/** Finds forms that the page uses more than once, with the bounding boxes of their content. */
const blocksOf = (linework: Linework): DrawnSymbol[] => {
  const { instances, points, styles, layers } = linework;
  const boxes = new Map<number, { box: Bounds; layer: number | null }>();
  for (let i = 0; i < pathCount(linework); i++) {
    const range = pathAt(linework, i);
    if (range.instance < 0) continue;
    const end = i + 1 < pathCount(linework) ? pathAt(linework, i + 1).firstPoint : points.length / 2;
    const own = boundsOf(points, 2 * range.firstPoint, 2 * end);
    const { layer } = styles[range.style]!;
    for (let at: number | null = range.instance; at !== null; at = instances[at]!.parent) {
      const known = boxes.get(at);
      if (!known) boxes.set(at, { box: { ...own }, layer });
      else {
        known.box.left = Math.min(known.box.left, own.left);
        known.box.top = Math.min(known.box.top, own.top);
        known.box.right = Math.max(known.box.right, own.right);
        known.box.bottom = Math.max(known.box.bottom, own.bottom);
      }
    }
  }
  const groups = new Map<number, DrawnSymbol>();
  for (const [index, { form }] of instances.entries()) {
    const drawn = boxes.get(index);
    if (!drawn) continue;
    const size = Math.max(drawn.box.right - drawn.box.left, drawn.box.bottom - drawn.box.top);
    if (size < minimumBlockPoints || size > maximumBlockPoints) continue;
    const known = groups.get(form) ?? {
      kind: 'block' as const,
      name: '',
      layer: drawn.layer === null ? null : (layers[drawn.layer] ?? null),
      count: 0,
      places: [],
      confidence: 0.95,
    };
    known.count++;
    known.places.push(drawn.box);
    groups.set(form, known);
  }
  return [...groups.values()].filter(({ count }) => count > 1).map((symbol, i) => ({ ...symbol, name: String(i + 1) }));
};

/** Maximum number of symbols kept per page, and of places per symbol. */
const maximumSymbols = 500;
const maximumPlaces = 2000;

/** Finds and counts the symbols of a page, most frequent first. */
export const symbolsOf = (
  linework: Linework,
  coverage: Coverage,
  bubbles: readonly Bubble[],
  words: readonly Word[] = [],
  tables: readonly Table[] = [],
): DrawnSymbol[] =>
  combined([
    ...doorsOf(coverage, linework.layers),
    ...tagsOf(bubbles),
    ...scheduledTagsOf(words, tables),
    ...blocksOf(linework),
  ])
    .sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name))
    .slice(0, maximumSymbols)
    .map((symbol) => ({
      ...symbol,
      places: symbol.places.sort((a, b) => a.top - b.top || a.left - b.left).slice(0, maximumPlaces),
    }));
