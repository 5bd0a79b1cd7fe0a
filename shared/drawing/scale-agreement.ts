import type { TextPlace } from './dimension-lines.ts';
import type { Measure } from './measure.ts';

/** A way to write all lengths of a drawing. */
export type Notation = 'mm' | 'cm' | 'm' | 'ft-in';

/** A word, or adjacent words of one line, that state a length. */
export interface Stated extends TextPlace {
  text: string;
  measures: Measure[];
}

/** A section of a line that a text may measure. */
export interface Candidate {
  stated: Stated;
  measure: Measure;
  notation: Notation;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** The ratio of the stated length to that of the section. */
  scale: number;
  /** Whether both ends have a mark across the line. */
  marked: boolean;
  /** Whether it is a whole line rather than a section of one or the border of an area. */
  whole: boolean;
  /** Whether it passes over a stop, or is away from its text on a line under it. Such a section confirms no scale. */
  wide: boolean;
  /** Whether the text is at the middle of the section. */
  centred: boolean;
}

/** A scale that the lengths of a page agree on. */
export interface Agreement {
  /** The standard scale, or else the rounded one. */
  scale: number;
  /** The median of the lengths that agree: a print may be some per cent smaller than its scale states. */
  measured: number;
  notation: Notation;
  /** Number of different lengths that agree. */
  values: number;
  /** Natural logarithm of how much likelier the lengths are with this scale than by chance. */
  evidence: number;
}

const standardScales = [
  1, 2, 5, 10, 20, 25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 1000, 1250, 2000, 2500, 5000, 4, 8, 12, 16, 24,
  32, 48, 64, 96, 128, 192, 120, 240, 360, 480, 600, 720, 1200, 0.5, 0.2, 0.1,
];

/** Range of scales that occur on drawings; the lengths of enlarged parts have units, or the sheet prints their scale. */
const minimumScale = 0.9;
const minimumEnlarged = 0.05;
const maximumScale = 5500;

/** Relative difference below which a measured scale is a standard one: prints are enlarged or reduced to fit. */
const scaleTolerance = 0.02;

/** Returns the nearest standard scale if it is within the tolerance, else the rounded scale. */
const snapToStandard = (scale: number, printed: ReadonlySet<number>): number => {
  const nearest = [...printed, ...standardScales].reduce((best, each) =>
    Math.abs(each / scale - 1) < Math.abs(best / scale - 1) ? each : best,
  );
  return Math.abs(nearest / scale - 1) <= scaleTolerance ? nearest : Math.round(scale * 100) / 100;
};

/**
 * How exact sections are, as a share of the length and in points at both ends together: those that programs draw, and those
 * rounded to the last digit or drawn by hand.
 */
const tolerances = [
  { share: 0.0015, points: 0.2 },
  { share: 0.006, points: 0.8 },
] as const;

/** Maximum relative error of a section that confirms a scale; shorter ones fit any. */
const maximumReach = 0.03;
/** Distance of natural logarithms of scales over which the sections of a page are counted, and the least density there. */
const densityReach = 0.35;
const leastDensity = 0.2;
/** Shares of a page's lengths that may be drawn at one scale. */
const agreeingShares = [0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9] as const;
/** Difference of the natural logarithms of values that are alike. */
const alikeLogarithm = 0.05;
/** Maximum chance that a value agrees with any scale: many equal numbers say little. */
const maximumChance = 0.8;

/** Evidence that a scale needs: one that the sheet prints, a standard one, any other, and a further one of the page. */
const leastEvidence = { printed: 3, standard: 6, other: 8, further: 3 } as const;
/** Minimum number of different lengths that agree on a scale that the sheet prints, and on another one. */
const minimumOnPrinted = 2;
const minimumAgreeing = 3;
/** Minimum ratio of the largest to the smallest of these, which excludes room numbers next to equal boxes. */
const minimumSpreadRatio = 1.5;

/** Notations, the likeliest one of the same numbers first. */
const notations: readonly Notation[] = ['mm', 'm', 'cm', 'ft-in'];
/** Evidence for a scale that is as likely as the one with most, and for one that the sheet prints, relative to that. */
const likelyEvidenceShare = 0.9;
const printedEvidenceShare = 0.5;

