import type { Word } from '../../../domain/page-text.ts';
import { type Box, centre, contains, distance } from '../geometry.ts';
import { findLines } from '../read/text-lines.ts';
import { scaleFactor } from './describe.ts';

/** Points below a view that its title stands at. */
const below = 24;

/** The scales that views of a sheet state, each where it stands. */
export class Scales {
  readonly #stated: { box: Box; factor: number }[];
  readonly #sheet: number | null;

  /** @param sheet the scale that the title block prints, null where it prints none */
  constructor(words: readonly Word[], sheet: string | null, titleBlock: Box | null) {
    this.#sheet = sheet === null ? null : scaleFactor(sheet);
    this.#stated = findLines(words).flatMap((line) => {
      const factor = line.text.length < 40 ? scaleFactor(line.text) : null;
      const outside = titleBlock === null || distance(line.box, titleBlock) > 0;
      return factor !== null && outside ? [{ box: line.box, factor }] : [];
    });
  }

  /**
   * The factor at a place: that of the nearest view title, which stands below its view rather than above. Null where
   * views of several scales lie in it, whose titles may stand just below it.
   */
  at(box: Box): number | null {
    const place = { ...box, height: box.height + below };
    const inside = this.#stated.filter((one) => contains(place, centre(one.box)));
    if (inside.some(({ factor }) => factor !== inside[0]!.factor)) return null;
    if (inside[0]) return inside[0].factor;
    const { x, y } = centre(box);
    const away = (other: Box) => {
      const to = centre(other);
      return Math.hypot(to.x - x, to.y > y ? to.y - y : 3 * (y - to.y));
    };
    const nearest = this.#stated.toSorted((a, b) => away(a.box) - away(b.box))[0];
    return nearest?.factor ?? this.#sheet;
  }
}
