import type { Change, LineStyle, TextChange, TextLine } from '../change.ts';
import type { Box } from '../geometry.ts';
import { compareValues } from '../rate/compare-values.ts';
import { meaningOf, meaningOfLine, noteNumber } from '../read/text-meaning.ts';
import type { ComparisonItem, TextMeaning } from '../types.ts';
import { type Form, isLong } from './form-of.ts';
import type { Lengths } from './lengths.ts';
import { leadInCharacters, longTextCharacters, maximumCountedMillimetres, sizeTolerancePoints } from './thresholds.ts';

const names: Record<TextMeaning, string> = {
  dimension: 'Dimension',
  level: 'Level',
  note: 'Note',
  date: 'Date',
  plot_stamp: 'Plot stamp',
  scale: 'Scale',
  revision: 'Revision',
  sheet_number: 'Sheet reference',
  quantity: 'Quantity',
  label: 'Text',
  sign: 'Sign',
};

/** The properties of a line of text that a description uses. */
type DescribedLine = Pick<TextLine, 'text' | 'dimensionLine' | 'tag'>;

const quote = (text: string) => `“${text.length > 90 ? `${text.slice(0, 88).trimEnd()}…` : text}”`;

/** Shortens two long texts to start shortly before their first difference. */
const fromDifference = (before: string, after: string): [string, string] => {
  if (Math.min(before.length, after.length) <= longTextCharacters) return [before, after];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const space = before.lastIndexOf(' ', same - leadInCharacters);
  const start = Math.max(0, space + 1, same - 2 * leadInCharacters);
  return start === 0 ? [before, after] : [`…${before.slice(start)}`, `…${after.slice(start)}`];
};

/** Quotes words; leaves numbers bare. */
const value = (text: string, meaning: TextMeaning) =>
  meaning === 'dimension' || meaning === 'level' || meaning === 'date' ? text : quote(text);

/** Meanings that a value within the text may make more specific. */
const REFINABLE: ReadonlySet<TextMeaning> = new Set(['label', 'quantity', 'sheet_number']);

const bareNumber = /^\d{1,3}$/;

/**
 * Returns the meaning of a changed text whose two sides differ in meaning: a bare number next to a dimension is a
 * dimension too.
 */
const commonMeaning = (
  was: TextMeaning | null,
  is: TextMeaning | null,
  before: string | undefined,
  after: string | undefined,
): TextMeaning => {
  if (!was || !is || was === is) return (is ?? was)!;
  const number = was === 'dimension' ? after : is === 'dimension' ? before : undefined;
  return number !== undefined && bareNumber.test(number) ? 'dimension' : 'label';
};

/** Returns the meaning of a changed text, considering both sides. */
export const changedMeaning = ({ old, new: now }: Pick<TextChange, 'old' | 'new'>): TextMeaning => {
  const [was, is] = [old, now].map((side) => (side ? meaningOfLine(side) : null));
  return commonMeaning(was ?? null, is ?? null, old?.text, now?.text);
};

export const describeText = (change: Pick<TextChange, 'old' | 'new' | 'kind'>, where: string): string => {
  const [before, after] = [change.old?.text, change.new?.text];
  const text = after ?? before ?? '';
  const number = noteNumber(text);
  const agreed = changedMeaning(change);
  const name = agreed === 'note' && number ? `Note ${number}` : names[agreed];
  if (change.kind === 'text_changed' && before !== undefined && after !== undefined) {
    const particular = REFINABLE.has(agreed) ? compareValues(before, after)?.name : undefined;
    const [was, is] = fromDifference(before, after);
    return `${particular ?? name} ${value(was, agreed)} → ${value(is, agreed)} ${where}`;
  }
  const verb = change.kind === 'text_removed' ? 'removed' : 'added';
  return `${name} ${value(text, agreed)} ${verb} ${where}`;
};

export const describeRestyledText = (line: DescribedLine, style: LineStyle, where: string): string => {
  const { text } = line;
  const meaning = meaningOfLine(line);
  return `${names[meaning]} ${value(text, meaning)} ${styles[style]} ${where}`;
};

