import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { type Box, centre, contains } from '../geometry.ts';
import { type Cloud, joinClouds } from '../join/join-clouds.ts';
import { joinCompanions } from '../join/join-companions.ts';
import { joinDimensions } from '../join/join-dimensions.ts';
import { absorbStyles, joinGraphics } from '../join/join-graphics.ts';
import { joinLettering } from '../join/join-lettering.ts';
import { joinFarMoves, joinFarNumbers, joinMoves, nameFarViews } from '../join/join-moves.ts';
import { joinRepeats } from '../join/join-repeats.ts';
import { joinRows } from '../join/join-rows.ts';
import { dropScales, joinViews, moveViews } from '../join/join-views.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { Spellings } from '../read/spellings.ts';
import { findDrifts } from '../segment/drifted-ink.ts';
import { explainMoves, moveRegions } from '../segment/explain-moves.ts';
import type { MovedRegion } from '../segment/moved-region.ts';
import { type MovedTexts, still } from '../segment/moved-texts.ts';
import { placeWords } from '../segment/place-words.ts';
import { besideTables, isEndOfTable, isToldBy, regionsOf } from '../segment/slid-rows.ts';
import { findMovedRegions } from '../segment/verify-moves.ts';
import { dropSeams, findGraphicChanges, sharpest, softest } from './graphic-changes.ts';
import { differInk, type InkTolerance } from './ink-difference.ts';
import { tellStyle } from './line-style.ts';
import { forgetOutside, marksIn } from './marks.ts';
import { showingWords } from './showing-words.ts';
import { isSlid } from './slid-dashes.ts';
import { findTextChanges } from './text-changes.ts';
import { compareText, type PlacedWord, type TextComparison } from './text-difference.ts';
import { widenToWord } from './widen.ts';

export interface FoundChanges {
  changes: Change[];
  /** The revision clouds among them. */
  clouds: Cloud[];
  marks: Uint8Array<ArrayBuffer>;
  /** Larger patches that were taken for accidents of rendering, and dashes that begin elsewhere on their line. */
  suppressed: number;
}

/** Degrees below which edges run along the pixels, where a renderer rounds them to whole ones. */
const upright = 0.02;
/** Grey levels that ink stands out by beside other ink, and on an even ground. */
const contrast = 40;
const leastContrast = 8;

/** The parts of the sheet that moved on it. */
const segment = async (
  older: SheetSource,
  newer: SheetSource,
  sheets: AlignedSheets,
  { older: ours, gone, flocks, tables }: MovedTexts,
  marks: Uint8Array<ArrayBuffer>,
  tolerance: InkTolerance,
): Promise<{ regions: MovedRegion[]; bands: MovedRegion[] }> => {
  const theirs = newer.text.words;
  const texts = { gone, newer: theirs };
  const regions = await findMovedRegions(older, sheets, marks, tolerance, flocks, texts);
  const left = explainMoves(marks, sheets.width, sheets.height, regions, sheets.density);
  const drifts = findDrifts(sheets, left, { older: ours, newer: theirs });
  regions.push(...(await findMovedRegions(older, sheets, left, tolerance, drifts, texts)));
  return { regions, bands: await regionsOf(tables, older, sheets, tolerance) };
};

/** Words that left with a region, where they stood, and words that came with one, where they are. */
const movedWords = (
  older: readonly Word[],
  placed: readonly PlacedWord[],
  { kept, gone }: TextComparison,
): { left: Word[]; came: Word[] } => {
  const [lost, before] = [new Set(gone), new Spellings(older)];
  return {
    left: older.filter((word, i) => placed[i] !== word && !lost.has(placed[i]!)),
    came: kept.filter((word) => !before.at(word, { x: 0, y: 0 }, Math.max(still, 0.45 * word.size))),
  };
};

/** A scan in greys says nothing of the colours that the other sheet has. */
export const inOneColour = (sheets: AlignedSheets): AlignedSheets =>
  sheets.olderColour && sheets.newerColour ? sheets : { ...sheets, olderColour: null, newerColour: null };

/** Everything that differs between two aligned sheets, unrated and in no particular order. */
export const findChanges = async (
  older: SheetSource,
  newer: SheetSource,
  aligned: AlignedSheets,
  movedTexts: MovedTexts,
  titleBlock: Box | null,
): Promise<FoundChanges> => {
  const pale = older.imageOnly === newer.imageOnly ? null : older.imageOnly ? 'older' : 'newer';
  const drawn = !older.imageOnly && !newer.imageOnly;
  const tolerance: InkTolerance = { contrast, least: drawn ? leastContrast : contrast, pale };
  const seen = differInk(drawn ? aligned : inOneColour(aligned), tolerance);
  forgetOutside(seen, aligned, older);
  const { tables, older: words } = movedTexts;
  const { regions, bands } = await segment(older, newer, aligned, movedTexts, seen, tolerance);
  // The rows of a table are laid over what else moved there.
  const apart = regions.filter((region) => !isToldBy(tables, region));
  const slid = [...apart.map((region) => besideTables(region, tables, aligned.density)), ...bands];
  const marks = explainMoves(seen, aligned.width, aligned.height, slid, aligned.density);
  // From here on what moved is looked at where it is.
  const sheets = { ...aligned, older: moveRegions(aligned.older, aligned.width, slid) };
  const rest = marks.slice();
  const placed = placeWords(words, newer.text.words, regions, tables);
  const shown = drawn ? showingWords(placed, newer.text.words, sheets) : { older: placed, newer: newer.text.words };
  const text = compareText(shown.older, { ...newer.text, words: shown.newer });
  const inTitleBlock = (box: Box) => titleBlock !== null && contains(titleBlock, centre(box));
  // Where a producer lost the spelling of most words, the text layer alone shows nothing.
  const reliable = text.kept.length >= newer.text.words.length / 2;
  const swapped = movedWords(words, placed, text);
  const spoken = older.text.words.length > 0 && newer.text.words.length > 0;
  const texts = spoken ? findTextChanges(rest, text.changes, sheets, inTitleBlock, swapped, reliable) : [];
  if (Math.abs(sheets.alignment.turn) < upright) dropSeams(rest, sheets);
  // Two scans are soft everywhere; ink that is drawn sharp on one side moves further than it changes.
  const scans = older.imageOnly && newer.imageOnly;
  const graphics = findGraphicChanges(rest, text.kept, sheets, scans ? softest : sharpest);
  const linework = joinGraphics(graphics.changes);
  const drawings = drawn ? linework.filter(({ box }) => !isSlid(marksIn(rest, sheets, box), rest, sheets)) : linework;
  const styled = drawings.map((change) =>
    scans ? widenToWord(change, sheets) : drawn ? tellStyle(change, rest, sheets) : change,
  );
  const joined = absorbStyles(styled).filter(({ box }) => !tables.some((table) => isEndOfTable(table, box)));
  const rows = joinRows(joinMoves(texts), regions, tables);
  const views = joinViews(
    joinDimensions(rows.texts, joined),
    { kept: text.kept, stayed: text.stayed, older: words, newer: newer.text.words },
    sheets,
    marks,
  );
  const moved = moveViews(rows.regions, newer.text.words);
  const whole = joinCompanions(dropScales(nameFarViews(joinFarMoves(joinFarNumbers(views))), moved), rest, sheets);
  const { changes, clouds } = joinClouds(whole, rest, sheets);
  return {
    changes: [...joinRepeats(joinLettering(changes, rest, sheets)), ...rows.rows, ...moved],
    clouds,
    marks,
    suppressed: graphics.suppressed + linework.length - drawings.length,
  };
};
