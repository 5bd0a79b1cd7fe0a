import { type Block, betterCell, claim, nearness, otherKindsNear } from './block.ts';
import { bestFirst, type Candidate, candidate } from './candidate.ts';
import { sideOf } from './cells.ts';
import { commonFeatures, isCounted, rivalClaims } from './features.ts';
import { namesOtherDate } from './labels.ts';
import type { Line } from './lines.ts';
import {
  findDate,
  fullSizeScale,
  isDate,
  isRevision,
  isScale,
  isShortDate,
  isShortScale,
  namedRevision,
  paperOfScale,
  trailingRevision,
} from './patterns.ts';
import type { Features } from './score.ts';
import { hasStampWords } from './vocabulary.ts';

/** As a fraction of the sheet's width. */
const MAXIMUM_CELL_WIDTH = 0.085;

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

const when = (is: boolean): number => (is ? 1 : 0);

/** Whether two texts are in ruled cells that share a side. */
const areNeighbours = (a: Line, b: Line): boolean =>
  a.cell !== null && b.cell !== null && sideOf(a.cell, b.cell) !== null;

const revisionFeatures = (block: Block, line: Line, title: Candidate | null, number: Candidate | null): Features => {
  const label = block.owned(line).label('revision');
  const labelled = claim(block, line, 'revision');
  return {
    ...commonFeatures(block, line),
    ...rivalClaims(block, line, 'revision'),
    ...{ labelled, region: block.regionOf(line.place) },
    // Letters of the sheet's grid are further from an empty cell than its own value would be.
    far: when(label !== null && line.place.u0 - label.place.u1 > MAXIMUM_CELL_WIDTH && !areNeighbours(label, line)),
    unlabelled: when(labelled < 0.45),
    label_outside: when(label !== null && block.regionOf(label.place) < 0.25),
    beside_title: title ? nearness(line.place, title.place) : 0,
    beside_number: number ? nearness(line.place, number.place) : 0,
    is_number: when(number?.text === line.text.trim()),
    digits: when(/^\d+$/.test(line.text.trim())),
    counted: when(isCounted(line, block)),
    prefixed: when(/^[A-Z]{1,2}\d{1,2}$/.test(line.text.trim())),
    two_letters: when(/^[A-Z]{2}$/.test(line.text.trim())),
    // The arrow that points north.
    north: when(/^N$/.test(line.text.trim())),
    grid_letter: when(/^[A-Z]$|^\d{1,2}$/.test(line.text.trim()) && (block.counts.get(line.text) ?? 1) > 1),
  };
};

/** Returns revisions, best first: those of a cell, those that name themselves, and the latest entries of tables. */
export const revisionCandidates = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] => {
  const cells = block.fields.flatMap((line) => {
    const text = line.text.trim();
    const named = namedRevision(text);
    const near = Math.max(block.regionOf(line.place), title ? nearness(line.place, title.place) : 0);
    if (named) return near > 0.25 ? [candidate('revision', line, named, { named: 1, near })] : [];
    const trailing = trailingRevision(text);
    if (trailing) return near > 0.25 ? [candidate('revision', line, trailing, { named: 1, near })] : [];
    const isOwned = block.owned(line).label('revision') !== null || line.cell !== null;
    return isRevision(text) && isOwned && near > 0.1
      ? [candidate('revision', line, text, revisionFeatures(block, line, title, number))]
      : [];
  });
  const tables = block.tables.flatMap(({ revision, revisionLine }, i) =>
    revision && revisionLine
      ? [candidate('revision', revisionLine, revision, { table: 1, later_table: when(i > 0) })]
      : [],
  );
  return bestFirst([...cells, ...tables]);
};

/** Minimum likelihood of the place of a date of month and year without label and cell. */
const MINIMUM_SHORT_REGION = 0.4;
/** Maximum cost of the relation to the label of another date. */
const MAXIMUM_OTHER_COST = 1;

