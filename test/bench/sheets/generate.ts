import type { CellBox, PageText, Word } from '../../../shared/domain/page-text.ts';
import { WORDS, type Words } from './generate-words.ts';
import type { ReadFile } from './read-files.ts';
import type { Truth } from './truth.ts';

/** A set of sheets of a generated design, with what they print. */
export interface GeneratedSet extends ReadFile {
  truth: Truth[];
}

type Random = () => number;

/** A deterministic source of numbers from 0 to 1 (mulberry32). */
const randomFrom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

interface Dice {
  chance: (share: number) => boolean;
  between: (from: number, to: number) => number;
  whole: (from: number, to: number) => number;
  pick: <T>(list: readonly T[]) => T;
  /** Picks one of the alternatives separated by `|`. */
  word: (list: string) => string;
}

const diceOf = (random: Random): Dice => {
  const between = (from: number, to: number) => from + random() * (to - from);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return {
    chance: (share) => random() < share,
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    pick,
    word: (list) => pick(list.split('|')),
  };
};

type Field = 'sheet_number' | 'title' | 'revision' | 'date' | 'scale';

/** A cell of a block: a label, a value of one or more lines, or both. */
interface Entry {
  field: Field | null;
  label: string | null;
  lines: string[];
  size: number;
}

type LabelSide = 'above' | 'left' | 'own-left' | 'own-above' | 'below';

/** What the sheets of an office have in common. */
interface Design {
  words: Words;
  width: number;
  height: number;
  /** `none` is a drawing without a title block. */
  block: 'corner' | 'right' | 'bottom' | 'top-left' | 'none';
  side: LabelSide;
  isRuled: boolean;
  labelSize: number;
  valueSize: number;
  numberSize: number;
  titleSize: number;
  upper: boolean;
  colon: boolean;
  /** Form of numbers and dates. */
  number: (sheet: number) => string;
  date: (day: number, month: number, year: number) => string;
  scale: (denominator: number) => string;
  /** Fields that the block has a cell for, and whether the cell has a label. */
  has: Record<Field, boolean>;
  labelled: Record<Field, boolean>;
  labels: Record<Field | 'project' | 'client' | 'drawn' | 'checked' | 'job' | 'status', string>;
  /** The revision that most sheets of a set have. */
  revision: string;
  table: 'none' | 'down' | 'up';
  order: number[];
}

const SIZES: readonly (readonly [number, number])[] = [
  [3370, 2384],
  [2384, 1684],
  [1684, 1191],
  [1191, 842],
  [842, 595],
  [595, 842],
  [612, 792],
  [792, 612],
  [2592, 1728],
  [3024, 2160],
  [1224, 792],
];

const REVISIONS = 'A|0|B|1|P01|C2|C|2|02';

const NONSENSE = 'abdefgiklmnoprstuvz';
const nonsense = (dice: Dice): string =>
  Array.from({ length: dice.whole(4, 9) }, () => NONSENSE[dice.whole(0, NONSENSE.length - 1)]).join('');

/** Share of labels that no vocabulary knows. */
const UNKNOWN_LABELS = 0.15;

const labelFrom = (dice: Dice, list: string): string =>
  dice.chance(UNKNOWN_LABELS) ? nonsense(dice) : dice.word(list);

const numbering = (dice: Dice): Design['number'] => {
  const letter = dice.word('A|S|E|M|P|C|L|AR|ST|EL|A|S');
  const project = `${dice.whole(12, 2399)}`;
  const forms: Design['number'][] = [
    (sheet) => `${letter}-${100 + sheet}`,
    (sheet) => `${letter}${100 + sheet}`,
    (sheet) => `${letter}${1 + (sheet >> 2)}.${1 + (sheet & 3)}`,
    (sheet) => `${letter}-${String(sheet).padStart(2, '0')}`,
    (sheet) => String(sheet).padStart(2, '0'),
    (sheet) => String(sheet),
    (sheet) => String(100 + sheet),
    (sheet) => `${project}-${letter}-${String(sheet).padStart(3, '0')}`,
    (sheet) => `${project}_${letter}_${String(sheet).padStart(2, '0')}`,
    (sheet) => `${project}-ABC-ZZ-0${sheet % 9}-DR-${letter.charAt(0)}-${1000 + sheet}`,
    (sheet) => `${letter}.${sheet}`,
    (sheet) => `${sheet}.${String(sheet % 7).padStart(2, '0')}`,
    (sheet) => `${project}/${String(sheet).padStart(2, '0')}`,
  ];
  return dice.pick(forms);
};

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split('|');
const two = (value: number): string => String(value).padStart(2, '0');

