import type { TextPlace } from './dimension-lines.ts';
import type { Measure } from './measure.ts';

/** A way to write all lengths of a drawing. */
export type Notation = 'mm' | 'cm' | 'm' | 'ft-in';

/** A word, or adjacent words of one line, that state a length. */
export interface Stated extends TextPlace {
  text: string;
  measures: Measure[];
  /** Whether a number stands directly before or after it, as the parts of one do. */
  isPart: boolean;
}

/** How a section and its text are drawn, which is the same for the dimensions of a sheet. */
export interface SectionStyle {
  /** Index of the pen in {@link Coverage.pens}. */
  pen: number;
  /** Distance of the middle of the text from the line, in text heights; negative if it stands on the line as it is read. */
  aside: number;
  /** Height of the text in points. */
  height: number;
}

/** A section of a line. Points, as displayed. */
export interface Section {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  length: number;
  /** Whether both ends have a mark across the line. */
  marked: boolean;
  /** Whether it is a whole line rather than a section of one or the border of an area. */
  whole: boolean;
  /** Whether it passes over a stop, or is away from its text on a line under it. Such a section confirms no scale. */
  wide: boolean;
  /** Whether the text is at the middle of the section. */
  centred: boolean;
  /** How it is drawn; undefined for one between arrowheads. */
  style?: SectionStyle;
}