export const describeMovedText = (line: DescribedLine, way: string, where: string): string => {
  const { text } = line;
  const meaning = meaningOfLine(line);
  return `${names[meaning]} ${value(text, meaning)} moved ${way}, ${where}`;
};

export interface PaperSize {
  widthMm: number;
  heightMm: number;
}

/** Formats a size: real size where the scale is known, else whole millimetres on paper. */
const size = (paper: PaperSize, factor: number | null, lengths: Lengths): string => {
  const { widthMm, heightMm } = paper;
  const long = Math.max(widthMm, heightMm);
  const isLine = isLong(widthMm, heightMm);
  if (factor !== null) {
    // Two digits are as exact as the measurement.
    const say = (mm: number) => lengths.say(mm * factor, mm * factor < 995 ? 2 : 1);
    if (isLine) return `about ${say(long)} long`;
    return `about ${say(widthMm).replace(/ m$/, '')} × ${say(heightMm)}`;
  }
  if (isLine) return `${Math.round(long)} mm long on paper`;
  return `${Math.max(1, Math.round(widthMm))} × ${Math.max(1, Math.round(heightMm))} mm on paper`;
};

/**
 * Returns the quantity of linework: a count for symbols and for objects that their layer names as countable;
 * otherwise, if the scale is known, the length of a line, the perimeter of a rectangle, or the area. Returns null if
 * none applies.
 * @param counted whether the layer names a countable object
 */
export const quantityOf = (
  { widthMm, heightMm }: PaperSize,
  factor: number | null,
  form: Form,
  { unit, squareUnit, millimetres }: Lengths,
  counted = false,
): ComparisonItem['quantity'] | null => {
  const isObject = counted && factor !== null && Math.max(widthMm, heightMm) * factor < maximumCountedMillimetres;
  if (form === 'Symbol' || (isObject && !isLong(widthMm, heightMm))) return { value: 1, unit: 'each' };
  if (factor === null || form === 'Sheet frame') return null;
  const real = (mm: number) => (mm * factor) / millimetres;
  if (form === 'Rectangle') return { value: Number(real(2 * (widthMm + heightMm)).toFixed(2)), unit };
  if (isLong(widthMm, heightMm)) return { value: Number(real(Math.max(widthMm, heightMm)).toFixed(2)), unit };
  return { value: Number((real(widthMm) * real(heightMm)).toFixed(3)), unit: squareUnit };
};

const styles: Record<LineStyle, string> = {
  heavier: 'drawn heavier',
  finer: 'drawn finer',
  dashes: 'drawn with other dashes',
  larger: 'drawn larger',
  smaller: 'drawn smaller',
  filled: 'filled',
  emptied: 'no longer filled',
};

export interface DescribedGraphic {
  kind: 'graphic_added' | 'graphic_removed' | 'graphic_changed' | 'graphic_moved' | 'restyled';
  form: Form;
  paper: PaperSize;
  where: string;
  /** Lines of text inside the linework. */
  lettering?: readonly string[];
  /** The factor of the drawing's scale, 100 for 1:100; null if unknown. */
  factor: number | null;
  lengths: Lengths;
  /** The displacement, for what moved. */
  way?: string | undefined;
  style?: LineStyle | undefined;
  /** The kind of object, if the layer names it: `Door`. */
  object?: string | undefined;
}

/** Describes changed linework, as in `Door symbol added in zone D-8 (about 0.9 × 0.9 m)`. */
export const describeGraphic = ({
  kind,
  form,
  paper,
  where,
  lettering = [],
  factor,
  lengths,
  way,
  style,
  object,
}: DescribedGraphic): string => {
  const isFill = style === 'filled' || style === 'emptied';
  const own = isFill && form !== 'Symbol' ? 'Area' : form;
  const what = object === undefined ? own : `${object} ${own.toLowerCase()}`;
  const verbs = {
    graphic_added: 'added',
    graphic_removed: 'removed',
    graphic_changed: 'redrawn',
    graphic_moved: 'moved',
    restyled: style === undefined ? 'recoloured' : styles[style],
  };
  const shown = lettering.slice(0, 3).map(quote).join(', ') + (lettering.length > 3 ? ' …' : '');
  if (way !== undefined) return `${what} moved ${way}, ${where} (${size(paper, factor, lengths)})`;
  if (form === 'Sheet frame') return `${what} ${verbs[kind]} (${size(paper, null, lengths)})`;
  return `${what}${shown ? ` with ${shown}` : ''} ${verbs[kind]} ${where} (${size(paper, factor, lengths)})`;
};

