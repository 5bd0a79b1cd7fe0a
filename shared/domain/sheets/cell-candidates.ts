import { type Block, betterCell, claim, nearness, otherKindsNear } from './block.ts';
import { type Candidate, candidate, MINIMUM_SCORE } from './candidate.ts';
import type { Line } from './lines.ts';
import { findDate, fullSizeScale, isDate, isRevision, isScale, isShortDate, namedRevision } from './patterns.ts';
import { regionOf } from './region.ts';
import { isStamp } from './vocabulary.ts';

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

/** Returns revisions named by a cell or by their own text, best first; revision tables are read separately. */
export const revisionCandidates = (block: Block, title: Candidate | null): Candidate[] =>
  block.fields
    .flatMap((line) => {
      const text = line.text.trim();
      const region = regionOf(line.place);
      const named = namedRevision(text);
      const beside = title ? nearness(line.place, title.place) : 0;
      if (named && Math.max(region, beside) > 0.25) return [candidate(line, named, 1.5 + Math.max(region, beside))];
      if (!isRevision(text)) return [];
      const owner = block.owned(line);
      const label = owner.label('revision');
      const labelled = claim(block, line, 'revision');
      if (!label || labelled < 0.45 || regionOf(label.place) < 0.25) return [];
      // Letters of the sheet's grid are further from an empty cell than its own value would be.
      if (line.place.u0 - label.place.u1 > MAXIMUM_CELL_WIDTH) return [];
      return [candidate(line, text, 2.5 * labelled + region)];
    })
    .sort((a, b) => b.score - a.score);

/** Returns dates, best first: labelled ones before others in the block. */
export const dateCandidates = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] =>
  block.fields
    .flatMap((line) => {
      const short = claim(block, line, 'date') > 0.5 && !findDate(line.text) && isShortDate(line.text);
      const date = short ? line.text.trim() : findDate(line.text);
      if (!date) return [];
      const region = regionOf(line.place);
      const whole = short || isDate(line.text);
      const labelled = claim(block, line, 'date') * (whole ? 1 : 0.6);
      const owner = block.owned(line);
      const foreign = owner.nearest === 'other' && owner.nearestCost < 0.5;
      // Plot stamps run along the sheet's edge outside its frame.
      const stamp = line.angle !== block.angle && (!number || number.angle !== line.angle);
      const relative = Math.min(1, line.size / block.largestText);
      const beside = Math.max(0, ...[number, title].map((each) => (each ? nearness(line.place, each.place) : 0)));
      const score = 3 * labelled + region + relative + beside;
      return [candidate(line, date, score - (foreign ? 1 : 0) - (stamp || isStamp(line.text) ? 1.5 : 0))];
    })
    .filter((each) => each.score >= MINIMUM_SCORE.date)
    .sort((a, b) => b.score - a.score);

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

/** Minimum number of labels around a text that show it to be in a cell of the block. */
const MINIMUM_LABELS_AROUND = 3;

/** Returns a ratio in a cell of its own, if no cell is labelled as the scale. */
const unlabelledScale = (block: Block): Candidate[] => {
  if (block.labels.some((label) => label.kind === 'scale' && regionOf(label.place) > 0.4)) return [];
  const ratios = block.fields.filter((line) => {
    if (!/^(?:[MМ][.=]? ?)?1 ?: ?\d{1,5}(?:[.,]\d{3})?$/u.test(line.text.trim()) || regionOf(line.place) < 0.6)
      return false;
    const around = block.labels.filter((label) => nearness(label.place, line.place) > 0.62);
    return new Set(around.map((label) => label.text)).size >= MINIMUM_LABELS_AROUND && !isBelowText(line, block);
  });
  const [only] = ratios;
  return only && ratios.length === 1 ? [candidate(only, only.text.trim(), 1 + regionOf(only.place))] : [];
};

/**
 * Returns labelled scales, best first; else the only unlabelled one in the block. A scale below another text than the
 * sheet's title belongs to a view.
 */
export const scaleCandidates = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] => {
  const labelled = labelledScales(block, number, title);
  return labelled.length > 0 ? labelled : unlabelledScale(block);
};

const labelledScales = (block: Block, number: Candidate | null, title: Candidate | null): Candidate[] =>
  block.fields
    .flatMap((line) => {
      const text = line.text.trim();
      if (!isScale(text)) return [];
      const labelled = claim(block, line, 'scale');
      const label = block.owned(line).label('scale');
      if (!label || labelled < 0.3 || betterCell(block, 'scale', label)) return [];
      if (otherKindsNear(block, label) < 2 && belongsToView(label, block, title)) return [];
      const region = Math.max(regionOf(line.place), regionOf(label.place));
      const score =
        2.5 * labelled +
        region +
        (number ? nearness(line.place, number.place) : 0) +
        (label.text.endsWith(':') ? 0.1 : 0);
      return region < 0.15 ? [] : [candidate(line, fullSizeScale(text), score)];
    })
    .sort((a, b) => b.score - a.score);
