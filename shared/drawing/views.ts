import { labelKind } from '../domain/sheets/labels.ts';
import { aroundArc } from './arcs.ts';
import { divideByBands, type Mark } from './bands.ts';
import { areaOfBox, around, aroundCircle, aroundLine, grown, holdsCentre } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { withoutFrames, withoutLettering } from './drawn.ts';
import { notView, type ViewHeading } from './headings.ts';
import { boxOfPart, Ink } from './ink.ts';
import { type Line, lengthOf } from './line.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { type DividedPart, dividePage } from './partition.ts';
import type { TextLine } from './text-lines.ts';
import { minimumTitleBlockLabels } from './thresholds/tables.ts';
import {
  asideRatio,
  looseHeadingReachShare,
  maximumBlockRules,
  maximumBorderStripShare,
  maximumCaptionAsideShare,
  maximumCaptionTextHeights,
  maximumStripGapShare,
  maximumStripShare,
  maximumTabledShare,
  maximumTextStrokePoints,
  maximumTitleCharacters,
  minimumCaptionShare,
  minimumCaptions,
  minimumConnectingShare,
  minimumFrameShare,
  minimumLinesPerTextRatio,
  minimumPageFrameShare,
  minimumStripOverlapShare,
  minimumStripRatio,
  minimumStripRuleShare,
  minimumUntitledLines,
  minimumUntitledShare,
} from './thresholds/views.ts';

/** A view: a plan, section, elevation or detail with its heading. Points, as displayed. */
export interface View extends ViewHeading {
  /** The box of its drawing and heading; null if no drawing was found near the heading. */
  region: Bounds | null;
}

/** What connects drawings without being part of one: lines of the coverage, and the boxes of the bubbles at their ends. */
export interface Connecting {
  lines: ReadonlySet<Line>;
  ends: readonly Bounds[];
}

const sizeOf = ({ left, top, right, bottom }: Bounds): number => (right - left) * (bottom - top);

const gap = (a0: number, a1: number, b0: number, b1: number): number => Math.max(0, b0 - a1, a0 - b1);

