import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Change, inkOf, type LineStyle } from '../change.ts';
import { type Box, inflate, overlapArea } from '../geometry.ts';
import { type LineEvidence, type PatchLines, penOf, styleOf } from '../lines/line-evidence.ts';
import type { Piece } from '../lines/piece.ts';
import { boxOfPieces, clusterPieces } from '../lines/piece-clusters.ts';
import { minimumChangedPoints } from '../lines/thresholds.ts';
import { eachMarkIn } from './each-mark.ts';
import { ForeignColours } from './foreign-ink.ts';
import { isHollow } from './hollow.ts';
import { shareOnBoth } from './ink-shares.ts';
import { toPoints } from './marks.ts';
import { countMarks, findPatches, type Holds, type Region } from './regions.ts';
import { isRenderingArtefact, type MinimumInk, minimumSharpInk, weightOf } from './rendering-artefacts.ts';
import { splitSparse } from './split-sparse.ts';
import { arePlacesApart, splitAddedAndRemoved } from './split-ways.ts';
import {
  maximumSymbolPoints,
  minimumCutPoints,
  minimumInsideShare,
  minimumMinorityPixels,
  minimumNotablePixels,
  minimumPartInkPixels,
  minimumRestyledShare,
  minimumSharedInkShare,
  minimumSurePoints,
  patchGapPoints,
} from './thresholds.ts';

export interface FoundGraphics {
  changes: Change[];
  /** Number of larger patches judged to be rendering artefacts. */
  suppressed: number;
}

const kindOf = ({ added, removed, recoloured }: Region, density: number): Change['kind'] => {
  if (recoloured > 0.5 * (added + removed)) return 'restyled';
  const share = added / (added + removed);
  if (Math.min(added, removed) > minimumMinorityPixels * density) return 'graphic_changed';
  return share > 0.8 ? 'graphic_added' : share < 0.2 ? 'graphic_removed' : 'graphic_changed';
};

/** Whether an unchanged text is drawn in another tone, which leaves marks like added or removed ink. */
const isToneChange = (region: Region, marks: Uint8Array, keptText: readonly Box[], sheets: AlignedSheets): boolean => {
  const box = toPoints(region, sheets.density);
  if (!keptText.some((word) => overlapArea(inflate(word, 2), box) >= box.width * box.height)) return false;
  return shareOnBoth(region, marks, sheets) >= minimumSharedInkShare;
};

const changeOf = (region: Region, density: number): Change => ({
  kind: kindOf(region, density),
  box: toPoints(region, density),
  text: null,
  addedInk: region.added,
  removedInk: region.removed,
});

/** What the linework of both sheets shows about a patch: what was restyled, and the regions that remain to be judged. */
interface Explained {
  restyled: Change[];
  rest: Region[];
  /** Whether the regions are filled areas. */
  areCells?: true;
}

/** Returns the marked pixels of a patch. */
const marksOf = (
  box: Pick<Region, 'left' | 'top' | 'right' | 'bottom'>,
  marks: Uint8Array,
  { width }: AlignedSheets,
  holds: Holds,
): { x: number; y: number }[] => {
  const pixels: { x: number; y: number }[] = [];
  eachMarkIn(marks, width, box, (x, y) => {
    if (holds(x, y)) pixels.push({ x, y });
  });
  return pixels;
};

/** Returns the part of a patch at some of its lines. */
const regionAt = (pieces: readonly Piece[], marks: Uint8Array, sheets: AlignedSheets, holds: Holds): Region =>
  regionIn(inflate(boxOfPieces(pieces), 1), marks, sheets, holds);

const regionIn = (
  { x, y, width: w, height: h }: Box,
  marks: Uint8Array,
  sheets: AlignedSheets,
  holds: Holds,
): Region => {
  const { width, height, density } = sheets;
  return countMarks(marks, width, height, x * density, y * density, (x + w) * density, (y + h) * density, holds);
};