const dating = (dice: Dice, language: string): Design['date'] => {
  if (language === 'ja' || language === 'zh')
    return dice.chance(0.5) ? (d, m, y) => `${y}年${m}月${d}日` : (d, m, y) => `${y}.${two(m)}.${two(d)}`;
  const forms: Design['date'][] = [
    (d, m, y) => `${two(d)}.${two(m)}.${y}`,
    (d, m, y) => `${two(d)}/${two(m)}/${y}`,
    (d, m, y) => `${two(d)}/${two(m)}/${two(y % 100)}`,
    (d, m, y) => `${y}-${two(m)}-${two(d)}`,
    (d, m, y) => `${two(d)}-${two(m)}-${two(y % 100)}`,
    (_, m, y) => `${two(m)}/${y}`,
    (_, m, y) => `${two(m)}.${y}`,
  ];
  if (language !== 'en') return dice.pick(forms);
  return dice.pick([
    ...forms,
    (d, m, y) => `${MONTHS[m - 1]} ${d}, ${y}`,
    (_, m, y) => `${MONTHS[m - 1]?.toUpperCase()} ${y}`,
    (d, m, y) => `${d} ${MONTHS[m - 1]?.slice(0, 3)} ${y}`,
  ]);
};

const designOf = (dice: Dice, language: string): Design => {
  const words = WORDS[language] as Words;
  const [width, height] = dice.pick(SIZES);
  const isSmall = Math.max(width, height) < 1000;
  const labelSize = dice.between(isSmall ? 4.5 : 5, isSmall ? 7 : 9);
  const valueSize = labelSize * dice.between(0.95, 1.6);
  const isImperial = language === 'en' && dice.chance(0.5);
  const slash = dice.chance(0.15) || (language === 'ja' && dice.chance(0.6));
  const has = (share: number) => dice.chance(share);
  const label = (list: string) => labelFrom(dice, list);
  return {
    words,
    width,
    height,
    block: dice.chance(0.1)
      ? dice.pick(['top-left', 'none'])
      : isSmall
        ? dice.pick(['bottom', 'corner'])
        : dice.pick(['corner', 'right', 'right', 'bottom', 'corner']),
    side: dice.pick(['above', 'above', 'above', 'left', 'left', 'own-left', 'own-above', 'below']),
    isRuled: dice.chance(0.82),
    labelSize,
    valueSize,
    numberSize: valueSize * dice.between(1, dice.chance(0.5) ? 3.4 : 1.5),
    titleSize: valueSize * dice.between(1, dice.chance(0.5) ? 2 : 1.2),
    upper: dice.chance(0.5),
    colon: dice.chance(0.35),
    number: numbering(dice),
    date: dating(dice, language),
    scale: isImperial
      ? (d) => `1/${dice.pick([4, 8])}" = 1'-0"`.replace('1/', d > 100 ? '1/' : '3/')
      : (d) => (slash ? `1/${d}` : dice.chance(0.5) ? `1:${d}` : `1:${d}`),
    has: { sheet_number: has(0.94), title: has(0.96), revision: has(0.55), date: has(0.88), scale: has(0.85) },
    labelled: { sheet_number: has(0.75), title: has(0.65), revision: has(0.95), date: has(0.92), scale: has(0.93) },
    labels: {
      sheet_number: label(words.number),
      title: label(words.title),
      revision: label(words.revision),
      date: label(words.date),
      scale: label(words.scale),
      project: label(words.project),
      client: label(words.client),
      drawn: label(words.drawn),
      checked: label(words.checked),
      job: label(words.job),
      status: label(words.status),
    },
    revision: dice.word(REVISIONS),
    table: dice.pick(['none', 'down', 'down', 'up']),
    order: Array.from({ length: 5 }, () => dice.between(0, 1)),
  };
};