/**
 * Describes a revision cloud.
 * @param issued the revision table's text for the delta; null if there is none
 * @param empty whether no change was found inside
 */
export const describeCloud = (
  delta: string | undefined,
  issued: string | null,
  where: string,
  empty: boolean,
): string => {
  const named = delta === undefined ? '' : ` with delta ${quote(delta)}`;
  return `Revision cloud${named} added ${where}${empty ? ' around nothing that changed' : ''}${issued === null ? '' : `: ${quote(issued)}`}`;
};

/** Describes a mark-up, as in `Mark-up “verify” added near grid C/4 (red figure)`. */
export const describeMarkup = (
  kind: string,
  { form, colour, text }: NonNullable<Change['markup']>,
  where: string,
): string =>
  `Mark-up${text === '' ? '' : ` ${quote(text)}`} ${kind.slice('markup_'.length)} ${where} (${colour ? `${colour} ` : ''}${form})`;

/** Describes mark-ups of one form, as in `12 mark-ups added (figures: 8 red, 4 blue): “verify”, …`. */
export const describeMarkups = (parts: readonly Pick<Change, 'kind' | 'markup'>[]): string => {
  const [{ kind, markup }] = parts as [Change];
  const said = [...new Set(parts.flatMap((part) => part.markup?.text || []))];
  const list = `${said.slice(0, 3).map(quote).join(', ')}${said.length > 3 ? ', …' : ''}`;
  const colours = Map.groupBy(parts, (part) => part.markup?.colour ?? 'grey');
  const counts = [...colours].sort(([, a], [, b]) => b.length - a.length).map(([name, own]) => `${own.length} ${name}`);
  const verb = kind.slice('markup_'.length);
  return `${parts.length} mark-ups ${verb} (${markup!.form}s: ${counts.join(', ')})${list && `: ${list}`}`;
};

/**
 * Describes repeated graphics, as in `9 symbols of one kind removed (each about 0.25 × 0.22 m)` or `Lines drawn
 * heavier at 8 places`.
 */
export const describeRepeatedGraphics = (
  parts: readonly { kind: string; style?: LineStyle; box: Box }[],
  paper: PaperSize,
  factor: number | null,
  lengths: Lengths,
  object?: string,
): string => {
  const { kind, style } = parts[0]!;
  const named = object === undefined ? '' : `${object.toLowerCase()} `;
  if (style === 'filled' || style === 'emptied') return `Areas ${styles[style]} at ${parts.length} places`;
  if (kind === 'restyled')
    return `${object === undefined ? 'Lines' : `${object} lines`} ${style === undefined ? 'recoloured' : styles[style]} at ${parts.length} places`;
  const verbs: Record<string, string> = { graphic_added: 'added', graphic_removed: 'removed' };
  const verb = (parts.every((part) => part.kind === kind) && verbs[kind]) || 'redrawn';
  const sidesOf = ({ box }: { box: Box }) => [box.width, box.height].sort((a, b) => a - b);
  const [least, most] = sidesOf(parts[0]!);
  const areAlike = parts.every((part) => {
    const [short, long] = sidesOf(part);
    return Math.abs(short! - least!) < sizeTolerancePoints && Math.abs(long! - most!) < sizeTolerancePoints;
  });
  if (!areAlike) return `${object === undefined ? 'Linework' : `${object} linework`} ${verb} at ${parts.length} places`;
  return `${parts.length} ${named}symbols of one kind ${verb} (each ${size(paper, factor, lengths)})`;
};

