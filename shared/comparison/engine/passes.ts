import type { Word } from '../../domain/page-text.ts';
import type { AlignedSheets } from './align/align-sheets.ts';
import type { Change } from './change.ts';
import type { Box } from './geometry.ts';
import { joinAlone } from './join/join-alone.ts';
import { type Cloud, joinClouds } from './join/join-clouds.ts';
import { joinDimensions } from './join/join-dimensions.ts';
import { absorbStyles, joinGraphics, joinScanned } from './join/join-graphics.ts';
import { joinLettering } from './join/join-lettering.ts';
import { joinMarks } from './join/join-marks.ts';
import { joinFarMoves } from './join/join-moves.ts';
import { joinObjects } from './join/join-objects.ts';
import { joinAreas, joinDoors, joinOwned, joinWholeViews } from './join/join-owners.ts';
import { joinRepeats } from './join/join-repeats.ts';
import { dropNudged, joinDisplaced, joinMovedSymbols, joinTagged } from './join/join-shifted.ts';
import { joinStubs } from './join/join-stubs.ts';
import { dropEffectsOfScale } from './join/join-views.ts';
import type { DisplacedPart } from './lines/displaced-parts.ts';
import type { ReferenceMark } from './read/reference-marks.ts';

/** What the passes need to know of the sheets. */
export interface PassContext {
  /** The sheets, with parts that moved at their new position. */
  sheets: AlignedSheets;
  /** Marks of the differences of ink that no text explains. */
  unexplained: Uint8Array;
  /** The unchanged words of the newer sheet, and of the older one. */
  words: { kept: readonly Word[]; stayed: readonly Word[] };
  /** The views that moved. */
  moved: readonly Change[];
  /** Parts of the drawing that moved by their lines. */
  displaced: readonly DisplacedPart[];
  /** Changes of table rows, notes and mark-ups, which only take part in repetitions. */
  rows: readonly Change[];
  /** Whether other pens draw most of the sheet. */
  areLinesRestyled: boolean;
  /** The boxes of objects of both sheets whose changes are one: headings of views. */
  owners: readonly Box[];
  /** The boxes of the doors that differ, and those of the views of both sheets. */
  doors: readonly Box[];
  views: { older: readonly Box[]; newer: readonly Box[] };
  /** The marks of sections, details and elevations of both sheets. */
  marks: readonly ReferenceMark[];
  inTitleBlock: (box: Box) => boolean;
}

/** The changes so far, and the revision clouds among them. */
export interface Joined {
  changes: Change[];
  clouds: Cloud[];
}

/** A step from single differences to changes as an estimator counts them. */
export interface Pass {
  name: string;
  /** The case that fails without it. */
  why: string;
  run: (changes: Change[], context: PassContext) => Change[] | Joined;
}

/** Options for benchmarks and tests. */
export interface PassOptions {
  /** Names of passes that are left out. */
  skip?: ReadonlySet<string>;
  /** Called after each pass with the changes that it returned. */
  trace?: (name: string, changes: readonly Change[]) => void;
}

/** Applies a pass to linework and leaves texts as they are. */
const toLinework =
  (run: (changes: Change[], context: PassContext) => Change[]): Pass['run'] =>
  (changes, context) => [
    ...changes.filter(({ text }) => text !== null),
    ...run(
      changes.filter(({ text }) => text === null),
      context,
    ),
  ];

