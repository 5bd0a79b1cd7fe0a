import { holdsCentre } from './boxes.ts';
import { boxOfPart, type Ink, inkSquarePoints, type Part } from './ink.ts';
import type { Bounds } from './linework.ts';
import {
  crossingCostScore,
  dominantGapPoints,
  drawingLineSquares,
  headingOnItsSideScore,
  maximumCutScore,
  maximumParts,
  maximumTriedBands,
  maximumTriedCuts,
  minimumDrawingSideShare,
  minimumDrawnShare,
  minimumHeadedAreaRatio,
  strayCostScore,
} from './thresholds/views.ts';

/** A white band through a part, and what remains on both sides of it. */
interface Cut {
  /** Width of the band in points. */
  white: number;
  /** Number of lines that cross the band. */
  crossings: number;
  sides: [Part, Part];
}

/** A heading as the division uses it. */
export interface PlacedHeading {
  box: Bounds;
  /** Whether it is more than a scale, which may stand apart from the title of its view. */
  isTitled: boolean;
}

/** The parts of the best division, and its score. */
interface Division {
  score: number;
  parts: Part[];
}

/** The numbers of lines that may cross a cut between two headings: section lines, levels, leaders. */
const crossingsTried = [0, 1, 2, 4, 8];

/**
 * Divides a page among its drawings by straight cuts through white bands. Each division has a score, so that the widest
 * bands, one heading for each drawing, and headings on the same side of all drawings decide together.
 */
export class Partition {
  readonly #ink: Ink;
  readonly #headings: readonly PlacedHeading[];
  readonly #areBelow: boolean;
  /** Minimum side of a drawing, in squares. */
  readonly #leastSide: number;
  readonly #known = new Map<string, Division>();

  readonly #isConnected: boolean;

  /**
   * @param areBelow whether the headings are below their drawings
   * @param isConnected whether the lines that connect drawings count as ink; without them a page is divided too finely, but
   *   several views in one part are told apart
   */
  constructor(ink: Ink, headings: readonly PlacedHeading[], areBelow: boolean, isConnected = true) {
    this.#ink = ink;
    this.#headings = headings;
    this.#areBelow = areBelow;
    this.#isConnected = isConnected;
    this.#leastSide = minimumDrawingSideShare * Math.min(ink.columns, ink.rows);
  }

