import { labelKind } from '../domain/sheets/labels.ts';
import { areaOfBox, around, aroundCircle, holdsCentre } from './boxes.ts';
import type { Bubble } from './bubble.ts';
import type { Cell } from './cells.ts';
import { viewName } from './grid.ts';
import { type Line, lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import { measuresOf } from './measure.ts';
import { groupsOf } from './tables.ts';
import type { TextLine } from './text-lines.ts';
import {
  borderReachShare,
  maximumBlockCellShare,
  maximumBubbleDistanceTextHeights,
  maximumScaleDistanceTextHeights,
  maximumTitleCharacters,
  maximumTitleGapRadii,
  minimumTitleHeightRatio,
  minimumTitleRadii,
  minimumViewFrameShare,
  plainTitleHeightRatio,
  underlinedTitleHeightRatio,
  underlineEndsTextHeights,
  underlineReachTextHeights,
} from './thresholds/views.ts';

/** The heading of a view. Points, as displayed. */
export interface ViewHeading {
  /** The number in its bubble; null without one. */
  number: string | null;
  /** Null for a view without a heading, or one that consists of a scale alone. */
  title: string | null;
  /** As printed beside or below the title; null if missing. */
  scale: string | null;
  box: Bounds;
  /** 0 to 1. */
  confidence: number;
}

/** Labels of a scale in Latin letters. */
const scaleLabels = 'scale|maßstab|massstab|échelle|echelle|escala|esc|scala|m';

/** The label of a scale alone. */
const scaleLabel = new RegExp(`^(?:${scaleLabels}|масштаб)\\.?$`, 'iu');

/** A printed scale: 1:50, 1/100, 1/4" = 1'-0", NTS. */
const scaleText = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${scaleLabels}|sc|масштаб|м)(?!\p{L})\s*[:.=]*\s*|S\s*=\s*)?(?:\b1\s*[:：]\s*\d{1,4}\b|(?<![\d'"″′]\s*-?\s*)1\s*/\s*(?:10|20|25|50|75|100|150|200|250|300|500|1000)\b(?!\s*["″”])|\d+(?:[ -]\d+/\d+|/\d+)?\s*["″”]\s*=\s*\d+\s*['′’](?:\s*-?\s*\d+\s*["″”])?)|\bscale\s*:?\s*(?:n\.?t\.?s\.?|none)\b|\bn\.?t\.?s\.?$|\bnot to scale\b`,
  'iu',
);
/** The scale of an enlarged part: 5:1. */
const enlargedScale = /^(?:\p{L}+\.?\s*[:.]?\s*)?(\d{1,2})\s*:\s*1$/u;
/** Words that name a view in some of the languages of drawings. */
const viewWords = [
  'plan|layout|elevation|section|detail|isometric|axonometric|diagram|riser|view',
  'grundriss|schnitt|ansicht|lageplan|erdgeschoss|obergeschoss|untergeschoss|dachgeschoss|kellergeschoss',
  String.raw`coupe|façade|facade|élévation|vue|rez[- ]de[- ]chauss\p{L}*|étage`,
  'pianta|sezione|dettaglio|prospetto|planta|alzado|corte|fachada|vista|detalle|detalhe|elevação',
  'план|разрез|фасад|узел|řez|půdorys|pohled|rez|pôdorys|pohľad|rzut|przekrój|elewacja|widok',
  'plattegrond|doorsnede|gevel|aanzicht|plantegning|snitt|fasade|planritning|sektion|fasad|pohjapiirros|leikkaus|julkisivu',
].join('|');
const viewWord = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${viewWords})s?(?![\p{L}\p{N}])|平面図|断面図|立面図|配置図|詳細図|求積図|平面图|剖面图|立面图|布置图|详图`,
  'iu',
);
/** Texts that are the whole name of a view, whatever their size. */
const wholeName = new RegExp(
  `^(?:${[
    String.raw`(?:(?:proposed|existing|typical|ground|first|second|third|fourth|fifth|upper|lower|main|attic|basement|roof|foundation|site|floor|framing|ceiling|reflected|level|\d{1,2}(?:st|nd|rd|th)?|&|and)\s+)+plan`,
    String.raw`(?:(?:proposed|existing|front|rear|left|right|side|back|north|south|east|west)\s+)+elevation`,
    String.raw`(?:cross[ -])?section(?:\s*:\s*|\s+)(?:[a-z\d]{1,2}\s*[-–~]\s*[a-z\d]{1,2}['′]?|[a-z])`,
    String.raw`grundriss\s+(?:[eoudk]g|\d\.?\s*og|\p{L}+gescho(?:ss|ß)|\p{L}+)`,
    String.raw`(?:\d\.\s*)?(?:erd|ober|unter|dach|keller)gescho(?:ss|ß)`,
    String.raw`(?:längs|quer)?schnitt\s+[a-z\d](?:\s*[-–]\s*[a-z\d])?['′]?|(?:nord|süd|ost|west)ansicht|ansicht\s+(?:nord|süd|ost|west)\p{L}*`,
    String.raw`coupe\s+(?:[a-z]{1,2}|[a-z\d]\s*[-–]\s*[a-z\d])['′]?|façade\s+(?:nord|sud|est|ouest)|plan\s+(?:du\s+)?(?:rdc|rez[- ]de[- ]chaussée|sous-sol|étage|\d(?:er|e)?\s+étage)`,
    String.raw`sezione\s+(?:[a-z]{1,2}|[a-z\d]\s*[-–]\s*[a-z\d])['′]?|prospetto\s+(?:nord|sud|est|ovest)|pianta\s+piano\s+\p{L}+`,
    String.raw`(?:planta\s+(?:baja|alta|primera|segunda|baixa|térreo|tipo|de\s+cubiertas?)|corte\s+(?:[a-z]{1,2}|[a-z\d]\s*[-–]\s*[a-z\d])['′]?|alzado\s+(?:norte|sur|este|oeste)|fachada\s+(?:norte|sur|este|oeste|sul|leste|frontal|posterior))`,
    String.raw`разрез\s+[\p{Lu}\d]\s*[-–]\s*[\p{Lu}\d]|фасад\s+[\p{Lu}\d]+\s*[-–]\s*[\p{Lu}\d]+|план\s+(?:\d(?:-го)?\s+этажа|кровли|подвала)`,
    '[1-9]F|[1-9]階平面図',
    // A section in any language.
    String.raw`\p{L}{3,12}\s+(?<cut>[\p{Lu}\d])\s*[-–—]\s*\k<cut>['′]?`,
  ].join('|')})$`,
  'iu',
);
const titleText = /\p{L}{3}|\p{L}[-–]\p{L}|[一-龠ァ-ヶ]{2}/u;

/** The name of a section or detail, which may be a title only with a scale. */
const sectionName = /^(?:[\p{Lu}\d]{1,2}\s*[-–—]\s*[\p{Lu}\d]{1,2}|\p{Lu})['′]?$/u;

/** A scale that nothing but its label precedes, which heads a view without a title. */
const labelledScale = new RegExp(`^(?:${scaleLabels}|sc|м|s)[\\s:.=]*1\\s*[:/]\\s*\\d{1,4}$`, 'iu');

/** Labels before a scale or a slope, which are not titles. */
const notTitle = new RegExp(
  String.raw`^(?:${scaleLabels}|масштаб|縮尺|as (?:noted|shown|indicated))(?!\p{L})|\b(?:slope|fall|gefälle|pente|paper|sheet size|@|at a[0-4])\b`,
  'iu',
);

/** Headings of notes, legends and tables, which head no view. */
export const notView =
  /(?<![\p{L}\p{N}])(?:notes?|legend\p{L}*|leyenda|légende|abbreviations?|symbols?|schedule|specifications?|index|key|keynotes|general|revisions?|hinweise?|remarques?|bemerkung(?:en)?|note|примечани[ея]|poznámk[ay]|vysvětlivky|uwag[ai]|objaśnienia|opmerking(?:en)?|merknad(?:er)?|anmärkning(?:ar)?|notas?|observaç(?:ão|ões))(?![\p{L}\p{N}])|图\s*例|说\s*明|凡\s*例/iu;
/** A date beside a scale belongs to a title block. */
const dated = /\b(?:date|datum|data|дата)\s*:/iu;

const notScale = /\b(?:slope|fall|falls|gefälle|pente|pendenza|grade)\b/iu;

/** Returns a text whose letters are spread over a line, with spaces between, as words. */
const unspaced = (text: string): string =>
  text.split(' ').every((each) => [...each].length <= 1) ? text.replaceAll(' ', '') : text;

/** Whether a text is a label of a title block, such as that of the scale, in any of their languages. */
const isLabel = (text: string): boolean => labelKind(text) !== null && !viewWord.test(text);

const isTitle = (text: string): boolean =>
  titleText.test(text) &&
  !dated.test(text) &&
  text.length <= maximumTitleCharacters &&
  !notTitle.test(text) &&
  !isLabel(text);

/** Returns the scales that a sheet prints anywhere, such as in its title block: 50 for 1:50, 48 for 1/4" = 1'-0". */
export const printedScales = (texts: readonly TextLine[]): Set<number> => {
  const scales = new Set<number>();
  for (const { text } of texts) {
    const enlarged = enlargedScale.exec(text);
    if (enlarged) scales.add(1 / Number(enlarged[1]));
    const said = scaleText.exec(text)?.[0];
    if (said === undefined) continue;
    const ratio = /1\s*[:：/]\s*(\d+(?:\.\d+)?)/u.exec(text.slice(text.indexOf(said)));
    const [paper, real] = said.split('=').map((part) => measuresOf(part.replace(/^\D+/u, ''))[0]?.millimetres);
    if (said.includes('=') && paper !== undefined && real !== undefined)
      scales.add(Math.round((100 * real) / paper) / 100);
    else if (ratio) scales.add(Number(ratio[1]));
  }
  return scales;
};

/** Returns the heading beside a bubble: a horizontal line to its right with a title above it and a scale below it. */
const besideBubble = (
  { x, y, radius, lines: said }: Bubble,
  texts: readonly TextLine[],
  index: LineIndex,
): ViewHeading | undefined => {
  if (said.length > 2 || !viewName.test(said[0]!)) return undefined;
  let found: Line | undefined;
  index.near({ left: x, top: y, right: x, bottom: y }, 2 * radius, (other) => {
    const { x0, y0, x1, y1 } = other;
    if (
      Math.abs(y1 - y0) <= TOLERANCE &&
      Math.abs(y0 - y) <= radius / 2 &&
      Math.abs(x0 - x) <= 2 * radius &&
      x1 - x >= minimumTitleRadii * radius &&
      (!found || lengthOf(other) > lengthOf(found))
    )
      found = other;
  });
  if (!found) return undefined;
  const { x1: right, y0: level } = found;
  const beside = (line: TextLine) => {
    const middle = (line.box.left + line.box.right) / 2;
    return line.angle === 0 && middle > x + radius && middle < right + radius;
  };
  const above = texts.filter(
    (line) =>
      beside(line) &&
      level - line.box.bottom > -line.size / 2 &&
      level - line.box.bottom < maximumBubbleDistanceTextHeights * line.size,
  );
  const below = texts.filter(
    (line) =>
      beside(line) &&
      line.box.top - level > -line.size / 2 &&
      line.box.top - level < maximumBubbleDistanceTextHeights * line.size,
  );
  // A grid line also leads from a bubble past texts.
  if (Math.min(...above.map(({ box }) => box.left)) > x + maximumTitleGapRadii * radius) return undefined;
  const title = above.map(({ text }) => text).join(' ');
  const scale = below.map(({ text }) => text).join(' ');
  // A level has its name above the line and its height below it.
  if (!isTitle(title) || measuresOf(scale).length > 0) return undefined;
  return {
    number: said[0]!,
    title,
    scale: scale === '' ? null : scale,
    box: around([...[...above, ...below].map(({ box }) => box), aroundCircle({ x, y, radius })]),
    confidence: 0.95,
  };
};

/** Returns the text line above another one, or before it, that may be the title of its view. */
const titleOf = (scale: TextLine, texts: readonly TextLine[]): TextLine | undefined => {
  let best: TextLine | undefined;
  let least = Infinity;
  for (const line of texts) {
    if (line === scale || line.angle !== scale.angle || line.angle !== 0) continue;
    if (!isTitle(line.text) && !sectionName.test(line.text)) continue;
    const up = scale.box.top - line.box.bottom;
    const overlaps = line.box.left < scale.box.right + 2 * line.size && scale.box.left < line.box.right + 2 * line.size;
    const isAbove =
      overlaps && up > -0.5 * line.size && up < maximumScaleDistanceTextHeights * Math.max(line.size, scale.size);
    const before = scale.box.left - line.box.right;
    const isBefore = before > 0 && before < 6 * line.size && Math.abs(scale.box.bottom - line.box.bottom) < line.size;
    if (!isAbove && !isBefore) continue;
    const away = isAbove ? Math.max(0, up) : before / 2;
    if (away < least) [best, least] = [line, away];
  }
  return best;
};

/**
 * Returns the boxes of the cells of title blocks: small ones with words, joined to the border of the ruled part of the
 * page. The rooms and bays of a plan are ruled rectangles, too.
 */
export const blockCellsOf = (cells: readonly Cell[], page: { width: number; height: number }): Bounds[] => {
  const used = around(cells.map(({ box }) => box));
  const reach = borderReachShare * Math.min(page.width, page.height);
  const isAtBorder = ({ left, top, right, bottom }: Bounds) =>
    Math.min(left - used.left, top - used.top, used.right - right, used.bottom - bottom) <= reach;
  const small = cells.filter(
    ({ box }) => (box.right - box.left) * (box.bottom - box.top) < maximumBlockCellShare * page.width * page.height,
  );
  return groupsOf(small)
    .filter((group) => isAtBorder(around(group.map(({ box }) => box))))
    .flat()
    .filter(({ words }) => words.length > 0)
    .map(({ box }) => box);
};

/** Returns the boxes of the cells that are frames around views. */
export const framesOf = (cells: readonly Cell[], page: { width: number; height: number }): Bounds[] =>
  cells.map(({ box }) => box).filter((box) => areaOfBox(box) >= minimumViewFrameShare * page.width * page.height);

/** Whether a line of the drawing underlines a line of text. */
const isUnderlined = ({ box, size }: TextLine, index: LineIndex): boolean => {
  let found: Line | undefined;
  const reach = underlineReachTextHeights * size;
  index.near({ ...box, top: box.bottom - reach / 2, bottom: box.bottom + reach }, 0, (line) => {
    const { x0, y0, x1, y1 } = line;
    if (
      Math.abs(y1 - y0) <= TOLERANCE &&
      y0 > box.bottom - reach / 2 &&
      y0 < box.bottom + reach &&
      Math.abs(x0 - box.left) < underlineEndsTextHeights * size &&
      Math.abs(x1 - box.right) < underlineEndsTextHeights * size
    )
      found = line;
  });
  if (!found) return false;
  // The side of a box, such as that around the number of a room.
  const { x0, y0: level } = found;
  let isSide = false;
  index.near({ left: x0, top: level, right: x0, bottom: level }, 1, (line) => {
    isSide ||=
      Math.abs(line.x1 - line.x0) <= TOLERANCE &&
      Math.abs(line.x0 - x0) <= 1 &&
      Math.min(line.y0, line.y1) <= level + 1 &&
      Math.max(line.y0, line.y1) >= level - 1;
  });
  return !isSide;
};

/** Returns the underlined titles, those of several lines as one. */
const underlinedTitles = (level: readonly TextLine[], index: LineIndex, median: number): ViewHeading[] => {
  const titles: { text: string; size: number; box: Bounds }[] = [];
  for (const line of level) {
    if (!isTitle(line.text) || notView.test(line.text)) continue;
    const upper = titles.find(
      ({ box, size }) =>
        line.box.top - box.bottom < size &&
        line.box.top > box.top &&
        box.left < line.box.right &&
        line.box.left < box.right,
    );
    const least = (viewWord.test(line.text) ? underlinedTitleHeightRatio : plainTitleHeightRatio) * median;
    // A short word on a line is a label at the end of a leader.
    if (!upper && !/\p{L}{4}/u.test(line.text)) continue;
    if ((!upper && line.size < least) || !isUnderlined(line, index)) continue;
    if (!upper) titles.push({ text: line.text, size: line.size, box: line.box });
    else {
      upper.text += ` ${line.text}`;
      upper.box = around([upper.box, line.box]);
    }
  }
  return titles.map(({ text, box }) => ({ number: null, title: text, scale: null, box, confidence: 0.7 }));
};

/** Returns the heading that a printed scale belongs to: the title on its line, above or before it, or the scale alone. */
const besideScale = (line: TextLine, texts: readonly TextLine[]): ViewHeading | undefined => {
  const said = scaleText.exec(line.text);
  // A slope of 1:50 is no scale.
  if (!said || line.text.length > maximumTitleCharacters || notScale.test(line.text)) return undefined;
  const rest = line.text
    .replace(said[0], '')
    .replace(/[\s()[\]:,–-]+$/u, '')
    .trim();
  const isWhole = (isTitle(rest) || sectionName.test(rest)) && /^[\p{Lu}\d一-龠]/u.test(rest) && !scaleLabel.test(rest);
  const title = isWhole ? undefined : titleOf(line, texts);
  if (!isWhole && !title && !labelledScale.test(line.text)) return undefined;
  const text = isWhole ? rest : (title?.text ?? null);
  return {
    number: null,
    title: text,
    scale: said[0].trim(),
    box: around(title ? [title.box, line.box] : [line.box]),
    confidence: text === null ? 0.6 : viewWord.test(text) ? 0.9 : 0.75,
  };
};

/** Returns the titles in frames of their own: cells that share no side with others and name a kind of view. */
const framedTitles = (
  cells: readonly Cell[],
  texts: readonly TextLine[],
  page: { width: number; height: number },
): ViewHeading[] => {
  const least = maximumBlockCellShare * page.width * page.height;
  const small = cells.filter(({ box }) => (box.right - box.left) * (box.bottom - box.top) < least);
  return groupsOf(small).flatMap(([cell, ...others]): ViewHeading[] => {
    if (others.length > 0 || !cell) return [];
    const inside = texts.filter(({ box }) => holdsCentre(cell.box, box));
    const title = unspaced(inside.map(({ text }) => text).join(' '));
    if (!viewWord.test(title) || notView.test(title) || title.length > maximumTitleCharacters) return [];
    return [{ number: null, title, scale: null, box: cell.box, confidence: 0.8 }];
  });
};

/** Whether no line of text stands directly above or below another one, as in a list or a note. */
const isAlone = ({ box, size }: TextLine, texts: readonly TextLine[]): boolean =>
  !texts.some(
    ({ box: other }) =>
      other !== box &&
      other.left < box.right &&
      box.left < other.right &&
      Math.max(other.top - box.bottom, box.top - other.bottom) < size,
  );

/**
 * Finds the headings of views: by a bubble and a line, by a printed scale and the title above it, by a line under a
 * title, by a large title that names a kind of view, or by a text that is the whole name of one.
 * @param outside boxes of tables, which contain no headings
 */
export const headingsOf = (
  bubbles: readonly Bubble[],
  texts: readonly TextLine[],
  index: LineIndex,
  outside: readonly Bounds[],
  cells: readonly Cell[],
  page: { width: number; height: number },
): ViewHeading[] => {
  const headings: ViewHeading[] = [];
  const add = (heading: ViewHeading | undefined) => {
    if (!heading) return;
    const { left, top, right, bottom } = heading.box;
    const isKnown = headings.some(
      ({ box }) => left < box.right && box.left < right && top < box.bottom && box.top < bottom,
    );
    if (!isKnown) headings.push(heading);
  };
  for (const bubble of bubbles) add(besideBubble(bubble, texts, index));
  const blockCells = cells
    .map(({ box }) => box)
    .filter(
      (box) => (box.right - box.left) * (box.bottom - box.top) < maximumBlockCellShare * page.width * page.height,
    );
  const framed = framedTitles(cells, texts, page);
  const inner = [...outside, ...blockCells];
  const level = texts.filter(
    ({ angle, box }) =>
      angle === 0 &&
      !inner.some(
        ({ left, top, right, bottom }) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
      ),
  );
  for (const line of level) add(besideScale(line, level));
  const sizes = texts.map(({ size }) => size).sort((a, b) => a - b);
  const median = sizes[sizes.length >> 1] ?? 0;
  for (const title of framed) add(title);
  for (const title of underlinedTitles(level, index, median)) add(title);
  for (const line of level) {
    const isLarge = viewWord.test(line.text) && line.text.length <= 40 && line.size >= minimumTitleHeightRatio * median;
    if (!isLarge && !(wholeName.test(unspaced(line.text.normalize('NFKC'))) && isAlone(line, level))) continue;
    add({ number: null, title: line.text, scale: null, box: line.box, confidence: 0.7 });
  }
  return headings.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
};
