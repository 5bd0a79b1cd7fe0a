import type { Word } from '../../../domain/page-text.ts';
import { type Box, centre, contains, distance } from '../geometry.ts';
import { findLines } from '../read/text-lines.ts';
import { scaleFactor } from './describe.ts';
import { maximumScaleDistancePoints } from './thresholds.ts';

/** The scales stated by the views of a sheet, with their positions. */
export class Scales {
  readonly #stated: { box: Box; factor: number }[];
  readonly #sheet: number | null;

  /** @param sheet the scale printed in the title block; null if there is none */
  constructor(words: readonly Word[], sheet: string | null, titleBlock: Box | null) {
    this.#sheet = sheet === null ? null : scaleFactor(sheet);
    this.#stated = findLines(words).flatMap((line) => {
      const factor = line.text.length < 40 ? scaleFactor(line.text) : null;
      const outside = titleBlock === null || distance(line.box, titleBlock) > 0;
      return factor !== null && outside ? [{ box: line.box, factor }] : [];
    });
  }

  /**
   * Returns the scale factor at a box: that of the nearest view title, preferring titles below it. Returns null if it
   * contains views of several scales, including titles just below it.
   */
  at(box: Box): number | null {
    const place = { ...box, height: box.height + maximumScaleDistancePoints };
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