/**
 * Describes repeated text changes, as in `20 numbers raised by 100: 101 → 201, 102 → 202, …` or `20 texts drawn
 * larger: …`.
 */
export const describeRepeated = (texts: readonly Pick<TextChange, 'old' | 'new'>[], style?: LineStyle): string => {
  if (style !== undefined) {
    const examples = texts.slice(0, 3).map((text) => quote(text.new!.text));
    return `${texts.length} texts ${styles[style]}: ${examples.join(', ')}${texts.length > 3 ? ', …' : ''}`;
  }
  const [added, removed] = [texts.every(({ old }) => !old), texts.every((text) => !text.new)];
  if (added || removed) return describeSeveral(texts, added ? 'added' : 'removed');
  if (texts.some(({ old, new: now }) => !old || !now)) return describeChain(texts);
  const pairs = texts.map(({ old, new: now }) => `${old!.text} → ${now!.text}`);
  const steps = texts.map(({ old, new: now }) => numberIn(now!.text) - numberIn(old!.text));
  const step = steps[0]!;
  const alike = new Set(pairs).size === 1;
  if (alike) return `${pairs.length} times ${pairs[0]}`;
  if (steps.some((other) => other !== step)) return `${pairs.length} texts changed: ${pairs.slice(0, 6).join(', ')}`;
  const way = step > 0 ? 'raised' : 'lowered';
  const what = texts.every((text) => changedMeaning(text) === 'dimension') ? 'dimensions' : 'numbers';
  return `${pairs.length} ${what} ${way} by ${Math.abs(step)}: ${pairs.slice(0, 3).join(', ')}, …`;
};

/** Describes a chain of dimensions that was divided anew, as in `Dimension chain ,90, 6,35 → 2,35, 3,10`. */
const describeChain = (texts: readonly Pick<TextChange, 'old' | 'new'>[]): string => {
  const [before, after] = [texts.flatMap(({ old }) => old ?? []), texts.flatMap((text) => text.new ?? [])];
  // From the left, and from the top.
  const said = [before, after].map((side) =>
    side
      .toSorted((a, b) => a.box.x + a.box.y - b.box.x - b.box.y)
      .map(({ text }) => text)
      .join(', '),
  );
  return `Dimension chain ${said.join(' → ')}`;
};

/** Describes texts added, or removed, for one reason. */
const describeSeveral = (texts: readonly Pick<TextChange, 'old' | 'new'>[], verb: 'added' | 'removed'): string => {
  const lines = texts.map(({ old, new: now }) => (now ?? old)!.text);
  const kinds = new Set(lines);
  if (kinds.size === 1) return `${quote(lines[0]!)} ${verb} at ${lines.length} places`;
  if (lines.every((line) => /^\d{1,2}$/.test(line))) {
    const numbers = lines.map(Number).sort((a, b) => a - b);
    return `Numbers ${numbers[0]} to ${numbers.at(-1)} ${verb}`;
  }
  const what = texts.every((text) => changedMeaning(text) === 'dimension') ? 'dimensions' : 'texts';
  return `${lines.length} ${what} ${verb}: ${[...kinds].slice(0, 8).join(', ')}${kinds.size > 8 ? ', …' : ''}`;
};

/** Describes an object by its changed dimensions, the largest first. */
export const describeResized = (texts: readonly Pick<TextChange, 'old' | 'new'>[], where: string): string => {
  const largest = (text: Pick<TextChange, 'old' | 'new'>) => numberIn(text.new?.text ?? text.old!.text) || 0;
  const pairs = [...texts]
    .sort((a, b) => largest(b) - largest(a))
    .map(({ old, new: now }) => (old && now ? `${old.text} → ${now.text}` : (now ?? old)!.text));
  const said = [...new Set(pairs)];
  const list = `${said.slice(0, 5).join(', ')}${said.length > 5 ? ', …' : ''}`;
  return `${said.length === 1 ? 'Dimension' : 'Dimensions'} ${list}, with the linework measured, ${where}`;
};

