import type { Word } from '../domain/page-text.ts';
import type { Arc } from './arcs.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { type Line, lengthOf } from './line.ts';
import { type Bounds, type Linework, pathAt, pathCount, TOLERANCE } from './linework.ts';

/** What a symbol was found by: the swing of a door, a letter or number in a circle, or a block that is used again. */
export type SymbolKind = 'door' | 'tag' | 'block';

/** Symbols of one look, counted. */
export interface DrawnSymbol {
  kind: SymbolKind;
  /** Of a tag its text, of a door the width of its leaf in points, of a block its number on the page. */
  name: string;
  /** The layer that most are on; null without layers. */
  layer: string | null;
  count: number;
  /** One box each, from the top. Points, as displayed. */
  places: Bounds[];
  /** 0 to 1. */
  confidence: number;
}

const quarter = Math.PI / 2;
/** A leaf opens by a quarter turn; some offices draw it a little less. Radians. */
const swing = { least: quarter - 0.35, most: quarter + 0.12 };
/** The leaf of a door on paper, points: 0.5 m at 1:200 to 1.5 m at 1:20. */
const leaf = { least: 6, most: 220 };
/** Radius of the circle round a tag, points, and letters in it. */
const bubble = { least: 4, most: 40 };
const longestTag = 8;
/** The outline of a block: a smaller one is a dot or a letter, a larger one a title block. Points. */
const block = { least: 4, most: 250 };

const whole = 2 * Math.PI - 0.01;

const pointOn = ({ x, y, radius }: Arc, angle: number) =>
  [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;

/** Lines by the squares in which they end. */
const byEnd = (lines: readonly Line[]): ((x: number, y: number, reach: number) => Line[]) => {
  const side = 16;
  const squares = new Map<number, Line[]>();
  const key = (x: number, y: number) => Math.floor(x / side) * 65_536 + Math.floor(y / side);
  for (const line of lines) {
    for (const at of new Set([key(line.x0, line.y0), key(line.x1, line.y1)])) {
      const known = squares.get(at);
      if (known) known.push(line);
      else squares.set(at, [line]);
    }
  }
  return (x, y, reach) => {
    const found: Line[] = [];
    for (let u = -1; u <= 1; u++) {
      for (let v = -1; v <= 1; v++) {
        for (const line of squares.get(key(x + u * side, y + v * side)) ?? []) {
          const near = (px: number, py: number) => Math.hypot(px - x, py - y) <= reach;
          if (near(line.x0, line.y0) || near(line.x1, line.y1)) found.push(line);
        }
      }
    }
    return found;
  };
};

const boxOfArc = (arc: Arc): Bounds => {
  const points = [arc.x, arc.y];
  for (let i = 0; i <= 8; i++) points.push(...pointOn(arc, arc.from + (arc.sweep * i) / 8));
  return boundsOf(points);
};

/** Doors by their swing: a quarter of a circle, and a line from its middle to one of its ends, the leaf. */
const doorsOf = ({ arcs, lines, pens }: Coverage, layers: readonly string[]): DrawnSymbol[] => {
  const ending = byEnd(lines);
  const groups = new Map<string, DrawnSymbol>();
  for (const arc of arcs) {
    if (arc.sweep < swing.least || arc.sweep > swing.most || arc.radius < leaf.least || arc.radius > leaf.most)
      continue;
    // A leaf has a thickness: its line may end beside the hinge by a tenth of its length.
    const reach = Math.max(4 * TOLERANCE, 0.1 * arc.radius);
    const hasLeaf = [arc.from, arc.from + arc.sweep].some((angle) => {
      const [x, y] = pointOn(arc, angle);
      return ending(x, y, reach).some((line) => {
        const far =
          Math.hypot(line.x0 - x, line.y0 - y) > Math.hypot(line.x1 - x, line.y1 - y)
            ? [line.x0, line.y0]
            : [line.x1, line.y1];
        return (
          Math.abs(lengthOf(line) - arc.radius) <= 2 * reach &&
          Math.hypot(far[0]! - arc.x, far[1]! - arc.y) <= 2 * reach
        );
      });
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

/** A circle and the words in it. */
export interface Bubble {
  x: number;
  y: number;
  radius: number;
  /** Lines of text from the top. */
  lines: string[];
}

/** Circles that hold a few letters: grid bubbles, section and detail marks, tags. */
export const bubblesOf = ({ arcs }: Coverage, words: readonly Word[]): Bubble[] => {
  const found: Bubble[] = [];
  const side = 64;
  const squares = new Map<number, Word[]>();
  for (const word of words) {
    if (word.text.length > longestTag) continue;
    const key = Math.floor((word.x + word.width / 2) / side) * 65_536 + Math.floor((word.y + word.height / 2) / side);
    squares.set(key, [...(squares.get(key) ?? []), word]);
  }
  for (const arc of [...arcs].sort((a, b) => a.radius - b.radius)) {
    if (arc.sweep < whole || arc.radius < bubble.least || arc.radius > bubble.most) continue;
    // Circles round the same place are one bubble: the innermost that holds the words.
    if (found.some(({ x, y, radius }) => Math.hypot(x - arc.x, y - arc.y) < radius / 2)) continue;
    const inside: Word[] = [];
    for (let u = -1; u <= 1; u++) {
      for (let v = -1; v <= 1; v++) {
        for (const word of squares.get((Math.floor(arc.x / side) + u) * 65_536 + Math.floor(arc.y / side) + v) ?? []) {
          if (Math.hypot(word.x + word.width / 2 - arc.x, word.y + word.height / 2 - arc.y) < 0.8 * arc.radius)
            inside.push(word);
        }
      }
    }
    if (inside.length === 0 || inside.length > 4) continue;
    inside.sort((a, b) => a.y - b.y || a.x - b.x);
    const lines: string[] = [];
    let last: Word | undefined;
    for (const word of inside) {
      if (last && Math.abs(word.y - last.y) < 0.5 * last.height) lines[lines.length - 1] += ` ${word.text}`;
      else lines.push(word.text);
      last = word;
    }
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

/** Forms that the page uses more than once, by the boxes of what they draw. */
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
    if (size < block.least || size > block.most) continue;
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

/** Symbols of one page that are kept, and places of one. */
const mostSymbols = 500;
const mostPlaces = 2000;

/** The symbols of a page, counted; the most frequent first. */
export const symbolsOf = (linework: Linework, coverage: Coverage, bubbles: readonly Bubble[]): DrawnSymbol[] =>
  [...doorsOf(coverage, linework.layers), ...tagsOf(bubbles), ...blocksOf(linework)]
    .sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name))
    .slice(0, mostSymbols)
    .map((symbol) => ({
      ...symbol,
      places: symbol.places.sort((a, b) => a.top - b.top || a.left - b.left).slice(0, mostPlaces),
    }));