/** Returns dates, best first: those of cells and of other texts in the block, and the latest entries of tables. */
export const dateCandidates = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] => {
  const cells = block.fields.flatMap((line) => {
    const isShort = !findDate(line.text) && isShortDate(line.text);
    const date = isShort ? line.text.trim() : findDate(line.text);
    const isPlaced = line.cell !== null || block.regionOf(line.place) >= MINIMUM_SHORT_REGION;
    if (!date || (isShort && !isPlaced && claim(block, line, 'date') <= 0.2)) return [];
    const isWhole = isShort || isDate(line.text);
    const owner = block.owned(line);
    const beside = Math.max(0, ...[number, title].map((each) => (each ? nearness(line.place, each.place) : 0)));
    const features: Features = {
      ...commonFeatures(block, line),
      ...rivalClaims(block, line, 'date'),
      labelled: claim(block, line, 'date') * (isWhole ? 1 : 0.6),
      unlabelled: when(claim(block, line, 'date') < 0.2),
      short_unlabelled: when(isShort && claim(block, line, 'date') <= 0.5),
      whole: when(isWhole),
      ...{ region: block.regionOf(line.place), relative: Math.min(1, line.size / block.largestText), beside },
      foreign: when(owner.nearest === 'other' && owner.nearestCost < 0.5),
      other_date: when(owner.nearestCost < MAXIMUM_OTHER_COST && namesOtherDate(owner.nearestLabel?.text ?? '')),
      // Plot stamps run along the sheet's edge outside its frame.
      along_edge: when(line.angle !== block.angle && (!number || number.angle !== line.angle)),
      stamp: when(hasStampWords(line.text)),
      timed: when(/\d:\d\d/.test(line.text)),
      edge: when(Math.min(line.place.v0, 1 - line.place.v1, line.place.u0, 1 - line.place.u1) < 0.012),
    };
    return [candidate('date', line, date, features)];
  });
  const missed = when(betterCell(block, 'date', null));
  const tables = block.tables.flatMap(({ date, dateLine }, i) =>
    date && dateLine
      ? [candidate('date', dateLine, date, { table: 1, later_table: when(i > 0), missed_cell: missed })]
      : [],
  );
  return bestFirst([...cells, ...tables]);
};

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

/** Denominators of drawing scales, times powers of ten. */
const USUAL_DENOMINATORS = [1, 2, 2.5, 5, 7.5, 1.25, 1.5, 3, 4];

/** Minimum nearness of two scales of one drawing. */
const NEAR_SCALE = 0.8;

const isUsualRatio = (text: string): boolean => {
  const [, denominator] = /(?<!\d)1 ?[:/] ?(\d{1,5})(?!\d)/.exec(text.replace(/(\d)[.,](\d{3})(?!\d)/g, '$1$2')) ?? [];
  const value = Number(denominator);
  return USUAL_DENOMINATORS.some((usual) => [1, 10, 100, 1000].some((power) => usual * power === value));
};

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

/** Returns scales, best first. A scale below another text than the sheet's title belongs to a view. */
export const scaleCandidates = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] => {
  const hasLabel = block.labels.some((label) => label.kind === 'scale' && block.regionOf(label.place) > 0.4);
  const scales = block.fields.filter(
    (line) => isScale(line.text.trim()) || (isShortScale(line.text) && claim(block, line, 'scale') > MINIMUM_CLAIM),
  );
  const inBlock = scales.filter((line) => block.regionOf(line.place) > 0.5);
  return bestFirst(
    scales.flatMap((line) => {
      const text = line.text.trim();
      const owner = block.owned(line);
      // A count of sheets, such as `1/2`.
      if (isReduced(line, scales)) return [];
      if (/^\d{1,2} ?\/ ?\d{1,2}$/.test(text) && owner.of('sheet_number') > owner.of('scale')) return [];
      const label = owner.label('scale');
      const region = Math.max(block.regionOf(line.place), label ? block.regionOf(label.place) : 0);
      if (region < 0.1) return [];
      const labelled = claim(block, line, 'scale');
      const features: Features = {
        ...commonFeatures(block, line),
        ...rivalClaims(block, line, 'scale'),
        ...{ labelled, region },
        unlabelled: when(labelled < 0.3),
        missed_cell: when(label ? betterCell(block, 'scale', label) : hasLabel),
        of_view: when(label !== null && otherKindsNear(block, label) < 2 && belongsToView(label, block, title)),
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
  );
};