/** Average width of a letter and of a space, in font sizes. */
const EM = 0.53;
const WIDE_EM = 0.98;
const SPACE = 0.28;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const lengthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (letter === ' ' ? SPACE : WIDE.test(letter) ? WIDE_EM : EM) * size, 0);

/** Collects the words and ruled cells of a page. */
class Sheet {
  readonly words: Word[] = [];
  readonly cells: CellBox[] = [];
  readonly texts: string[] = [];

  /** Writes a line with its left end and baseline at a position. */
  write(text: string, x: number, y: number, size: number, angle = 0): void {
    this.texts.push(text);
    const parts = text.split(' ');
    let along = 0;
    for (const word of RIGHT_TO_LEFT.test(text) ? parts.reverse() : parts) {
      const length = lengthOf(word, size);
      const box =
        angle === 0
          ? { x: x + along, y: y - 0.76 * size, width: length, height: 0.94 * size }
          : { x: x - 0.76 * size, y: y - along - length, width: 0.94 * size, height: length };
      if (word !== '') this.words.push({ text: word, ...box, size, angle });
      along += length + SPACE * size;
    }
  }

  rule(left: number, top: number, right: number, bottom: number): void {
    this.cells.push({ left, top, right, bottom });
  }
}

const shown = (text: string, { upper }: Design): string => (upper ? text.toUpperCase() : text);

/** The entries of the block in groups: each is a row of a strip, or a column of a block along the bottom. */
const entriesOf = (dice: Dice, design: Design, sheet: SheetFields): Entry[][] => {
  const { labels, valueSize } = design;
  const small = (field: Field | null, label: string | null, text: string): Entry => ({
    field,
    label,
    lines: [text],
    size: valueSize,
  });
  const field = (name: Field, lines: string[], size: number): Entry[] =>
    design.has[name] ? [{ field: name, label: design.labelled[name] ? labels[name] : null, lines, size }] : [];
  const initials = () => `${dice.pick([...'ABCDEFGHJKLM'])}${dice.pick([...'NOPRSTW'])}`;
  const project: Entry = {
    field: null,
    label: dice.chance(0.7) ? labels.project : null,
    lines: [shown(sheet.project, design)],
    size: valueSize * dice.between(0.9, 1.6),
  };
  const firm: Entry = {
    field: null,
    label: null,
    lines: [sheet.firm, ...(dice.chance(0.6) ? [`${dice.whole(1, 99)} High Street`, '+44 20 7946 0018'] : [])],
    size: valueSize * dice.between(1, 2),
  };
  const title = field('title', sheet.titleLines, design.titleSize);
  const number = field('sheet_number', [sheet.sheet_number], design.numberSize);
  const details: Entry[] = [
    ...field('date', [sheet.date], valueSize),
    ...field('scale', [sheet.scale], valueSize),
    ...field('revision', [sheet.revision], valueSize * dice.between(1, 1.5)),
    ...(dice.chance(0.7) ? [small(null, labels.drawn, initials())] : []),
    ...(dice.chance(0.6) ? [small(null, labels.checked, initials())] : []),
    ...(dice.chance(0.6) ? [small(null, labels.job, sheet.job)] : []),
    ...(dice.chance(0.3) ? [small(null, labels.status, dice.word('P|A|S2|LP5|TENDER|FOR APPROVAL'))] : []),
    ...(dice.chance(0.2) ? [small(null, 'FORMAT', dice.word('A1|A2|A3'))] : []),
    ...(dice.chance(0.2) ? [small(null, null, `1 / ${dice.whole(2, 12)}`)] : []),
  ];
  const rows: Entry[][] = [];
  if (dice.chance(0.85)) rows.push([firm]);
  if (dice.chance(0.8))
    rows.push([
      { field: null, label: dice.chance(0.8) ? labels.client : null, lines: [sheet.client], size: valueSize },
    ]);
  rows.push([project]);
  if (title.length > 0) rows.push(title);
  const shuffled = [...details].sort(
    (a, b) => (design.order[(a.label ?? '').length % 5] ?? 0) - (design.order[(b.label ?? '').length % 5] ?? 0),
  );
  const perRow = dice.whole(2, 4);
  for (let i = 0; i < shuffled.length; i += perRow) rows.push(shuffled.slice(i, i + perRow));
  if (number.length > 0) {
    const at = (design.order[0] ?? 0) < 0.6 ? rows.length - 1 : -1;
    if (at > 0 && (rows[at]?.length ?? 9) < 4) rows[at]?.push(...number);
    else rows.push(number);
  }
  return (design.order[1] ?? 0) < 0.3 ? [...rows.slice(2), ...rows.slice(0, 2)] : rows;
};

