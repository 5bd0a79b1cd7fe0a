import type { LayeredObject } from '../../../domain/page-text.ts';
import { applyToBox, type Box, centre, contains, inflate, type Matrix } from '../geometry.ts';
import { boundsTolerancePoints, layerMarginPoints } from './thresholds.ts';

/** Returns a layer's name without the prefix of the referenced drawing (xref). */
export const ownLayerName = (name: string): string => name.replace(/^.*(\||\$0\$)/, '');

/** Splits a layer's name into words: `A`, `WALL`, `FULL`. */
export const layerWords = (name: string): string[] =>
  ownLayerName(name)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_\-.<>()/]+/)
    .filter(Boolean);

/** More than a page is high: keys of distant squares may be equal. */
const rowPoints = 2 ** 16;

/** Objects indexed by the square point of their upper left corner. */
class ObjectIndex {
  readonly #objects = new Map<number, LayeredObject[]>();

  constructor(objects: readonly LayeredObject[]) {
    for (const object of objects) {
      const key = this.#key(Math.floor(object.x), Math.floor(object.y));
      const there = this.#objects.get(key);
      if (there) there.push(object);
      else this.#objects.set(key, [object]);
    }
  }

  #key(x: number, y: number): number {
    return x * rowPoints + y;
  }

  has(object: LayeredObject): boolean {
    const { layer, x, y, width, height } = object;
    for (let column = Math.floor(x - boundsTolerancePoints); column <= x + boundsTolerancePoints; column++) {
      for (let row = Math.floor(y - boundsTolerancePoints); row <= y + boundsTolerancePoints; row++) {
        const same = this.#objects
          .get(this.#key(column, row))
          ?.some(
            (other) =>
              other.layer === layer &&
              Math.abs(other.x - x) <= boundsTolerancePoints &&
              Math.abs(other.y - y) <= boundsTolerancePoints &&
              Math.abs(other.width - width) <= boundsTolerancePoints &&
              Math.abs(other.height - height) <= boundsTolerancePoints,
          );
        if (same) return true;
      }
    }
    return false;
  }
}

/** The layers on which two sheets differ within a box, by how much of it they fill. */
export interface ChangedLayers {
  /**
   * Returns the layers at `box` (points of the newer sheet) with their shares, largest first; the shares add up to 1.
   * @param side the sheet that alone contains the change; both if omitted
   */
  at(box: Box, side?: 'older' | 'newer'): { layer: string; share: number }[];
  /** The layers that only one of the sheets has. */
  foreign: ReadonlySet<string>;
}

/**
 * Finds the layers (optional content groups) of changes. A change is on the layers of the objects that only one sheet
 * has there. Where both have the same objects, as after a change of colour, it is on the layers of the objects
 * inside.
 * @param matrix maps points of the older sheet to points of the newer one
 */
export const changedLayers = (
  older: readonly LayeredObject[],
  newer: readonly LayeredObject[],
  matrix: Matrix,
): ChangedLayers => {
  let known: Record<'older' | 'newer' | 'both', LayeredObject[]> | null = null;
  // Computed on first use, because a sheet without changes needs none.
  const changed = () => {
    if (known) return known;
    const moved = older.map((object) => {
      const { x, y, width, height } = applyToBox(matrix, object);
      return { layer: object.layer, x, y, width, height };
    });
    const [before, after] = [new ObjectIndex(moved), new ObjectIndex(newer)];
    const [went, came] = [moved.filter((one) => !after.has(one)), newer.filter((one) => !before.has(one))];
    known = { older: went, newer: came, both: [...went, ...came] };
    return known;
  };
  const [before, after] = [older, newer].map((objects) => new Set(objects.map(({ layer }) => layer))) as [
    Set<string>,
    Set<string>,
  ];
  return {
    foreign: new Set([...before, ...after].filter((layer) => !before.has(layer) || !after.has(layer))),
    at: (box, side) => {
      const around = inflate(box, layerMarginPoints);
      const all = changed();
      const ofSide = side ? sharesOf(all[side], around) : [];
      const differing = ofSide.length > 0 ? ofSide : sharesOf(all.both, around);
      return differing.length > 0
        ? differing
        : sharesOf(
            newer.filter((one) => contains(around, centre(one))),
            around,
          );
    },
  };
};

const overlap = (start: number, length: number, otherStart: number, otherLength: number): number =>
  Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);

/** Weights objects within the box by their size, and objects that extend beyond it less. */
const sharesOf = (objects: readonly LayeredObject[], box: Box): { layer: string; share: number }[] => {
  const weights = new Map<string, number>();
  let sum = 0;
  for (const { layer, x, y, width, height } of objects) {
    const across = overlap(x, width, box.x, box.width);
    const down = overlap(y, height, box.y, box.height);
    if (across < 0 || down < 0) continue;
    const inside = across + down + 0.1;
    const weight = inside * (inside / (width + height + 0.1));
    weights.set(layer, (weights.get(layer) ?? 0) + weight);
    sum += weight;
  }
  return [...weights]
    .map(([layer, weight]) => ({ layer, share: weight / sum }))
    .sort((a, b) => b.share - a.share || (a.layer < b.layer ? -1 : 1));
};
