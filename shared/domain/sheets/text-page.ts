import type { PageText } from '../page-text.ts';
import { type Line, linesOf, type SheetLines } from './lines.ts';
import { regionOf } from './region.ts';
import { type Segments, segmentsOf } from './segments.ts';
import {
  minimumBlockRegionRatio,
  minimumProseShare,
  minimumProseWords,
  minimumTextPageKinds,
  minimumTextPageScaleKinds,
  minimumTextPageWords,
} from './thresholds.ts';

/** Whether labels of a title block are in the areas of title blocks, or close together in ruled cells anywhere. */
const hasTitleBlock = ({ labels }: Segments): boolean => {
  const inPlace = labels.filter(({ place, cell }) => regionOf(place) > minimumBlockRegionRatio || cell !== null);
  const kinds = new Set(inPlace.map(({ kind }) => kind));
  return kinds.size >= (kinds.has('scale') ? minimumTextPageScaleKinds : minimumTextPageKinds);
};

/** Whether a line may contain a label of a title block: most lines of a text page do not, which saves their search. */
const mayBeLabelled = ({ place, cell }: Line): boolean =>
  cell !== null ||
  regionOf(place) > minimumBlockRegionRatio ||
  regionOf({ ...place, u0: place.u1 }) > minimumBlockRegionRatio;

/**
 * Whether a page of office paper is a page of text: a specification, a report, a table of contents. A title block
 * makes it a drawing, however long its notes are; larger sheets are always drawings.
 */
export const isTextPage = (page: PageText, read: SheetLines = linesOf(page)): boolean => {
  if (page.words.length <= minimumTextPageWords) return false;
  const { lines } = read;
  const count = lines.reduce((sum, { words }) => sum + words.length, 0);
  const prose = lines
    .filter(({ words }) => words.length >= minimumProseWords)
    .reduce((sum, { words }) => sum + words.length, 0);
  return (
    prose / count > minimumProseShare &&
    !hasTitleBlock(segmentsOf(page, { ...read, lines: lines.filter(mayBeLabelled) }))
  );
};