/** The values of one sheet. */
interface SheetFields {
  sheet_number: string;
  titleLines: string[];
  revision: string;
  date: string;
  scale: string;
  project: string;
  client: string;
  firm: string;
  job: string;
}

const labelText = (label: string, { upper, colon }: Design): string =>
  `${upper ? label.toUpperCase() : label}${colon ? ':' : ''}`;

/** Space between a frame and its text in points. */
const PAD = 2.5;

/** Draws the frames and the label of a cell; returns where its value starts. */
const drawLabel = (page: Sheet, entry: Entry, box: CellBox, design: Design): { x: number; y: number } => {
  const { left, top, right, bottom } = box;
  const { labelSize, side, isRuled } = design;
  const frame = (...sides: [number, number, number, number]) => isRuled && page.rule(...sides);
  if (!entry.label) {
    frame(left, top, right, bottom);
    return { x: left + PAD, y: top + PAD };
  }
  const label = labelText(entry.label, design);
  const labelWidth = lengthOf(label, labelSize) + 3 * PAD;
  if (side === 'own-left' && right - left > labelWidth * 2) {
    page.write(label, left + PAD, top + PAD + labelSize, labelSize);
    frame(left, top, left + labelWidth, bottom);
    frame(left + labelWidth, top, right, bottom);
    return { x: left + labelWidth + PAD, y: top + PAD };
  }
  if (side === 'own-above' && bottom - top > 3 * labelSize + entry.lines.length * entry.size) {
    page.write(label, left + PAD, top + PAD + labelSize * 0.8, labelSize);
    const middle = top + labelSize + 2 * PAD;
    frame(left, top, right, middle);
    frame(left, middle, right, bottom);
    return { x: left + PAD, y: middle + PAD };
  }
  frame(left, top, right, bottom);
  if (side === 'left' && right - left > labelWidth + lengthOf(entry.lines[0] ?? '', entry.size)) {
    page.write(label, left + PAD, top + PAD + Math.max(labelSize, entry.size), labelSize);
    return { x: left + labelWidth, y: top + PAD };
  }
  if (side === 'below') {
    page.write(label, left + PAD, bottom - PAD, labelSize);
    return { x: left + PAD, y: top + PAD };
  }
  page.write(label, left + PAD, top + PAD + labelSize * 0.8, labelSize);
  return { x: left + PAD, y: top + labelSize + 1.5 * PAD };
};

/** Draws one cell of the block: its frame, its label on the design's side, and its value. */
const drawEntry = (page: Sheet, entry: Entry, box: CellBox, design: Design, dice: Dice): void => {
  const { x, y } = drawLabel(page, entry, box, design);
  const room = box.right - x - PAD;
  const longest = Math.max(...entry.lines.map((line) => lengthOf(line, entry.size)));
  const size = Math.min(entry.size, (entry.size * room) / longest);
  const centred = dice.chance(0.4) ? Math.max(0, (room - (longest * size) / entry.size) / 2) : 0;
  for (const [i, line] of entry.lines.entries()) page.write(line, x + centred, y + (i + 0.85) * 1.15 * size, size);
};

