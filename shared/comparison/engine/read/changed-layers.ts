import type { LayeredObject } from '../../../domain/page-text.ts';
import { applyToBox, type Box, centre, contains, inflate, type Matrix } from '../geometry.ts';

/** Points that the bounds of one object on two sheets may differ by. */
const still = 0.75;
/** Points around a change within which its objects lie. */
const near = 1.5;

/** Objects by layer and by the square point that their upper left corner is in. */
class Places {
  readonly #objects = new Map<string, LayeredObject[]>();

  constructor(objects: readonly LayeredObject[]) {
    for (const object of objects) {
      const key = this.#key(object.layer, Math.floor(object.x), Math.floor(object.y));
      const there = this.#objects.get(key);
      if (there) there.push(object);
      else this.#objects.set(key, [object]);
    }
  }

  #key(layer: string, x: number, y: number): string {
    return `${x} ${y} ${layer}`;
  }

  has(object: LayeredObject): boolean {
    const { layer, x, y, width, height } = object;
    for (let column = Math.floor(x - still); column <= x + still; column++) {
      for (let row = Math.floor(y - still); row <= y + still; row++) {
        const same = this.#objects
          .get(this.#key(layer, column, row))
          ?.some(
            (other) =>
              Math.abs(other.x - x) <= still &&
              Math.abs(other.y - y) <= still &&
              Math.abs(other.width - width) <= still &&
              Math.abs(other.height - height) <= still,
          );
        if (same) return true;
      }
    }
    return false;
  }
}

/** The layers on which two sheets differ at a place, by how much of it they fill. */
export interface ChangedLayers {
  /**
   * Shares of the layers at `box` (points of the newer sheet), the largest first; they add up to 1.
   * @param side the sheet that alone holds what changed; both where it is on either
   */
  at(box: Box, side?: 'older' | 'newer'): { layer: string; share: number }[];
}

/**
 * What layers (optional content groups) tell of changes: a change lies on the layers of the objects that only one of
 * the sheets has there; where both have the same, as of another colour, on the layers of what lies within.
 * @param matrix points of the older sheet to points of the newer one
 */
export const changedLayers = (
  older: readonly LayeredObject[],
  newer: readonly LayeredObject[],
  matrix: Matrix,
): ChangedLayers => {
  let known: { older: LayeredObject[]; newer: LayeredObject[] } | null = null;
  // A sheet without changes is asked for none.
  const changed = (): { older: LayeredObject[]; newer: LayeredObject[] } => {
    if (known) return known;
    const moved = older.map((object) => ({ ...object, ...applyToBox(matrix, object) }));
    const [before, after] = [new Places(moved), new Places(newer)];
    known = {
      older: moved.filter((object) => !after.has(object)),
      newer: newer.filter((object) => !before.has(object)),
    };
    return known;
  };
  return {
    at: (box, side) => {
      const around = inflate(box, near);
      const all = changed();
      const ofSide = side ? sharesOf(all[side], around) : [];
      const differing = ofSide.length > 0 ? ofSide : sharesOf([...all.older, ...all.newer], around);
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

/** What lies within the box counts by its size, what reaches beyond it for less. */
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