/** Returns null for a patch without lines that differ and away from lines: fills, images, unknown lettering. */
const explainByLines = (
  patch: Region,
  own: PatchLines | undefined,
  evidence: LineEvidence,
  marks: Uint8Array,
  sheets: AlignedSheets,
  holds: Holds,
): Explained | null => {
  const { density } = sheets;
  const isTooFaint = (region: Region, length: number) =>
    length < minimumSurePoints && weightOf(region) < minimumSharpInk.ink * density;
  const box = toPoints(patch, density);
  const changed = own ? own.added + own.removed : 0;
  const restyled = (region: Region, style?: LineStyle): Change => ({
    ...changeOf(region, density),
    kind: 'restyled',
    ...(style && { style }),
  });
  const redrawn = (region: Region): Change => {
    const [style, pen] = [styleOf(own!.restyledPieces), penOf(own!.restyledPieces)];
    const change = { ...restyled(region, style), ...(pen && { pen }) };
    // Each gap of a dashed line is a patch.
    return style === 'dashes' ? { ...change, box: boxOfPieces(own!.restyledPieces) } : change;
  };
  if (Math.max(box.width, box.height) > maximumSymbolPoints) {
    const cells = evidence.areasIn(box).map((area) => regionIn(area, marks, sheets, holds));
    const covered = cells.reduce((sum, { added, removed }) => sum + added + removed, 0);
    if (covered >= minimumInsideShare * (patch.added + patch.removed))
      return { restyled: [], rest: cells, areCells: true };
  }
  if (changed < minimumChangedPoints) {
    if (own && own.restyled >= minimumChangedPoints) return { restyled: [redrawn(patch)], rest: [] };
    const area = evidence.areaAt(box);
    if (area === 'recoloured') return { restyled: [restyled(patch)], rest: [] };
    if (area && Math.max(box.width, box.height) <= maximumSymbolPoints)
      return { restyled: [restyled(patch, area)], rest: [] };
    if (area) return null;
    const points = marksOf(patch, marks, sheets, holds).map(({ x, y }) => ({
      x: (x + 0.5) / density,
      y: (y + 0.5) / density,
    }));
    return evidence.areOnLines(points) ? { restyled: [], rest: [] } : null;
  }
  const fill = Math.max(box.width, box.height) <= maximumSymbolPoints ? evidence.fillOf(box, own!) : undefined;
  if (fill) return { restyled: [restyled(patch, fill)], rest: [] };
  // An area that was recoloured behind lines that changed, apart from small ones.
  const isLarge = ({ width, height }: Box) => Math.max(width, height) > maximumSymbolPoints;
  const isRecoloured = isLarge(box) && kindOf(patch, density) === 'restyled';
  if (!isRecoloured && own!.restyled < minimumRestyledShare * (changed + own!.restyled))
    return { restyled: [], rest: isTooFaint(patch, changed) ? [] : [patch] };
  const groups = clusterPieces(own!.pieces, patchGapPoints);
  return {
    restyled: [isRecoloured ? restyled(patch) : redrawn(regionAt(own!.restyledPieces, marks, sheets, holds))],
    rest: groups
      .filter((group) => !isRecoloured || isLarge(boxOfPieces(group)))
      .map((group) => regionAt(group, marks, sheets, holds))
      .filter((region) => region.added + region.removed > 0 && !isTooFaint(region, 0)),
  };
};

/** What the patches of one raster of marks are judged by. */
interface Judging {
  marks: Uint8Array;
  keptText: readonly Box[];
  sheets: AlignedSheets;
  least: MinimumInk;
  evidence: LineEvidence | null;
}

/** Returns the changes of a region, apart from what was restyled: additions and removals that only touch are several. */
const changesOf = (region: Region, holds: Holds, isByLines: boolean, judging: Judging): Change[] => {
  const { marks, sheets, keptText, least, evidence } = judging;
  const { density } = sheets;
  const change: Change = { ...changeOf(region, density), ...(evidence && !isByLines && { isInk: true }) };
  const ways =
    change.kind === 'graphic_changed'
      ? splitAddedAndRemoved(region, marks, sheets, patchGapPoints * density, holds)
      : null;
  if (ways && (isHollow(change, density) || (isByLines && arePlacesApart(ways, density))))
    return ways
      .filter((way) => !isRenderingArtefact(way, marks, keptText, sheets, least))
      .map((way) => changeOf(way, density));
  return [isToneChange(region, marks, keptText, sheets) ? { ...change, kind: 'restyled' } : change];
};

