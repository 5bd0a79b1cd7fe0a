import { type Block, betterCell, claim, nearness, otherKindsNear } from './block.ts';
import { bestFirst, type Candidate, candidate } from './candidate.ts';
import { commonFeatures, rivalClaims } from './features.ts';
import type { Line } from './lines.ts';
import { fullSizeScale, isDate, isScale, isShortScale, paperOfScale, trailingScale } from './patterns.ts';
import { type Features, when } from './score.ts';
import type { Label } from './segments.ts';

/** Whether a scale and its label are directly below the title of a view. */
const belongsToView = (label: Line, block: Block, title: Candidate | null): boolean =>
  block.fields.some(
    (other) =>
      other.angle === label.angle &&
      other.v1 < label.v1 &&
      label.v0 - other.v1 < 1.2 * label.size &&
      label.v0 - other.v0 > 0.5 * label.size &&
      Math.abs(other.u0 - label.u0) < 3 * label.size &&
      /\p{L}{3}/u.test(other.text) &&
      !isDate(other.text) &&
      !(title && nearness(other.place, title.place) > 0.98),
  );

/** Whether a text is directly below another, like the scale below the title of a view. */
const isBelowText = (line: Line, block: Block): boolean =>
  block.fields.some(
    (other) =>
      other.angle === line.angle &&
      other.size > 0.8 * line.size &&
      line.v0 > other.v0 + 0.5 * other.size &&
      line.v0 - other.v1 < 0.8 * line.size &&
      Math.abs(other.u0 - line.u0) < 3 * line.size &&
      /\p{L}{3}/u.test(other.text),
  );

/** Maximum gap of a scale's label from the title of a view before it, in font sizes. */
const MAXIMUM_TITLE_GAP_SIZES = 4;

/** Whether larger text directly precedes the label of a scale on its line, like the title of a view. */
const followsTitle = (label: Line, block: Block): boolean =>
  block.fields.some(
    (other) =>
      other.angle === label.angle &&
      other.size > 1.2 * label.size &&
      Math.abs(other.v0 + other.v1 - label.v0 - label.v1) < 1.5 * other.size &&
      other.u1 < label.u0 + 0.5 * label.size &&
      label.u0 - other.u1 < MAXIMUM_TITLE_GAP_SIZES * label.size &&
      /\p{L}{3}/u.test(other.text),
  );

/** A scale with its label. */
interface Labelled {
  line: Line;
  label: Label;
}

/** Minimum distance in fractions of the sheet of two scales that are not in one block. */
const APART_SHARE = 0.15;

/** Whether a labelled scale has the lettering of another one elsewhere: those of the views are alike. */
const isLikeOthers = (line: Line, label: Label, labelled: readonly Labelled[]): boolean =>
  labelled.some(
    (other) =>
      other.line !== line &&
      other.label !== label &&
      other.label.text === label.text &&
      Math.abs(other.line.size / line.size - 1) < 0.03 &&
      Math.abs(other.label.size / label.size - 1) < 0.03 &&
      Math.hypot(other.line.place.u0 - line.place.u0, other.line.place.v0 - line.place.v0) > APART_SHARE,
  );

/** Denominators of drawing scales, times powers of ten. */
const USUAL_DENOMINATORS = [1, 2, 2.5, 5, 7.5, 1.25, 1.5, 3, 4];

/** Minimum nearness of two scales of one drawing. */
const NEAR_SCALE = 0.8;

const isUsualRatio = (text: string): boolean => {
  const [, denominator] = /(?<!\d)1 ?[:/] ?(\d{1,5})(?!\d)/.exec(text.replace(/(\d)[.,](\d{3})(?!\d)/g, '$1$2')) ?? [];
  const value = Number(denominator);
  return USUAL_DENOMINATORS.some((usual) => [1, 10, 100, 1000].some((power) => usual * power === value));
};

/** Minimum likelihood of the place of a text that ends with the sheet's scale. */
const MINIMUM_TEXT_REGION = 0.25;

/** Minimum claim of a label for a number to be its scale. */
const MINIMUM_CLAIM = 0.4;