/** The section of a text on a logarithmic scale. */
interface Vote {
  stated: Stated;
  value: number;
  /** Whether the text names its unit. */
  isCertain: boolean;
  at: number;
  reach: number;
}

/** How far the sections of a text reach together, and its weight among the texts whose values are alike. */
type Reaches = Map<Stated, { reach: number; weight: number }>;

/** Returns the reach and the weight of each text that votes. */
const reachesOf = (votes: readonly Vote[]): Reaches => {
  const reaches: Reaches = new Map();
  for (const { stated, reach } of votes)
    reaches.set(stated, { reach: (reaches.get(stated)?.reach ?? 0) + reach, weight: 1 });
  const alike = Map.groupBy(reaches, ([{ measures }]) =>
    Math.round(Math.log(measures[0]!.millimetres) / alikeLogarithm),
  );
  // Numbers like each other beside equal shapes, such as those of rooms, are one coincidence rather than several.
  for (const texts of alike.values()) for (const [, text] of texts) text.weight = 1 / Math.sqrt(texts.length);
  return reaches;
};

/**
 * Returns how much likelier it is that texts agree on a scale than by chance, as a natural logarithm.
 * @param total the weight of all texts
 * @param density the share of the other sections of the page per unit of the logarithm of the scale, around this one
 */
const evidenceFor = (reaches: Reaches, total: number, agreeing: readonly Stated[], density: number): number => {
  const texts = agreeing.map((stated) => {
    const { reach, weight } = reaches.get(stated)!;
    const chance = Math.min(maximumChance, 2 * reach * density);
    return { weight, odds: (1 - chance) / chance };
  });
  const sums = agreeingShares.map((share) => {
    const against = Math.log(1 - share);
    return texts.reduce(
      (sum, { weight, odds }) => sum + weight * (Math.log(1 + share * odds) - against),
      total * against,
    );
  });
  return Math.max(...sums);
};

type Rated = Agreement & { surplus: number };

/** The votes for about the same scale as one of them. */
interface Cluster {
  /** The texts that agree and their values, each once. */
  agreeing: readonly Stated[];
  values: readonly number[];
  /** Whether all name their unit. */
  areCertain: boolean;
  /** Natural logarithms of their scales, sorted. */
  logarithms: readonly number[];
  /** The share of the other votes per unit of the logarithm of the scale, around this one. */
  density: number;
}

/** Returns a number for each entry, the same one for equal entries. */
const numbersOf = (entries: readonly unknown[]): Int32Array => {
  const known = new Map<unknown, number>();
  return Int32Array.from(entries, (entry) => {
    const number = known.get(entry) ?? known.size;
    known.set(entry, number);
    return number;
  });
};

/** Yields the cluster around each vote. */
function* clustersOf(sorted: readonly Vote[]): Generator<Cluster> {
  const texts = numbersOf(sorted.map(({ stated }) => stated));
  const lengths = numbersOf(sorted.map(({ value }) => value));
  // The last vote whose cluster contains each of them, from 1.
  const [lastOfText, lastOfLength] = [new Uint32Array(sorted.length), new Uint32Array(sorted.length)];
  const widest = sorted.reduce((most, { reach }) => Math.max(most, reach), 0);
  let [from, low, high] = [0, 0, 0];
  for (const [index, centre] of sorted.entries()) {
    while (sorted[from]!.at < centre.at - 2 * widest) from++;
    while (sorted[low]!.at < centre.at - densityReach) low++;
    while (high < sorted.length && sorted[high]!.at <= centre.at + densityReach) high++;
    const agreeing: Stated[] = [];
    const values: number[] = [];
    const logarithms: number[] = [];
    let areCertain = true;
    for (let i = from; i < sorted.length && sorted[i]!.at <= centre.at + 2 * widest; i++) {
      const { stated, value, isCertain, at, reach } = sorted[i]!;
      if (Math.abs(at - centre.at) > reach + centre.reach) continue;
      areCertain &&= isCertain;
      if (lastOfText[texts[i]!] !== index + 1) agreeing.push(stated);
      if (lastOfLength[lengths[i]!] !== index + 1) values.push(value);
      lastOfText[texts[i]!] = lastOfLength[lengths[i]!] = index + 1;
      logarithms.push(at);
    }
    const [near, others] = [high - low - logarithms.length, sorted.length - logarithms.length];
    yield {
      agreeing,
      values,
      areCertain,
      logarithms,
      density: Math.max(leastDensity, near / (2 * densityReach * (others || 1))),
    };
  }
}