/** Describes texts moved together, as in `6 dimensions moved 270 mm to the lower left: 45.09, 8.87, 72.44, …`. */
export const describeRepeatedMoves = (texts: readonly Pick<TextChange, 'old' | 'new'>[], way: string): string => {
  const what = texts.every((text) => changedMeaning(text) === 'dimension') ? 'dimensions' : 'texts';
  const examples = texts
    .slice(0, 3)
    .map(({ old, new: now }) => (old && old.text !== now!.text ? `${old.text} → ${now!.text}` : now!.text));
  return `${texts.length} ${what} moved ${way}: ${examples.join(', ')}${texts.length > 3 ? ', …' : ''}`;
};

const numberIn = (text: string): number => Number(/\d+/.exec(text)?.[0] ?? Number.NaN);

export type ViewKind = 'view_added' | 'view_removed' | 'view_moved' | 'view_rescaled';

export const isView = (kind: string): kind is ViewKind => kind.startsWith('view_');

/** @param way the displacement as described by {@link describeMove}; null if it did not move */
export const describeView = (kind: ViewKind, name: string | undefined, way: string | null, where: string): string => {
  const view = name === undefined ? 'Part of the drawing' : `View ${quote(name)}`;
  const verb = kind.slice('view_'.length);
  return way === null ? `${view} ${verb} ${where}` : `${view} ${verb} ${way}, ${where}`;
};

export const describeRow = (kind: 'row_added' | 'row_removed', key: string | undefined, where: string): string =>
  `Row${key === undefined ? '' : ` ${quote(key)}`} ${kind === 'row_added' ? 'added' : 'removed'} ${where}`;

/** Describes the changed cells of a row, as in `Door schedule, D105, FIRE RATING: 45 → 90 MIN`. */
export const describeCells = (
  cells: readonly { text: Pick<TextChange, 'old' | 'new'> | null; heading?: string }[],
  { table, name }: { table?: string | null; name?: string },
  where: string,
): string => {
  const said = cells.map(({ text, heading }) => {
    const [before, after] = [text?.old?.text, text?.new?.text];
    const change =
      before === undefined
        ? `${quote(after!)} added`
        : after === undefined
          ? `${quote(before)} removed`
          : fromDifference(before, after).join(' → ');
    return heading === undefined ? change : `${heading}: ${change}`;
  });
  const row = [table, name].filter(Boolean).join(', ');
  const list = `${said.slice(0, 4).join('; ')}${said.length > 4 ? ` and ${said.length - 4} more` : ''}`;
  const place = table ? '' : ` ${where}`;
  if (row === '') return `Table ${list}${place}`;
  return cells[0]!.heading === undefined ? `${row}: ${list}${place}` : `${row}, ${list}${place}`;
};

/** Describes an added or removed column, or a new order of rows. */
export const describeTable = (
  kind: 'rows_moved' | 'column_added' | 'column_removed',
  { name, heading, count }: { name?: string; heading?: string; count?: number },
  where: string,
): string => {
  if (kind !== 'rows_moved') return `Column ${quote(name!)} ${kind.slice('column_'.length)} ${where}`;
  if (heading !== undefined) return `Rows sorted by ${heading} ${where}`;
  return name === undefined ? `${count} rows in another order ${where}` : `Row ${quote(name)} moved ${where}`;
};

export const isTableKind = (kind: string): kind is 'rows_moved' | 'column_added' | 'column_removed' =>
  kind === 'rows_moved' || kind.startsWith('column_');

const directions = ['right', 'lower right', 'down', 'lower left', 'left', 'upper left', 'up', 'upper right'] as const;

/** Describes a displacement, as in `0.60 m to the upper left`; on paper, as in `12 mm …`, if the scale is unknown. */
export const describeMove = (dxMm: number, dyMm: number, scale: number | null, lengths: Lengths): string => {
  const way = directions[(Math.round(Math.atan2(dyMm, dxMm) / (Math.PI / 4)) + 8) % 8]!;
  const paper = Math.hypot(dxMm, dyMm);
  const direction = way === 'up' ? 'upwards' : way === 'down' ? 'downwards' : `to the ${way}`;
  return `${scale ? lengths.say(paper * scale) : `${Math.round(paper)} mm`} ${direction}`;
};

