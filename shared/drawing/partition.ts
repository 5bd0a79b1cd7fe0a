import { areaOfBox, holdsCentre } from './boxes.ts';
import { boxOfPart, type Ink, inkSquarePoints, type Part } from './ink.ts';
import type { Bounds } from './linework.ts';
import {
  crossingCostScore,
  dominantGapPoints,
  drawingLineSquares,
  headingOnItsSideScore,
  headingRowsHeights,
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

/** What a part contains, whichever side of the drawings the headings are on. */
interface Content {
  /** Indices of the headings in it, and how many of them are titled. */
  headings: readonly number[];
  titled: number;
  /** Whether it contains a drawing, rather than text, a stray mark or a heading alone. */
  isDrawing: boolean;
  /** The cuts through it, once they are needed. */
  cuts?: readonly Cut[];
}

/** The parts of a page and the cuts through them, each examined once. */
class Parts {
  readonly #ink: Ink;
  readonly #headings: readonly PlacedHeading[];
  readonly #isConnected: boolean;
  /** Minimum side of a drawing, in squares. */
  readonly #leastSide: number;
  readonly #known = new Map<number, Content>();

  constructor(ink: Ink, headings: readonly PlacedHeading[], isConnected: boolean) {
    this.#ink = ink;
    this.#headings = headings;
    this.#isConnected = isConnected;
    this.#leastSide = minimumDrawingSideShare * Math.min(ink.columns, ink.rows);
  }

  /** Returns the number of a part. */
  keyOf({ u0, v0, u1, v1 }: Part): number {
    const { columns, rows } = this.#ink;
    return ((u0 * rows + v0) * columns + u1) * rows + v1;
  }

  contentOf(part: Part): Content {
    const key = this.keyOf(part);
    const known = this.#known.get(key);
    if (known) return known;
    const box = boxOfPart(part);
    const headings: number[] = [];
    let titled = 0;
    for (const [i, heading] of this.#headings.entries()) {
      if (!holdsCentre(box, heading.box)) continue;
      headings.push(i);
      if (heading.isTitled) titled++;
    }
    const content = { headings, titled, isDrawing: this.#isDrawing(part, box, headings) };
    this.#known.set(key, content);
    return content;
  }

  #isDrawing(part: Part, box: Bounds, headings: readonly number[]): boolean {
    if (Math.min(part.u1 - part.u0, part.v1 - part.v0) + 1 < this.#leastSide) return false;
    const lines = this.#ink.linesIn(part);
    if (lines < drawingLineSquares * this.#leastSide || lines < minimumDrawnShare * this.#ink.inkIn(part)) return false;
    const least = areaOfBox(box) / minimumHeadedAreaRatio;
    return headings.every((i) => areaOfBox(this.#headings[i]!.box) <= least);
  }

  /** Whether a part contains a drawing besides what is in the rows of its headings: bubble, underline, scale bar, north arrow. */
  hasDrawing(part: Part): boolean {
    const { headings, isDrawing } = this.contentOf(part);
    if (!isDrawing || headings.length === 0) return isDrawing;
    let lines = this.#ink.linesIn(part);
    for (const i of headings) {
      const { top, bottom } = this.#headings[i]!.box;
      const reach = headingRowsHeights * (bottom - top);
      const v0 = Math.max(part.v0, Math.floor((top - reach) / inkSquarePoints));
      const v1 = Math.min(part.v1, Math.floor((bottom + reach) / inkSquarePoints));
      if (v0 <= v1) lines -= this.#ink.linesIn({ ...part, v0, v1 });
    }
    return lines >= drawingLineSquares * this.#leastSide;
  }

  /** Returns the cuts through the white bands across and down a part. */
  cutsOf(part: Part): readonly Cut[] {
    const content = this.contentOf(part);
    content.cuts ??= [true, false].flatMap((isAcross) => this.#cutsAlong(part, isAcross, content.titled));
    return content.cuts;
  }

  #cutsAlong(part: Part, isAcross: boolean, titled: number): Cut[] {
    const counts = this.#ink.profileOf(part, isAcross, this.#isConnected);
    const cuts: Cut[] = [];
    // What crosses a cut belongs to both sides, unless each has a title of its own.
    for (const crossings of titled > 1 ? crossingsTried : [0]) {
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
    if (crossings > 0 && sides.some((side) => this.contentOf(side).titled === 0)) return undefined;
    return { white, crossings, sides };
  }
}

/** The search for the best division, with the headings below or above their drawings. */
class Search {
  readonly #parts: Parts;
  readonly #headings: readonly PlacedHeading[];
  readonly #areBelow: boolean;
  readonly #known = new Map<number, Division>();

  constructor(parts: Parts, headings: readonly PlacedHeading[], areBelow: boolean) {
    this.#parts = parts;
    this.#headings = headings;
    this.#areBelow = areBelow;
  }

  /** Returns the score of a part as one drawing, or as what is beside the drawings. */
  #scoreOf(part: Part): number {
    const { headings, titled, isDrawing } = this.#parts.contentOf(part);
    if (!isDrawing) return headings.length > 0 ? -2 * maximumCutScore : -strayCostScore;
    if (headings.length === 0) return 0;
    const { top, bottom } = boxOfPart(part);
    const isOnItsSide = headings.some((i) => this.#headings[i]!.box.top > (top + bottom) / 2 === this.#areBelow);
    return 2 - (titled || headings.length) + (isOnItsSide ? headingOnItsSideScore : 0);
  }

  #scoreOfCut({ white, crossings }: Cut): number {
    const score = white / dominantGapPoints - 1;
    return crossings > 0 ? Math.min(0, score) - crossingCostScore * crossings : Math.min(maximumCutScore, score);
  }

  /** Returns the views of a part with several headings; the part itself if it does not consist of views alone. */
  viewsIn(part: Part): Part[] {
    const { parts } = this.best(part);
    const contents = parts.map((each) => this.#parts.contentOf(each));
    const areViews = contents.every(({ headings, isDrawing }) => headings.length > 0 || !isDrawing);
    const views = contents.filter(({ headings, isDrawing }) => headings.length > 0 && isDrawing);
    return areViews && views.length > 1 ? parts : [part];
  }

  /** Returns the best division of a part. */
  best(part: Part): Division {
    const key = this.#parts.keyOf(part);
    const known = this.#known.get(key);
    if (known) return known;
    let best: Division = { score: this.#scoreOf(part), parts: [part] };
    if (this.#known.size < maximumParts) {
      const cuts = this.#parts
        .cutsOf(part)
        .map((cut) => {
          const own = this.#scoreOfCut(cut);
          return { cut, own, score: own + this.#scoreOf(cut.sides[0]) + this.#scoreOf(cut.sides[1]) };
        })
        .sort((a, b) => b.score - a.score || b.cut.white - a.cut.white)
        .slice(0, maximumTriedCuts);
      for (const { cut, own } of cuts) {
        const [one, other] = [this.best(cut.sides[0]), this.best(cut.sides[1])];
        const score = own + one.score + other.score;
        if (score > best.score) best = { score, parts: [...one.parts, ...other.parts] };
      }
    }
    this.#known.set(key, best);
    return best;
  }
}

/** A part of the best division of a page. */
export interface DividedPart extends Pick<Content, 'headings' | 'isDrawing'> {
  part: Part;
}

/**
 * Divides a page among its drawings by straight cuts through white bands. Each division has a score, so that the widest
 * bands, one heading for each drawing, and headings on the same side of all drawings decide together. Without the lines
 * that connect drawings a page is divided too finely, but several views in one part are distinguished.
 */
export const dividePage = (ink: Ink, headings: readonly PlacedHeading[], page: Part): DividedPart[] => {
  const parts = new Parts(ink, headings, true);
  const inner = new Parts(ink, headings, false);
  const [below, above] = [true, false].map((areBelow) => ({
    areBelow,
    ...new Search(parts, headings, areBelow).best(page),
  }));
  const best = above!.score > below!.score ? above! : below!;
  const search = new Search(inner, headings, best.areBelow);
  return best.parts
    .flatMap((part) => (parts.contentOf(part).titled > 1 ? search.viewsIn(part) : part))
    .map((part) => ({ part, headings: parts.contentOf(part).headings, isDrawing: parts.hasDrawing(part) }));
};