  /** Returns the indices of the headings in a part. */
  headingsIn(part: Part): number[] {
    const box = boxOfPart(part);
    return [...this.#headings.keys()].filter((i) => holdsCentre(box, this.#headings[i]!.box));
  }

  #titledIn(part: Part): number[] {
    return this.headingsIn(part).filter((i) => this.#headings[i]!.isTitled);
  }

  /** Whether a part contains a drawing, rather than text, a stray mark or a heading alone. */
  isDrawing(part: Part): boolean {
    const lines = this.#ink.linesIn(part);
    if (
      Math.min(part.u1 - part.u0, part.v1 - part.v0) + 1 < this.#leastSide ||
      lines < drawingLineSquares * this.#leastSide ||
      lines < minimumDrawnShare * this.#ink.inkIn(part)
    )
      return false;
    const areaOf = ({ left, top, right, bottom }: Bounds) => (right - left) * (bottom - top);
    const least = areaOf(boxOfPart(part)) / minimumHeadedAreaRatio;
    return this.headingsIn(part).every((i) => areaOf(this.#headings[i]!.box) <= least);
  }

  /** Returns the score of a part as one drawing, or as what is beside the drawings. */
  #scoreOf(part: Part): number {
    const inside = this.headingsIn(part);
    if (!this.isDrawing(part)) return inside.length > 0 ? -2 * maximumCutScore : -strayCostScore;
    if (inside.length === 0) return 0;
    const { top, bottom } = boxOfPart(part);
    const isOnItsSide = inside.some((i) => this.#headings[i]!.box.top > (top + bottom) / 2 === this.#areBelow);
    return 2 - (this.#titledIn(part).length || inside.length) + (isOnItsSide ? headingOnItsSideScore : 0);
  }

  /** Returns the cuts through the white bands across a part, or down it. */
  #cutsOf(part: Part, isAcross: boolean): Cut[] {
    const counts = this.#ink.profileOf(part, isAcross, this.#isConnected);
    const cuts: Cut[] = [];
    // What crosses a cut belongs to both sides, unless each has a title of its own.
    const tried = this.#titledIn(part).length > 1 ? crossingsTried : [0];
    for (const crossings of tried) {
      const bands: { from: number; to: number }[] = [];
      let from = -1;
      for (let i = 0; i < counts.length; i++) {
        if (counts[i]! <= crossings) {
          if (from < 0) from = i;
          continue;
        }
        if (from > 0) bands.push({ from, to: i });
        from = -1;
      }
      for (const { from, to } of bands.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, maximumTriedBands)) {
        const cut = this.#cutAt(part, isAcross, (from + to - 1) >> 1, (to - from) * inkSquarePoints, crossings);
        if (cut) cuts.push(cut);
      }
    }
    return cuts;
  }

  #cutAt(part: Part, isAcross: boolean, at: number, white: number, crossings: number): Cut | undefined {
    const one = this.#ink.trimmed(isAcross ? { ...part, u1: part.u0 + at } : { ...part, v1: part.v0 + at });
    const other = this.#ink.trimmed(isAcross ? { ...part, u0: part.u0 + at + 1 } : { ...part, v0: part.v0 + at + 1 });
    if (!one || !other) return undefined;
    const sides: [Part, Part] = [one, other];
    if (crossings > 0 && sides.some((side) => this.#titledIn(side).length === 0)) return undefined;
    return { white, crossings, sides };
  }

  #scoreOfCut({ white, crossings }: Cut): number {
    const score = white / dominantGapPoints - 1;
    return crossings > 0 ? Math.min(0, score) - crossingCostScore * crossings : Math.min(maximumCutScore, score);
  }

  /** Returns the best division of a page. */
  divide(page: Part): Division {
    const { score, parts } = this.#best(page);
    const inner = new Partition(this.#ink, this.#headings, this.#areBelow, false);
    return { score, parts: parts.flatMap((part) => (this.#titledIn(part).length > 1 ? inner.#views(part) : part)) };
  }

  /** Returns the views of a part with several headings; the part itself if it does not consist of views alone. */
  #views(part: Part): Part[] {
    const { parts } = this.#best(part);
    const areViews = parts.every((each) => this.headingsIn(each).length > 0 || !this.isDrawing(each));
    const views = parts.filter((each) => this.headingsIn(each).length > 0 && this.isDrawing(each));
    return areViews && views.length > 1 ? parts : [part];
  }

  /** Returns the best division of a part. */
  #best(part: Part): Division {
    const key = `${part.u0} ${part.v0} ${part.u1} ${part.v1}`;
    const known = this.#known.get(key);
    if (known) return known;
    let best: Division = { score: this.#scoreOf(part), parts: [part] };
    if (this.#known.size < maximumParts) {
      const cuts = [true, false]
        .flatMap((isAcross) => this.#cutsOf(part, isAcross))
        .map((cut) => {
          const own = this.#scoreOfCut(cut);
          return { cut, own, score: own + this.#scoreOf(cut.sides[0]) + this.#scoreOf(cut.sides[1]) };
        })
        .sort((a, b) => b.score - a.score || b.cut.white - a.cut.white)
        .slice(0, maximumTriedCuts);
      for (const { cut, own } of cuts) {
        const [one, other] = [this.#best(cut.sides[0]), this.#best(cut.sides[1])];
        const score = own + one.score + other.score;
        if (score > best.score) best = { score, parts: [...one.parts, ...other.parts] };
      }
    }
    this.#known.set(key, best);
    return best;
  }
}