/** Returns the factor of a drawing scale: 100 for `1:100`, 48 for `1/4" = 1'-0"`; null if none is stated. */
export const scaleFactor = (text: string): number | null => {
  // Numbers of land registers and times of day have colons, too: `50:21:0140116`, `11:30`.
  const ratio = /(?<![\d:.,])1\s*:\s*(\d+(?:\.\d+)?)(?![\d:])/.exec(text);
  if (ratio) return Number(ratio[1]);
  const imperial = /(\d+)\s*(?:\/\s*(\d+))?\s*["”″]\s*=\s*(\d+)\s*['’′](?:\s*-?\s*(\d+)\s*["”″])?/.exec(text);
  if (!imperial) return null;
  const [, top, bottom = '1', feet, inches = '0'] = imperial;
  const paper = Number(top) / Number(bottom);
  const real = Number(feet) * 12 + Number(inches);
  return paper > 0 && real > 0 ? real / paper : null;
};

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Returns the single changes of a group; a row or a view is one change whatever its parts. */
export const singleChanges = (item: ComparisonItem): readonly ComparisonItem[] =>
  (item.kind === 'group' || item.kind === 'title_block') && item.parts ? item.parts : [item];

/** The names of what changed, one and several, and the verb, where they follow from the kind alone. */
const tallied: Partial<Record<ComparisonItem['kind'], string>> = {
  title_block: 'title block entry|title block entries|changed',
  text_moved: 'text|texts|moved',
  cloud_added: 'revision cloud|revision clouds|added',
  markup_added: 'mark-up|mark-ups|added',
  markup_removed: 'mark-up|mark-ups|removed',
  repeated: 'repeated change|repeated changes|made',
  rows_moved: 'table|tables|reordered',
  graphic_moved: 'drawing element|drawing elements|moved',
  graphic_changed: 'drawing element|drawing elements|redrawn',
};

/** Returns the entry of {@link tallied} for an item; null if it is not counted. */
const tallyOf = ({ kind, meaning, new_text, old_text }: ComparisonItem): string | null => {
  if (tallied[kind] !== undefined) return tallied[kind];
  const verb = kind.endsWith('_added') ? 'added' : kind.endsWith('_removed') ? 'removed' : 'changed';
  if (kind.startsWith('row_')) return `row|rows|${verb}`;
  if (kind.startsWith('column_')) return `column|columns|${verb}`;
  if (isView(kind)) return `view|views|${kind.slice('view_'.length)}`;
  if (kind === 'restyled')
    return new_text === undefined ? 'drawing element|drawing elements|restyled' : 'text|texts|resized';
  if (kind.startsWith('graphic')) return `drawing element|drawing elements|${verb}`;
  if (!kind.startsWith('text')) return null;
  const known = meaning ?? meaningOf(new_text ?? old_text ?? '');
  const name = ['dimension', 'level', 'note', 'quantity'].includes(known) ? known : 'text';
  return `${name}|${name === 'quantity' ? 'quantities' : `${name}s`}|${verb}`;
};

/** Counts the kinds of change in a list: `3 dimensions changed, 1 note removed, 2 drawing elements added`. */
export const tally = (items: readonly ComparisonItem[]): string => {
  const counts = new Map<string, number>();
  for (const item of items.flatMap(singleChanges)) {
    const name = tallyOf(item);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([key, n]) => {
      const [one, many, verb] = key.split('|') as [string, string, string];
      return `${plural(n, one, many)} ${verb}`;
    })
    .join(', ');
};

/** @param counts the objects of both sheets by their name */
export const describeRedrawn = (
  parts: readonly ComparisonItem[],
  counts: readonly (readonly [name: string, older: number, newer: number])[] = [],
): string => {
  const said = counts.map(([name, older, newer]) => `${name} ${older} → ${newer}`).join(', ');
  const changes = `${plural(parts.flatMap(singleChanges).length, 'change')}: ${tally(parts)}`;
  return `Sheet redrawn with ${changes}${said ? `; ${said}` : ''}`;
};
