import type { Candidate, SectionStyle, Stated } from './scale-agreement.ts';

/** Maximum difference of the distances of two alike texts from their lines, in text heights, and of their heights. */
const alikeAsideTextHeights = 0.12;
const alikeHeightShare = 0.03;
/** Minimum number of dimensions that are drawn alike. */
const minimumAlike = 3;
/** Maximum ratio of the scale of such a number to that of the page, as of details and plans; beyond it the text is several numbers. */
const maximumScaleRatio = 30;

/** Whether a number is written to its line like enough dimensions of the page. */
const isLikeOthers = (style: SectionStyle, byPen: ReadonlyMap<number, readonly SectionStyle[]>): boolean => {
  let alike = 0;
  for (const { aside, height } of byPen.get(style.pen) ?? [])
    if (
      Math.abs(aside - style.aside) <= alikeAsideTextHeights &&
      Math.abs(height / style.height - 1) <= alikeHeightShare &&
      ++alike >= minimumAlike
    )
      return true;
  return false;
};

/**
 * Returns for each text the candidate in the middle of a section that is drawn like the dimensions of the page: with the same pen,
 * the text as high and as far from it. It has marks at both ends, or exactly the stated length. The length of a marked one
 * need not fit the scale: drawings are changed by writing another number, and details have scales of their own.
 * @param scales those of the page
 * @param styles how its dimensions are drawn
 * @param isLikely whether a candidate has marks or the right length, on a part of its line that no other dimension measures
 */
export const drawnLikeOthers = (
  candidates: readonly Candidate[],
  scales: readonly number[],
  styles: readonly SectionStyle[],
  isLikely: (candidate: Candidate) => boolean,
): Candidate[] => {
  const byPen = Map.groupBy(styles, ({ pen }) => pen);
  const logarithms = scales.map(Math.log);
  const best = new Map<Stated, { candidate: Candidate; error: number }>();
  for (const candidate of candidates) {
    const { style, wide, centred } = candidate.section;
    if (!style || wide || !centred || candidate.stated.isPart || !byPen.has(style.pen)) continue;
    const error = Math.min(...logarithms.map((each) => Math.abs(candidate.logarithm - each)));
    const known = best.get(candidate.stated);
    if (error > Math.log(maximumScaleRatio) || (known && known.error <= error)) continue;
    if (isLikeOthers(style, byPen) && isLikely(candidate)) best.set(candidate.stated, { candidate, error });
  }
  return [...best.values()].map(({ candidate }) => candidate);
};