const heightOf = (row: readonly Entry[], { labelSize, side }: Design): number =>
  Math.max(
    ...row.map(
      ({ lines, size, label }) =>
        lines.length * 1.2 * size + (label && side !== 'left' && side !== 'own-left' ? labelSize + 6 : 5),
    ),
  );

/** Draws the title block; returns its area. */
const drawBlock = (page: Sheet, rows: Entry[][], design: Design, dice: Dice): CellBox => {
  const { width, height } = design;
  const margin = dice.between(12, 40);
  const isBottom = design.block === 'bottom';
  const wanted = isBottom
    ? width - 2 * margin
    : design.block === 'right'
      ? dice.between(0.09, 0.17) * width
      : dice.between(0.22, 0.38) * width;
  const wide = Math.min(width - 2 * margin, Math.max(isBottom ? 0 : 170, wanted));
  const columns = isBottom ? 3 : 1;
  const groups = Array.from({ length: columns }, (_, i) =>
    rows.filter((__, at) => Math.floor((at * columns) / rows.length) === i),
  );
  const heights = groups.map((group) => group.reduce((sum, row) => sum + heightOf(row, design), 0));
  const high = Math.max(...heights);
  const isTop = design.block === 'top-left';
  const [left, top] = isTop ? [margin, margin] : [width - margin - wide, height - margin - high];
  for (const [i, group] of groups.entries()) {
    let y = top;
    const stretch = high / (heights[i] ?? high);
    const [from, to] = [left + (i * wide) / columns, left + ((i + 1) * wide) / columns];
    for (const row of group) {
      const rowHeight = heightOf(row, design) * stretch;
      const weights = row.map(({ lines, size, label }) =>
        Math.max(25, lengthOf(label ?? '', design.labelSize) + 8, ...lines.map((line) => lengthOf(line, size) + 8)),
      );
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      let x = from;
      for (const [at, entry] of row.entries()) {
        const share = ((to - from) * (weights[at] ?? 0)) / all;
        drawEntry(page, entry, { left: x, top: y, right: x + share, bottom: y + rowHeight }, design, dice);
        x += share;
      }
      y += rowHeight;
    }
  }
  return { left, top, right: left + wide, bottom: top + high };
};

/** Draws the table of revisions above the block and returns its latest entry; null without entries. */
const drawTable = (
  page: Sheet,
  area: CellBox,
  design: Design,
  dice: Dice,
  entries: { mark: string; date: string }[],
): void => {
  const { labelSize } = design;
  const high = labelSize * 1.7;
  const wide = Math.min(area.right - area.left, 260);
  const left = area.right - wide;
  const widths = [0.14 * wide, 0.28 * wide, 0.58 * wide];
  const heads = [
    design.labels.revision,
    design.labels.date,
    dice.word('DESCRIPTION|Description|Beschreibung|Modification|Remarks'),
  ];
  const rows = [
    ...entries.map(({ mark, date }) => [
      mark,
      date,
      dice.word('ISSUED FOR TENDER|First issue|Door moved|FOR CONSTRUCTION'),
    ]),
    ...Array.from({ length: dice.whole(0, 2) }, () => ['', '', '']),
  ];
  const order = design.table === 'down' ? [heads, ...rows] : [...rows.reverse(), heads];
  for (const [i, row] of order.entries()) {
    const top = area.top - dice.between(0, 1) - (order.length - i) * high;
    let x = left;
    for (const [at, text] of row.entries()) {
      const width = widths[at] ?? 0;
      if (design.isRuled) page.rule(x, top, x + width, top + high);
      if (text !== '')
        page.write(
          text,
          x + 2,
          top + 1.25 * labelSize,
          Math.min(labelSize, (labelSize * (width - 3)) / lengthOf(text, labelSize)),
        );
      x += width;
    }
  }
};

/** A place for a text of the drawing. */
type Place = () => { x: number; y: number };