/** Returns the changes of a patch that its lines explain. */
const changesByLines = (
  { restyled, rest, areCells }: Explained,
  holds: Holds,
  judging: Judging,
  colours: ForeignColours | null,
): Change[] => {
  const { marks, sheets } = judging;
  const { width, height, density } = sheets;
  if (areCells)
    return rest
      .filter(({ added, removed }) => added + removed > 0)
      .map((cell) => ({ ...changeOf(cell, density), isArea: true }));
  const regions = rest
    .flatMap((one) => splitSparse(marks, width, height, one, minimumCutPoints * density, holds))
    .filter((region) => weightOf(region) >= minimumPartInkPixels * density);
  return [
    ...restyled
      .filter((change) => inkOf(change) >= minimumPartInkPixels * density)
      .map((change) => inForeignColour(change, holds, judging, colours)),
    ...regions.flatMap((region) => changesOf(region, holds, true, judging)),
  ];
};

/** Adds the colour in which lines were redrawn, if only one sheet uses it. */
const inForeignColour = (
  change: Change,
  holds: Holds,
  { marks, sheets }: Judging,
  colours: ForeignColours | null,
): Change => {
  if (!colours) return change;
  const counts = new Map<number, number>();
  const { x: left, y: top, width, height } = change.box;
  const { density } = sheets;
  const region = {
    left: Math.floor(left * density),
    top: Math.floor(top * density),
    right: Math.ceil((left + width) * density),
    bottom: Math.ceil((top + height) * density),
  };
  for (const { x, y } of marksOf(region, marks, sheets, holds)) {
    const number = colours.at(y * sheets.width + x, marks[y * sheets.width + x]!);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[0] > 0 ? { ...change, ink: most[0] } : change;
};

/** Finds changes of ink that lines do not explain: images, mark-ups, unknown lettering, and all ink of scans. */
const findInk = (judging: Judging): FoundGraphics => {
  const { marks, keptText, sheets, least } = judging;
  const { width, height, density } = sheets;
  const found: FoundGraphics = { changes: [], suppressed: 0 };
  for (const { region, holds } of findPatches(marks, width, height, patchGapPoints * density).patches) {
    if (!isRenderingArtefact(region, marks, keptText, sheets, least))
      found.changes.push(
        ...splitSparse(marks, width, height, region, minimumCutPoints * density, holds).flatMap((part) =>
          changesOf(part, holds, false, judging),
        ),
      );
    else if (weightOf(region) > minimumNotablePixels * density) found.suppressed++;
  }
  return found;
};

/**
 * Finds changed linework, fills and images. Ink away from lines is divided by the colours that only one sheet uses.
 * @param marks marks of the differences that no text explains
 */
export const findGraphicChanges = (
  marks: Uint8Array,
  keptText: readonly Box[],
  sheets: AlignedSheets,
  least: MinimumInk,
  evidence: LineEvidence | null,
): FoundGraphics => {
  const judging = { marks, keptText, sheets, least, evidence };
  if (!evidence) return findInk(judging);
  const { width, height, density } = sheets;
  const found: FoundGraphics = { changes: [], suppressed: 0 };
  const foreign = new ForeignColours(sheets);
  const colours = foreign.areNone ? null : foreign;
  let ink: Uint8Array | null = null;
  const { patches, indexNear } = findPatches(marks, width, height, patchGapPoints * density);
  const lines = evidence.assign((x, y) => indexNear(Math.floor(x * density), Math.floor(y * density)));
  for (const [index, { region: patch, holds }] of patches.entries()) {
    const explained = explainByLines(patch, lines.get(index), evidence, marks, sheets, holds);
    if (!explained) {
      ink ??= new Uint8Array(marks.length);
      for (const { x, y } of marksOf(patch, marks, sheets, holds)) ink[y * width + x] = marks[y * width + x]!;
      continue;
    }
    const isArtefact = explained.restyled.length + explained.rest.length === 0;
    if (isArtefact && weightOf(patch) > minimumNotablePixels * density) found.suppressed++;
    found.changes.push(...changesByLines(explained, holds, judging, colours));
  }
  if (!ink) return found;
  for (const [colour, own] of colours?.divide(ink) ?? [[0, ink]]) {
    const { changes, suppressed } = findInk({ ...judging, marks: own });
    found.changes.push(...(colour === 0 ? changes : changes.map((change) => ({ ...change, ink: colour }))));
    found.suppressed += suppressed;
  }
  return found;
};