/** The passes in order; each sees what the passes before it returned. */
export const PASSES: readonly Pass[] = [
  {
    name: 'linework',
    why: 'A line that continues behind other ink, or the two lines of a pane, would be several changes.',
    run: toLinework((changes, { sheets }) => (sheets.bent ? joinScanned(changes) : joinGraphics(changes))),
  },
  {
    name: 'styles',
    why: 'A filled arrow would be a heavier line beside an added one.',
    run: toLinework((changes) => absorbStyles(changes)),
  },
  {
    name: 'marks',
    why: 'A section line would be as many changes as it has dashes, arrows and letters.',
    run: (changes, { marks }) => joinMarks(changes, marks),
  },
  {
    name: 'dimensions',
    why: 'A dimension and its line would be two changes.',
    run: (changes) =>
      joinDimensions(
        changes.filter(({ text }) => text !== null),
        changes.filter(({ text }) => text === null),
      ),
  },
  {
    name: 'far moves',
    why: 'A note that was put on the other side of the sheet would be removed here and added there.',
    run: (changes) => joinFarMoves(changes),
  },
  {
    name: 'scale',
    why: 'The title and the line weights of a view drawn at another scale would be changes.',
    run: (changes, { moved }) => dropEffectsOfScale(changes, moved),
  },
  {
    name: 'tagged symbols',
    why: 'A window that moved with its tag would be a moved text and changed linework.',
    run: (changes, { unexplained, sheets }) => joinTagged(changes, unexplained, sheets),
  },
  {
    name: 'nudged linework',
    why: 'The mark of a level put slightly aside with its text would be linework removed and added.',
    run: toLinework((changes, { words, unexplained, sheets }) => dropNudged(changes, words, unexplained, sheets)),
  },
  {
    name: 'displaced parts',
    why: 'A sink that moved by less than its size would be linework redrawn.',
    run: toLinework((changes, { displaced }) => joinDisplaced(changes, displaced)),
  },
  {
    name: 'moved symbols',
    why: 'On an image, a socket that moved along its wall would be removed here and added there.',
    run: toLinework((changes, { unexplained, sheets }) => joinMovedSymbols(changes, unexplained, sheets)),
  },
  {
    name: 'clouds',
    why: 'A revision cloud would be added linework around the changes that it announces.',
    run: (changes, { unexplained, sheets }) => joinClouds(changes, unexplained, sheets),
  },
  {
    name: 'doors',
    why: 'A door that is hung on the other side would be linework removed and added.',
    run: toLinework((changes, { doors }) => joinDoors(changes, doors)),
  },
  {
    name: 'lettering',
    why: 'Letters drawn as strokes would be symbols.',
    run: (changes) => joinLettering(changes),
  },
  {
    name: 'whole views',
    why: 'An added detail would be as many changes as it has dimensions.',
    run: (changes, { views, words, moved }) =>
      joinWholeViews(
        changes,
        { views: views.older, words: words.stayed },
        { views: views.newer, words: words.kept },
        moved.flatMap(({ box, from }) => [box, from ?? box]),
      ),
  },
  {
    name: 'bare paper',
    why: 'A table that was removed would be as many changes as it has columns.',
    run: (changes, { sheets }) => joinAlone(changes, sheets),
  },
  {
    name: 'owned',
    why: 'A new title would be as many changes as its heading has a number, a scale, a bubble and a line.',
    run: (changes, { owners }) => joinOwned(changes, owners),
  },
  {
    name: 'objects',
    why: 'An object in another size would be as many changes as it has dimensions and edges.',
    run: (changes, { inTitleBlock, words }) => joinObjects(changes, inTitleBlock, words.kept),
  },
  {
    name: 'stubs',
    why: 'What a window that was drawn anew leaves of its former jambs would be linework removed.',
    run: (changes, { inTitleBlock }) => [
      ...changes.filter(({ box }) => inTitleBlock(box)),
      ...joinStubs(changes.filter(({ box }) => !inTitleBlock(box))),
    ],
  },
  {
    name: 'areas',
    why: 'A cell that was filled because of its text would be two changes.',
    run: (changes, { rows, words }) => joinAreas(changes, rows, words.kept),
  },
  {
    name: 'repeats',
    why: 'Rooms renumbered by a hundred would be as many changes as there are rooms.',
    run: (changes, { rows, inTitleBlock, areLinesRestyled }) =>
      joinRepeats([...changes, ...rows], inTitleBlock, areLinesRestyled),
  },
];

/** Whether a change is complete: a mark is a part of nothing else. One of which only the texts differ counts as texts. */
const isWhole = ({ mark }: Change): boolean => mark !== undefined;

/** Runs the passes over the differences of two sheets. */
export const runPasses = (differences: Change[], context: PassContext, { skip, trace }: PassOptions = {}): Joined => {
  const joined: Joined = { changes: differences, clouds: [] };
  for (const { name, run } of PASSES) {
    if (skip?.has(name)) continue;
    const [whole, open] = [joined.changes.filter(isWhole), joined.changes.filter((change) => !isWhole(change))];
    const result = run(open, context);
    if (!Array.isArray(result)) joined.clouds = result.clouds;
    joined.changes = [...(Array.isArray(result) ? result : result.changes), ...whole];
    trace?.(name, joined.changes);
  }
  return joined;
};