/** Draws the titles of views, with scales below them and numbers before them. */
const drawHeadings = (page: Sheet, place: Place, size: number, design: Design, dice: Dice): void => {
  for (let i = dice.whole(0, 3); i > 0; i--) {
    const { x, y } = place();
    const large = size * dice.between(1.2, 2);
    const title = shown(dice.word(design.words.drawings), design);
    page.write(dice.chance(0.4) ? `${title} ${dice.pick([...'ABC'])}` : title, x, y, large);
    const scale = design.scale(dice.pick([20, 50, 100]));
    if (dice.chance(0.7))
      page.write(dice.chance(0.4) ? `${design.labels.scale} ${scale}` : scale, x, y + 1.5 * size, size);
    if (dice.chance(0.5)) page.write(String(dice.whole(1, 9)), x - 20, y, large);
  }
};

const TABLE_HEADS = 'Type|Pos.|No|Qty|Size|Date';
const TABLE_VALUES = 'A|1|2.10|F30|12|B2';

const drawSchedule = (page: Sheet, place: Place, size: number, dice: Dice): void => {
  const { x, y } = place();
  const rows = dice.whole(3, 8);
  for (let at = 0; at < 3 * rows; at++) {
    const [left, top] = [x + (at % 3) * 40, y + Math.floor(at / 3) * 12];
    page.rule(left, top, left + 40, top + 12);
    page.write(dice.word(at < 3 ? TABLE_HEADS : TABLE_VALUES), left + 2, top + 9, size);
  }
};

const LETTERING = ['2.40', '1200', '4500', `12'-6"`, '+3.15', '350', 'W1', 'D2', '101', '1', 'A', 'B', 'UP'];
const ROOMS = ['KITCHEN', 'Bad', 'Office', 'Hall', '12.50 m2', 'Bureau', '居室', 'Sala'];

/** Draws what a drawing has besides its block: views, rooms, dimensions, marks, notes, a schedule, a plot stamp. */
const drawViews = (page: Sheet, area: CellBox, design: Design, dice: Dice): void => {
  const { words, width, height, block } = design;
  const right = block === 'right' ? area.left - 20 : width - 40;
  const bottom = block === 'bottom' || block === 'corner' ? area.top - 40 : height - 40;
  const start = block === 'top-left' ? area.bottom + 30 : 40;
  const place: Place = () => ({
    x: dice.between(30, Math.max(60, right - 130)),
    y: dice.between(start, Math.max(start + 20, bottom)),
  });
  const size = dice.between(5, 8);
  const scatter = (most: number, text: () => string): void => {
    for (let i = dice.whole(0, most); i > 0; i--) {
      const { x, y } = place();
      page.write(text(), x, y, size);
    }
  };
  drawHeadings(page, place, size, design, dice);
  scatter(40, () => dice.pick(LETTERING));
  scatter(8, () => dice.pick(ROOMS));
  scatter(4, () => design.number(dice.whole(1, 40)));
  if (dice.chance(0.5)) {
    const { x, y } = place();
    for (const [i, note] of words.notes.split('|').entries())
      page.write(`${i + 1}. ${note}`, x, y + i * 1.3 * size, size);
  }
  if (dice.chance(0.3)) drawSchedule(page, place, size, dice);
  const stamp = `C:\\jobs\\${dice.whole(100, 999)}\\plan.dwg ${design.date(3, 4, 2021)} 10:42:11`;
  if (dice.chance(0.2)) page.write(stamp, 9, height * 0.8, 5, 270);
};

const NOTHING_PRINTED = { sheet_number: null, title: null, revision: null, date: null, scale: null };

/** What a sheet prints; fields that only the table of revisions has may be missing from an answer. */
const printed = (
  { has }: Design,
  fields: SheetFields,
  entries: readonly { mark: string; date: string }[],
): Omit<Truth, 'office' | 'file' | 'page' | 'text_layer'> => {
  const latest = entries.at(-1);
  return {
    sheet_number: has.sheet_number ? fields.sheet_number : null,
    title: has.title ? fields.titleLines.join(' ') : null,
    revision: has.revision ? fields.revision : (latest?.mark ?? null),
    date: has.date ? fields.date : (latest?.date ?? null),
    scale: has.scale ? fields.scale : null,
    accept: {
      ...(!has.revision && { revision: [null] }),
      ...(latest && { date: [...(has.date ? [] : [null]), latest.date] }),
    },
  };
};