/** Returns the single line of text centred below the lines of a drawing, which may be within its part of the ink. */
const captionOf = (part: Bounds, { lines }: Coverage, texts: readonly TextLine[]): TextLine | undefined => {
  let [left, right, bottom] = [Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    const box = aroundLine(line);
    if (!holdsCentre(part, box)) continue;
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  const below = texts.filter(
    ({ box, size, angle }) =>
      angle === 0 &&
      box.top > bottom - size / 2 &&
      box.top < bottom + maximumCaptionTextHeights * size &&
      box.left < right &&
      box.right > left,
  );
  const [only] = below;
  if (!only || below.length > 1 || !/\p{L}{2}/u.test(only.text) || only.text.length > maximumTitleCharacters)
    return undefined;
  const aside = Math.abs((only.box.left + only.box.right) / 2 - (left + right) / 2);
  return aside <= maximumCaptionAsideShare * (right - left) + only.size ? only : undefined;
};

/** Returns the area of a box within others, of which those inside another one do not count. */
const coveredBy = (others: readonly Bounds[], box: Bounds): number => {
  const near = others.filter((other) => gap(other.left, other.right, box.left, box.right) === 0);
  return near
    .filter((one, i) => !near.some((other, j) => i !== j && holdsCentre(other, one) && sizeOf(other) > sizeOf(one)))
    .reduce((sum, { left, top, right, bottom }) => {
      const [width, height] = [
        Math.min(right, box.right) - Math.max(left, box.left),
        Math.min(bottom, box.bottom) - Math.max(top, box.top),
      ];
      return sum + Math.max(0, width) * Math.max(0, height);
    }, 0);
};

/** Whether a box contains so many lines. */
const hasLines = (box: Bounds, { lines }: Coverage, least: number): boolean => {
  let count = 0;
  for (const line of lines) if (holdsCentre(box, aroundLine(line)) && ++count >= least) return true;
  return false;
};

/** Whether a box contains more than a few level rules, such as those between the texts of a title block. */
const hasMoreThanRules = (box: Bounds, { lines, arcs, areas }: Coverage): boolean => {
  let rules = 0;
  for (const line of lines) {
    if (!holdsCentre(box, aroundLine(line))) continue;
    if (Math.abs(line.y1 - line.y0) > TOLERANCE || ++rules > maximumBlockRules) return true;
  }
  return (
    arcs.some((arc) => holdsCentre(box, aroundCircle(arc))) ||
    areas.some(({ points }) => holdsCentre(box, boundsOf(points)))
  );
};

/** Whether a small part of a page contains the labels of several fields of a title block, more than dimensions. */
const isTitleBlock = (
  box: Bounds,
  texts: readonly TextLine[],
  page: { width: number; height: number },
  measured: readonly Bounds[],
): boolean => {
  if (areaOfBox(box) > maximumBorderStripShare * page.width * page.height) return false;
  const fields = new Set<string>();
  for (const text of texts) {
    const kind = holdsCentre(box, text.box) ? labelKind(text.text.split(':', 1)[0]!) : null;
    if (kind) fields.add(kind);
  }
  return fields.size >= Math.max(minimumTitleBlockLabels, measured.filter((each) => holdsCentre(box, each)).length);
};

/** A part of a page with the headings in it, by their indices. */
interface HeadedPart extends Pick<DividedPart, 'headings' | 'isDrawing'> {
  box: Bounds;
  /** Whether it was divided from others that all have dimensions of their own, as it has. */
  isMeasured?: boolean;
}

/**
 * Whether a drawing without a heading is a view, rather than a dimension string, a legend, a logo or a stamp.
 * @param isMeasured whether it is one of several drawings side by side that all have dimensions; otherwise it must be large
 */
const isUntitledView = (
  { box, isMeasured }: Pick<HeadedPart, 'box' | 'isMeasured'>,
  coverage: Coverage,
  texts: readonly TextLine[],
  page: { width: number; height: number },
  measured: readonly Bounds[],
  tables: readonly Bounds[],
): boolean => {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (!isMeasured && width * height < minimumUntitledShare * page.width * page.height) return false;
  if (coveredBy(tables, box) > maximumTabledShare * width * height) return false;
  const isThin = Math.min(width, height) <= maximumStripShare * Math.min(page.width, page.height);
  if (isThin && isElongated(box) && measured.some((each) => holdsCentre(box, each))) return false;
  const own = texts.filter((text) => holdsCentre(box, text.box));
  if (own[0] && notView.test(own[0].text)) return false;
  return hasLines(box, coverage, Math.max(minimumUntitledLines, minimumLinesPerTextRatio * own.length));
};

/** Returns the part of a page that its lines use. */
const usedPartOf = (lines: readonly Line[]): Bounds => around(lines.map(aroundLine));

/**
 * Returns the ink of the drawings of a page without the lines that are frames.
 * @param leastPoints minimum length of a line
 */
const withoutLongest = (
  coverage: Coverage,
  page: { width: number; height: number },
  used: Bounds,
  leastPoints: number,
): Coverage => {
  const longest = [
    Math.max(minimumFrameShare * (used.right - used.left), minimumPageFrameShare * page.width),
    Math.max(minimumFrameShare * (used.bottom - used.top), minimumPageFrameShare * page.height),
  ] as const;
  const isFrame = ({ x0, y0, x1, y1, dashed }: Line) =>
    !dashed && (Math.abs(x1 - x0) > longest[0] || Math.abs(y1 - y0) > longest[1]);
  const lines = coverage.lines.filter((line) => !isFrame(line) && (leastPoints === 0 || lengthOf(line) >= leastPoints));
  return { ...coverage, lines };
};

/**
 * Marks the ink of the drawings of a page: without tables and title blocks. Long dashed lines and those of the
 * grid with their bubbles are marked as connecting drawings.
 */
const inkOf = (
  drawn: Coverage,
  texts: readonly TextLine[],
  page: { width: number; height: number },
  outside: readonly Bounds[],
  connecting: Connecting,
): Ink => {
  const ink = new Ink(page);
  const longDash = minimumConnectingShare * Math.min(page.width, page.height);
  const own: Line[] = [];
  const across: Line[] = [];
  for (const line of drawn.lines)
    (connecting.lines.has(line) || (line.dashed && lengthOf(line) >= longDash) ? across : own).push(line);
  ink.drawLines(across, 3);
  ink.drawLines(own, 2);
  ink.drawRest(drawn);
  for (const { box } of texts) ink.fill(box, 1);
  for (const box of connecting.ends) ink.connect(box);
  for (const box of outside) ink.fill(box, 0);
  ink.count();
  return ink;
};

/**
 * Divides a part into the drawings that stand side by side in it, with the headings among them. If the whole is too little for a
 * drawing, each of them that has a heading is one.
 */
const divided = (
  whole: HeadedPart,
  marks: readonly Mark[],
  all: readonly ViewHeading[],
  measured: readonly Bounds[],
): HeadedPart[] => {
  const parts = divideByBands(marks.filter(({ box }) => holdsCentre(whole.box, box)));
  if (parts.length === 1) return [whole];
  const boxes = parts.map((own) => grown(around(own.map((mark) => mark.box)), TOLERANCE));
  const isMeasured = boxes.every((box) => measured.some((each) => holdsCentre(box, each)));
  return boxes.map((box) => {
    const headings = whole.headings.filter((i) => holdsCentre(box, all[i]!.box));
    return { box, headings, isDrawing: whole.isDrawing || headings.length > 0, isMeasured };
  });
};

/**
 * Returns the strips along the borders of a sheet that hold its title block, cut off by a rule across the whole ruled part.
 * @param used the part of the page that the lines use
 */
const blockStripsOf = ({ lines }: Coverage, used: Bounds, blocks: readonly Bounds[]): Bounds[] => {
  const [width, height] = [used.right - used.left, used.bottom - used.top];
  const strips: Bounds[] = [];
  for (const line of lines) {
    const { x0, y0, x1, y1, dashed } = line;
    // The longest come first.
    if (lengthOf(line) < minimumStripRuleShare * Math.min(width, height)) break;
    if (dashed) continue;
    if (Math.abs(x1 - x0) <= TOLERANCE && Math.abs(y1 - y0) >= minimumStripRuleShare * height) {
      if (used.right - x0 <= maximumBorderStripShare * width) strips.push({ ...used, left: x0 });
      if (x0 - used.left <= maximumBorderStripShare * width) strips.push({ ...used, right: x0 });
    }
    if (Math.abs(y1 - y0) <= TOLERANCE && Math.abs(x1 - x0) >= minimumStripRuleShare * width) {
      if (used.bottom - y0 <= maximumBorderStripShare * height) strips.push({ ...used, top: y0 });
      if (y0 - used.top <= maximumBorderStripShare * height) strips.push({ ...used, bottom: y0 });
    }
  }
  return strips.filter((strip) => blocks.some((block) => holdsCentre(strip, block)));
};

/** Returns the distance of two boxes. */
const between = (a: Bounds, b: Bounds): number =>
  Math.hypot(gap(a.left, a.right, b.left, b.right), gap(a.top, a.bottom, b.top, b.bottom));

const isElongated = ({ left, top, right, bottom }: Bounds): boolean =>
  Math.max(right - left, bottom - top) >= minimumStripRatio * Math.min(right - left, bottom - top);

/** Whether a narrow box runs along a side of another one, at most `reach` points away. */
const runsAlong = (strip: Bounds, box: Bounds, reach: number): boolean => {
  const isLevel = strip.right - strip.left > strip.bottom - strip.top;
  const [from, to] = isLevel ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const common = Math.min(strip[to], box[to]) - Math.max(strip[from], box[from]);
  return common > minimumStripOverlapShare * (strip[to] - strip[from]) && between(strip, box) <= reach;
};

/** Returns how far a drawing is from a heading, which stands below or above its drawing rather than beside it. */
const awayFrom = (heading: Bounds, drawing: Bounds): number =>
  gap(heading.top, heading.bottom, drawing.top, drawing.bottom) +
  asideRatio * gap(heading.left, heading.right, drawing.left, drawing.right);

/** Gives headings far from all drawings to the nearest drawings without one. */
const withHeadings = (views: readonly View[], headings: readonly ViewHeading[], reach: number): View[] => {
  const found = [...views];
  for (const heading of headings) {
    const gaps = found.map(({ title, region }) =>
      title === null && region ? awayFrom(heading.box, region) : Infinity,
    );
    const least = Math.min(...gaps);
    const at = gaps.indexOf(least);
    if (least < Infinity) {
      const { region } = found[at]!;
      found[at] = {
        ...heading,
        region: between(region!, heading.box) <= reach ? around([region!, heading.box]) : region,
      };
    } else if (heading.number !== null) found.push({ ...heading, region: null });
  }
  return found;
};

/** Gives the views without a heading the captions below them, if most of them have one. */
const withCaptions = (views: readonly View[], coverage: Coverage, texts: readonly TextLine[]): View[] => {
  const untitled = views.filter(({ title }) => title === null);
  const captions = new Map(untitled.map((view) => [view, captionOf(view.region!, coverage, texts)]));
  const captioned = [...captions.values()].filter((caption) => caption !== undefined).length;
  if (captioned < minimumCaptions || captioned < minimumCaptionShare * untitled.length) return [...views];
  return views.map((view): View => {
    const caption = captions.get(view);
    if (!caption) return view;
    return {
      ...view,
      title: caption.text,
      box: caption.box,
      region: around([view.region!, caption.box]),
      confidence: 0.6,
    };
  });
};

/**
 * Determines the region of each view: the division of the page's ink with the best score, see {@link dividePage}. A large
 * drawing without a heading is a view, too.
 * @param outside boxes of tables and of the cells of title blocks, which belong to no view; and of frames, whose sides are no
 *   part of the drawings in them
 * @param isLettered whether the lettering is text; otherwise short lines are lettering and connect no drawings
 * @param measured boxes of the texts of dimensions, which only drawings have
 * @param connecting lines that may cross several drawings, such as those of the grid
 */
export const viewsOf = (
  headings: readonly ViewHeading[],
  inked: Coverage,
  texts: readonly TextLine[],
  page: { width: number; height: number },
  {
    tables,
    blocks = [],
    frames = [],
  }: { tables: readonly Bounds[]; blocks?: readonly Bounds[]; frames?: readonly Bounds[] },
  isLettered = true,
  measured: readonly Bounds[] = [],
  connecting: Connecting = { lines: new Set(), ends: [] },
): View[] => {
  const coverage = withoutFrames(withoutLettering(inked, texts), frames);
  const outside = [...tables, ...blocks];
  const leastPoints = isLettered ? 0 : maximumTextStrokePoints;
  // A drawing may use a part of its page only.
  const used = usedPartOf(coverage.lines);
  const drawn = withoutLongest(coverage, page, used, leastPoints);
  const ink = inkOf(drawn, texts, page, outside, connecting);
  const whole = ink.trimmed({ u0: 0, v0: 0, u1: ink.columns - 1, v1: ink.rows - 1 });
  if (!whole) return headings.filter(({ number }) => number !== null).map((heading) => ({ ...heading, region: null }));
  const placed = headings.map(({ box, title }) => ({ box, isTitled: title !== null }));
  const side = Math.min(page.width, page.height);
  const views: View[] = [];
  const loose: ViewHeading[] = [];
  const strips: Bounds[] = [];
  const blockStrips = blockStripsOf(coverage, used, blocks);
  const placedIn = new Set<number>();
  const marks = [
    ...drawn.lines.map((line): Mark => ({ box: aroundLine(line), isLine: true })),
    ...[
      ...drawn.arcs.map(aroundArc),
      ...drawn.areas.map(({ points }) => boundsOf(points)),
      ...texts.map(({ box }) => box),
    ].map((box): Mark => ({ box, isLine: false })),
  ].filter(({ box }) => !outside.some((each) => holdsCentre(each, box)));
  const parts = dividePage(ink, placed, whole).flatMap(({ part, ...each }) =>
    divided({ ...each, box: boxOfPart(part) }, marks, headings, measured),
  );
  for (const { box, headings: own, isDrawing, isMeasured } of parts) {
    for (const i of own) placedIn.add(i);
    if (isTitleBlock(box, texts, page, measured)) continue;
    const inside = own.map((i) => headings[i]!);
    if (inside.length > 0) {
      const best = inside.reduce((a, b) => (b.confidence > a.confidence ? b : a));
      const scale = best.scale ?? inside.find((heading) => heading.scale !== null)?.scale ?? null;
      if (isDrawing && hasMoreThanRules(box, coverage)) views.push({ ...best, scale, region: around([box, best.box]) });
      else loose.push(...inside);
    } else if (blockStrips.some((strip) => holdsCentre(strip, box))) continue;
    else if (isDrawing && isUntitledView({ box, isMeasured }, coverage, texts, page, measured, tables))
      views.push({ number: null, title: null, scale: null, box, region: box, confidence: 0.5 });
    else if (isElongated(box)) strips.push(box);
  }
  // The ink of a heading in a cell of its own is not among that of the drawings.
  loose.push(...headings.filter(({ title, number }, i) => title !== null && number === null && !placedIn.has(i)));
  for (const strip of strips) {
    const beside = views.find(({ region }) => runsAlong(strip, region!, maximumStripGapShare * side));
    if (beside) beside.region = around([beside.region!, strip]);
  }
  return withCaptions(withHeadings(views, loose, looseHeadingReachShare * side), coverage, texts).sort(
    (a, b) => a.box.top - b.box.top || a.box.left - b.box.left,
  );
};