/** Returns the evidence that a scale needs; infinite for one that too few or too similar values agree on. */
const leastEvidenceFor = (
  scale: number,
  values: readonly number[],
  printed: ReadonlySet<number>,
  isFirst: boolean,
): number => {
  const further = isFirst ? 0 : leastEvidence.further;
  if (printed.has(scale)) return values.length < minimumOnPrinted ? Infinity : leastEvidence.printed + further;
  if (values.length < minimumAgreeing || Math.max(...values) < minimumSpreadRatio * Math.min(...values))
    return Infinity;
  if (standardScales.includes(scale)) return leastEvidence.standard + further;
  return isFirst ? leastEvidence.other : Infinity;
};

/** Returns the most likely scale of votes of one notation. */
const bestOf = (
  votes: readonly Vote[],
  notation: Notation,
  printed: ReadonlySet<number>,
  isFirst: boolean,
): Rated | undefined => {
  const sorted = [...votes].sort((a, b) => a.at - b.at);
  const reaches = reachesOf(sorted);
  const total = [...reaches.values()].reduce((sum, { weight }) => sum + weight, 0);
  let best: Rated | undefined;
  for (const { agreeing, values, areCertain, logarithms, density } of clustersOf(sorted)) {
    if (values.length < minimumOnPrinted) continue;
    const measured = Math.exp(logarithms[logarithms.length >> 1]!);
    const scale = snapToStandard(measured, printed);
    const isPossible =
      scale >= (areCertain || printed.has(scale) ? minimumEnlarged : minimumScale) && scale <= maximumScale;
    if (!isPossible) continue;
    const least = leastEvidenceFor(scale, values, printed, isFirst);
    if (least === Infinity) continue;
    const evidence = evidenceFor(reaches, total, agreeing, density);
    if (evidence - least > (best?.surplus ?? 0))
      best = { scale, measured, notation, values: values.length, evidence, surplus: evidence - least };
  }
  return best;
};

/**
 * Returns the scale that the lengths of a page agree on most clearly: for each scale, how much likelier it is that so many
 * different lengths have a section of the right length than by chance, given how many sections each could choose from.
 * @param isFirst whether no other scale of the page is known
 */
export const findAgreement = (
  candidates: readonly Candidate[],
  printed: ReadonlySet<number>,
  isFirst: boolean,
): Agreement | undefined => {
  const found = notations.flatMap((notation): Rated[] => {
    const sections = candidates.filter((each) => each.notation === notation && !each.wide);
    const marked = sections.filter((each) => each.marked);
    const centred = sections.filter((each) => each.centred && (each.marked || each.whole));
    const rated = [marked, centred].flatMap((some) =>
      tolerances.flatMap(({ share, points }) => {
        const votes = some
          .map(({ stated, measure, scale, x0, y0, x1, y1 }) => ({
            stated,
            value: measure.millimetres,
            isCertain: measure.isCertain,
            at: Math.log(scale),
            reach: share + points / Math.hypot(x1 - x0, y1 - y0),
          }))
          .filter(({ reach }) => reach <= maximumReach);
        return bestOf(votes, notation, printed, isFirst) ?? [];
      }),
    );
    return rated.length === 0 ? [] : [rated.reduce((a, b) => (b.surplus > a.surplus ? b : a))];
  });
  if (found.length === 0) return undefined;
  // The same numbers fit one scale in millimetres and another in centimetres.
  const likelyOf = (some: readonly Rated[], share: number): Rated[] => {
    const most = some.reduce((sum, { evidence }) => Math.max(sum, evidence), 0);
    return some.filter(({ evidence }) => evidence >= share * most);
  };
  const onPrinted = likelyOf(found, printedEvidenceShare).filter(({ scale }) => printed.has(scale));
  const likely = likelyOf(onPrinted.length > 0 ? onPrinted : found, likelyEvidenceShare);
  return likely.find(({ scale }) => printed.has(scale) || standardScales.includes(scale)) ?? likely[0];
};