const OTHER_TITLES = ['WAREHOUSE', 'OPTION 2', 'KITCHEN', 'Variante B', 'Phase 2', 'HOUSE TYPE C', 'CORE 1'];

/** Draws one sheet of a set; its truth follows from what is printed. */
const drawSheet = (
  dice: Dice,
  design: Design,
  index: number,
  common: Omit<SheetFields, 'sheet_number' | 'titleLines' | 'scale' | 'revision'>,
  office: string,
  language: string,
) => {
  const { words } = design;
  // Some titles name no kind of drawing.
  const kind = shown(dice.chance(0.1) ? dice.pick(OTHER_TITLES) : dice.word(words.drawings), design);
  const place = shown(dice.word(words.places), design);
  const titleLines = dice.pick([[kind], [`${place} ${kind}`], [kind, place], [`${kind} ${place}`], [place]]);
  const entries =
    design.table === 'none'
      ? []
      : Array.from({ length: dice.whole(0, 4) }, (_, i) => ({
          mark: /\d/.test(design.labels.date) ? String(i) : 'ABCDEF'.charAt(i),
          date: design.date(2 + 5 * i, 3 + i, 2022),
        }));
  const fields: SheetFields = {
    ...common,
    sheet_number: design.number(index),
    titleLines,
    revision: entries.at(-1)?.mark ?? (dice.chance(0.7) ? design.revision : dice.word(REVISIONS)),
    scale: dice.chance(0.12) ? dice.word(words.asNoted) : design.scale(dice.pick([10, 20, 50, 100, 200, 500])),
  };
  const page = new Sheet();
  const nothing = { left: design.width, top: design.height, right: design.width, bottom: design.height };
  const isBare = design.block === 'none';
  const area = isBare ? nothing : drawBlock(page, entriesOf(dice, design, fields), design, dice);
  if (design.table !== 'none' && !isBare) drawTable(page, area, design, dice, entries);
  drawViews(page, area, design, dice);
  const truth: Truth = {
    ...{ office, file: office, page: index, text_layer: true },
    ...(isBare ? NOTHING_PRINTED : printed(design, fields, entries)),
  };
  const text: PageText = {
    page: index,
    width: design.width,
    height: design.height,
    words: page.words,
    cells: page.cells,
    text: page.texts.join('\n'),
  };
  return { text, truth, language };
};

/** Generates sets of one to four sheets, each of a design of its own; the languages follow one another. Deterministic. */
export const generatedSets = (count: number, seed: number): GeneratedSet[] =>
  Array.from({ length: count }, (_, i) => {
    const languages = Object.keys(WORDS);
    const language =
      i % 2 === 0
        ? (languages[(i / 2) % languages.length] as string)
        : i % 4 === 1
          ? 'en'
          : (languages[i % languages.length] as string);
    const dice = diceOf(randomFrom(seed * 100_003 + i));
    const design = designOf(dice, language);
    const common = {
      date: design.date(dice.whole(1, 28), dice.whole(1, 12), dice.whole(2005, 2026)),
      project: dice.word(design.words.projects),
      client: dice.word(design.words.clients),
      firm: dice.word(design.words.firms),
      job: `${dice.whole(10, 2600)}${dice.pick(['', '-01', '.00'])}`,
    };
    const count = dice.pick([1, 1, 2, 4]);
    const first = dice.whole(1, 30);
    const sheets = Array.from({ length: count }, (__, at) =>
      drawSheet(dice, design, first + at, common, `generated ${language} ${i}`, language),
    );
    const number = sheets[0]?.truth.sheet_number;
    return {
      pages: sheets.map(({ text }) => text),
      truth: sheets.map(({ truth }) => truth),
      pictures: new Map(),
      file: { filename: dice.chance(0.4) && number && count === 1 ? `${number.replaceAll('/', '-')}.pdf` : 'plan.pdf' },
    };
  });
