import { type Block, betterCell, claim, nearness } from './block.ts';
import { bestFirst, type Candidate, candidate } from './candidate.ts';
import { sideOf } from './cells.ts';
import { commonFeatures, isCounted, rivalClaims } from './features.ts';
import { namesOtherDate } from './labels.ts';
import type { Line } from './lines.ts';
import { dateOrder, findDate, isDate, isRevision, isShortDate, namedRevision, trailingRevision } from './patterns.ts';
import { type Features, when } from './score.ts';
import { hasStampWords } from './vocabulary.ts';

/** As a fraction of the sheet's width. */
const MAXIMUM_CELL_WIDTH = 0.085;

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
/** Minimum claim of a label for a date to be its value. */
const MINIMUM_CLAIM = 0.2;
/** Maximum cost of the relation to the label of another date. */
const MAXIMUM_OTHER_COST = 1;

/** Maximum line pitch of a list of dates, in font sizes, and relative difference of the sizes of its dates. */
const MAXIMUM_LIST_PITCH_SIZES = 4;
const MAXIMUM_LIST_DIFFERENCE = 0.3;

/** Whether a later date is directly above or below a date, in one column: a list of issues without labels. */
const isSuperseded = (line: Line, dates: readonly Line[]): boolean =>
  dates.some(
    (other) =>
      other.angle === line.angle &&
      Math.abs(other.size / line.size - 1) < MAXIMUM_LIST_DIFFERENCE &&
      Math.abs(other.v1 - line.v1) < MAXIMUM_LIST_PITCH_SIZES * line.size &&
      Math.min(Math.abs(other.u0 - line.u0), Math.abs(other.u0 + other.u1 - line.u0 - line.u1) / 2) < line.size &&
      dateOrder(line.text) > 0 &&
      dateOrder(other.text) > dateOrder(line.text),
  );

/** Returns dates, best first: those of cells and of other texts in the block, and the latest entries of tables. */
export const dateCandidates = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] => {
  const unlabelled = block.fields.filter((line) => isDate(line.text) && claim(block, line, 'date') < MINIMUM_CLAIM);
  const cells = block.fields.flatMap((line) => {
    if (unlabelled.includes(line) && isSuperseded(line, unlabelled)) return [];
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
      unlabelled: when(claim(block, line, 'date') < MINIMUM_CLAIM),
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