/** A section that a text may measure. */
export interface Candidate {
  stated: Stated;
  measure: Measure;
  notation: Notation;
  /** The ratio of the stated length to that of the section, and its natural logarithm. */
  scale: number;
  logarithm: number;
  section: Section;
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

/** Minimum scale of a plan that is no standard one: numbers beside walls or on a scale bar fit odd scales by chance. */
const minimumPlanScale = 5;

/** Whether doors and windows may be measured by a scale. */
export const isPlanScale = (scale: number): boolean => scale >= minimumPlanScale || standardScales.includes(scale);

/** Range of scales that occur on drawings; the lengths of enlarged parts have units, or the sheet prints their scale. */
const minimumScale = 0.9;
const minimumEnlarged = 0.05;
const maximumScale = 5500;

/** Relative difference below which a measured scale is a standard one: prints are enlarged or reduced to fit. */
const scaleTolerance = 0.02;

/** Returns the nearest of the scales if it is within the tolerance, else the rounded scale. */
const snapTo = (scales: readonly number[], scale: number): number => {
  let [nearest, least] = [0, Infinity];
  for (const each of scales) {
    const error = Math.abs(each / scale - 1);
    if (error >= least) continue;
    nearest = each;
    least = error;
  }
  return least <= scaleTolerance ? nearest : Math.round(scale * 100) / 100;
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

/** How far the sections of a text reach together, and its weight among the texts whose values are alike. */
interface Voter {
  reach: number;
  weight: number;
}

/** The sections of texts on a logarithmic scale, sorted by it. */
interface Votes {
  /** Natural logarithms of their scales, and how far each reaches. */
  at: Float64Array;
  reach: Float64Array;
  /** The length that each states, in millimetres. */
  value: Float64Array;
  /** Whether its text names its unit: 1 or 0. */
  isCertain: Uint8Array;
  /** Numbers of its text and of its length. */
  text: Int32Array;
  length: Int32Array;
  voters: readonly Voter[];
}

/** Returns a number for each entry, the same one for equal entries. */
const numbersOf = (entries: readonly unknown[]): Int32Array => {
  const known = new Map<unknown, number>();
  const numbers = new Int32Array(entries.length);
  for (let i = 0; i < entries.length; i++) {
    const number = known.get(entries[i]) ?? known.size;
    known.set(entries[i], number);
    numbers[i] = number;
  }
  return numbers;
};

/** Returns the reach and the weight of each text that votes, in the order in which they first do. */
const votersOf = (candidates: readonly Candidate[], reach: Float64Array): Voter[] => {
  const voters = new Map<Stated, Voter>();
  for (const [i, { stated }] of candidates.entries()) {
    const known = voters.get(stated);
    if (known) known.reach += reach[i]!;
    else voters.set(stated, { reach: reach[i]!, weight: 1 });
  }
  const alike = Map.groupBy(voters, ([{ measures }]) =>
    Math.round(Math.log(measures[0]!.millimetres) / alikeLogarithm),
  );
  // Numbers like each other beside equal shapes, such as those of rooms, are one coincidence rather than several.
  for (const texts of alike.values()) for (const [, text] of texts) text.weight = 1 / Math.sqrt(texts.length);
  return [...voters.values()];
};

/** Returns the votes of candidates sorted by their scale. */
const votesOf = (sorted: readonly Candidate[], { share, points }: (typeof tolerances)[number]): Votes => {
  const reachOf = ({ section }: Candidate) => share + points / section.length;
  const some = sorted.filter((each) => reachOf(each) <= maximumReach);
  // Filled by a loop: the mapping of `from` takes several times as long.
  const at = new Float64Array(some.length);
  const reach = new Float64Array(some.length);
  const value = new Float64Array(some.length);
  const isCertain = new Uint8Array(some.length);
  for (let i = 0; i < some.length; i++) {
    const each = some[i]!;
    at[i] = each.logarithm;
    reach[i] = reachOf(each);
    value[i] = each.measure.millimetres;
    isCertain[i] = each.measure.isCertain ? 1 : 0;
  }
  return {
    ...{ at, reach, value, isCertain },
    text: numbersOf(some.map(({ stated }) => stated)),
    length: numbersOf(some.map(({ measure }) => measure.millimetres)),
    voters: votersOf(some, reach),
  };
};

/**
 * Returns how much likelier it is that texts agree on a scale than by chance, as a natural logarithm.
 * @param total the weight of all texts
 * @param density the share of the other sections of the page per unit of the logarithm of the scale, around this one
 */
const evidenceFor = (
  voters: readonly Voter[],
  total: number,
  { agreeing, density }: Pick<Cluster, 'agreeing' | 'density'>,
): number => {
  const texts = agreeing.map((text) => {
    const { reach, weight } = voters[text]!;
    return { weight, odds: oddsOf(reach, density) };
  });
  let most = -Infinity;
  for (const share of agreeingShares) {
    const against = Math.log(1 - share);
    let sum = total * against;
    for (const { weight, odds } of texts) sum += weight * (Math.log(1 + share * odds) - against);
    // The sum is concave in the share: once it falls it never rises again.
    if (sum <= most) break;
    most = sum;
  }
  return most;
};

/** Returns the odds against a chance agreement of a text whose sections reach so far together. */
const oddsOf = (reach: number, density: number): number => {
  const chance = Math.min(maximumChance, 2 * reach * density);
  return (1 - chance) / chance;
};

type Rated = Agreement & { surplus: number };

/** The votes for about the same scale as one of them. */
interface Cluster {
  /** Numbers of the texts that agree, each once. */
  agreeing: number[];
  /** Their different lengths. */
  values: number[];
  /** Whether all name their unit. */
  areCertain: boolean;
  /** Natural logarithms of their scales, sorted. */
  logarithms: number[];
  /** The share of the other votes per unit of the logarithm of the scale, around this one. */
  density: number;
}

/** For each text and each length, the last vote whose cluster contains it, from 1. Faster than sets for each cluster. */
interface Seen {
  text: Uint32Array;
  length: Uint32Array;
}

/** Returns the cluster around a vote, which consists of some of those `from` and before `to`; without its density. */
const clusterAround = (
  { at, reach, value, isCertain, text, length }: Votes,
  seen: Seen,
  centre: number,
  from: number,
  to: number,
): Cluster => {
  const agreeing: number[] = [];
  const values: number[] = [];
  const logarithms: number[] = [];
  let areCertain = true;
  for (let i = from; i < to; i++) {
    if (Math.abs(at[i]! - at[centre]!) > reach[i]! + reach[centre]!) continue;
    areCertain &&= isCertain[i] === 1;
    if (seen.text[text[i]!] !== centre + 1) agreeing.push(text[i]!);
    seen.text[text[i]!] = centre + 1;
    if (seen.length[length[i]!] !== centre + 1) values.push(value[i]!);
    seen.length[length[i]!] = centre + 1;
    logarithms.push(at[i]!);
  }
  return { agreeing, values, areCertain, logarithms, density: leastDensity };
};

/**
 * Passes the clusters around votes to `visit`, which returns the evidence that a further one needs: those that cannot have
 * as much are left out.
 * @param least the evidence that the first one needs
 */
const eachCluster = (votes: Votes, least: number, visit: (cluster: Cluster, total: number) => number): void => {
  const { at, reach, text, voters } = votes;
  const count = at.length;
  const total = voters.reduce((sum, { weight }) => sum + weight, 0);
  // The most that each text may add: if the largest share of texts agrees, where other sections are rarest.
  const most = Float64Array.from(
    voters,
    (voter) => voter.weight * Math.log(1 + agreeingShares.at(-1)! * oddsOf(voter.reach, leastDensity)),
  );
  const against = total * Math.log(1 - agreeingShares[0]) + 1e-6;
  const widest = reach.reduce((far, each) => Math.max(far, each), 0);
  // The last vote whose cluster contains each text, from 1.
  const last = new Uint32Array(voters.length);
  const seen = { text: new Uint32Array(voters.length), length: new Uint32Array(count) };
  let needed = least;
  let [from, to, low, high] = [0, 0, 0, 0];
  for (let index = 0; index < count; index++) {
    const centre = at[index]!;
    const own = reach[index]!;
    while (at[from]! < centre - 2 * widest) from++;
    while (to < count && at[to]! <= centre + 2 * widest) to++;
    let bound = against;
    for (let i = from; i < to; i++) {
      if (Math.abs(at[i]! - centre) > reach[i]! + own || last[text[i]!] === index + 1) continue;
      last[text[i]!] = index + 1;
      bound += most[text[i]!]!;
    }
    if (bound <= needed) continue;
    while (at[low]! < centre - densityReach) low++;
    while (high < count && at[high]! <= centre + densityReach) high++;
    const cluster = clusterAround(votes, seen, index, from, to);
    const agreed = cluster.logarithms.length;
    cluster.density = Math.max(leastDensity, (high - low - agreed) / (2 * densityReach * (count - agreed || 1)));
    needed = visit(cluster, total);
  }
};

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
  votes: Votes,
  notation: Notation,
  printed: ReadonlySet<number>,
  isFirst: boolean,
): Rated | undefined => {
  const scales = [...printed, ...standardScales];
  let best: Rated | undefined;
  const examine = (cluster: Cluster, total: number): void => {
    const { values, areCertain, logarithms } = cluster;
    if (values.length < minimumOnPrinted) return;
    const measured = Math.exp(logarithms[logarithms.length >> 1]!);
    const scale = snapTo(scales, measured);
    const isPossible =
      scale >= (areCertain || printed.has(scale) ? minimumEnlarged : minimumScale) && scale <= maximumScale;
    if (!isPossible) return;
    const least = leastEvidenceFor(scale, values, printed, isFirst);
    if (least === Infinity) return;
    const evidence = evidenceFor(votes.voters, total, cluster);
    if (evidence - least > (best?.surplus ?? 0))
      best = { scale, measured, notation, values: values.length, evidence, surplus: evidence - least };
  };
  const least =
    (printed.size > 0 ? leastEvidence.printed : leastEvidence.standard) + (isFirst ? 0 : leastEvidence.further);
  eachCluster(votes, least, (cluster, total) => {
    examine(cluster, total);
    return least + (best?.surplus ?? 0);
  });
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
    const sections = candidates
      .filter((each) => each.notation === notation && !each.section.wide)
      .sort((a, b) => a.logarithm - b.logarithm);
    const marked = sections.filter(({ section }) => section.marked);
    const centred = sections.filter(({ section }) => section.centred && (section.marked || section.whole));
    const rated = [marked, centred].flatMap((some) =>
      tolerances.flatMap((tolerance) => bestOf(votesOf(some, tolerance), notation, printed, isFirst) ?? []),
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