/** A ratio without further text, as in a cell of its own. */
const RATIO_ALONE = /^(?:[MМ][.=]? ?)?1 ?: ?\d{1,5}(?:[.,]\d{3})?$/u;

/** Whether a scale applies to smaller paper than another one beside it: `A3:N.S` below `A1:N.S`. */
const isReduced = (line: Line, scales: readonly Line[]): boolean => {
  const own = paperOfScale(line.text);
  return (
    own !== null &&
    scales.some((other) => {
      const paper = paperOfScale(other.text);
      const isBeside =
        nearness(other.place, line.place) > NEAR_SCALE || (line.cell !== null && line.cell === other.cell);
      return paper !== null && paper < own && isBeside;
    })
  );
};

/** Returns the scales at the end of other texts of the block, such as the title: `Разбивочный план (1:500)`. */
const statedInText = (block: Block, title: Candidate | null): Candidate[] =>
  block.fields.flatMap((line) => {
    const scale = trailingScale(line.text);
    const region = block.regionOf(line.place);
    if (scale === null || region < MINIMUM_TEXT_REGION) return [];
    const features: Features = {
      ...commonFeatures(block, line),
      ...{ region, within_text: 1, within_title: when(title !== null && nearness(line.place, title.place) === 1) },
    };
    return [candidate('scale', line, scale, features)];
  });

/** Returns scales, best first. A scale below another text than the sheet's title belongs to a view. */
export const scaleCandidates = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] => {
  const hasLabel = block.labels.some((label) => label.kind === 'scale' && block.regionOf(label.place) > 0.4);
  const scales = block.fields.filter(
    (line) => isScale(line.text.trim()) || (isShortScale(line.text) && claim(block, line, 'scale') > MINIMUM_CLAIM),
  );
  const inBlock = scales.filter((line) => block.regionOf(line.place) > 0.5);
  const labelledScales = scales.flatMap((line) => {
    const label = block.owned(line).label('scale');
    return label ? [{ line, label }] : [];
  });
  return bestFirst([
    ...statedInText(block, title),
    ...scales.flatMap((line) => {
      const text = line.text.trim();
      const owner = block.owned(line);
      // A count of sheets, such as `1/2`.
      if (isReduced(line, scales)) return [];
      if (/^\d{1,2} ?\/ ?\d{1,2}$/.test(text) && owner.of('sheet_number') > owner.of('scale')) return [];
      const label = owner.label('scale');
      const region = Math.max(block.regionOf(line.place), label ? block.regionOf(label.place) : 0);
      if (region < 0.1 && owner.of('scale') < MINIMUM_CLAIM) return [];
      const labelled = claim(block, line, 'scale');
      const common = commonFeatures(block, line);
      // `AS NOTED` in the cell of another field, such as the paint.
      if (labelled < MINIMUM_CLAIM && !/\d/.test(text) && common.headed === 1) return [];
      const features: Features = {
        ...common,
        ...rivalClaims(block, line, 'scale'),
        ...{ labelled, region },
        unlabelled: when(labelled < 0.3),
        missed_cell: when(label ? betterCell(block, 'scale', label) : hasLabel),
        of_view: when(label !== null && otherKindsNear(block, label) < 2 && belongsToView(label, block, title)),
        follows_title: when(label !== null && followsTitle(label, block)),
        like_others: when(label !== null && isLikeOthers(line, label, labelledScales)),
        below_text: when(label === null && isBelowText(line, block)),
        beside_number: number ? nearness(line.place, number.place) : 0,
        beside_title: title ? nearness(line.place, title.place) : 0,
        colon: when(label?.text.endsWith(':') === true),
        outside: when(region < 0.15),
        ratio: when(RATIO_ALONE.test(text)),
        written: when(!/\d/.test(text)),
        short: when(isShortScale(text)),
        only_in_block: when(inBlock.length === 1 && inBlock[0] === line),
        usual: when(isUsualRatio(text)),
        at_paper: when(/A[0-4]\b/.test(text)),
      };
      return [candidate('scale', line, fullSizeScale(text), features)];
    }),
  ]);
};
