import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Change, inkOf, type TextChange } from '../change.ts';
import { isHollow } from '../differ/hollow.ts';
import { inkIn } from '../differ/ink-in.ts';
import { marksIn } from '../differ/marks.ts';
import { type Box, centre, contains, inflate, type Point, wayOf } from '../geometry.ts';
import type { FoundChanges } from '../join/found-changes.ts';
import { countInside, isClouded } from '../join/join-clouds.ts';
import { compareValues } from '../rate/compare-values.ts';
import { tradeOfLayer } from '../rate/layer-trades.ts';
import { type RatedFacts, rate, rateGroup } from '../rate/rate.ts';
import { tradeOf, tradeOfDivision } from '../rate/trades.ts';
import type { ChangedLayers } from '../read/changed-layers.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import { Spellings } from '../read/spellings.ts';
import { findLines } from '../read/text-lines.ts';
import type { ComparisonItem, TextMeaning } from '../types.ts';
import {
  changedMeaning,
  describeCells,
  describeCloud,
  describeGraphic,
  describeMarkup,
  describeMarkups,
  describeMove,
  describeMovedText,
  describeRepeated,
  describeRepeatedGraphics,
  describeRepeatedMoves,
  describeResized,
  describeRestyledText,
  describeRow,
  describeTable,
  describeText,
  describeView,
  isTableKind,
  isView,
  quantityOf,
} from './describe.ts';
import { describeObject, type ObjectWording } from './describe-object.ts';
import { type Form, formOf } from './form-of.ts';
import { type LayerObject, objectOn } from './layer-objects.ts';
import { type Lengths, lengthsOf } from './lengths.ts';
import { Locator } from './location.ts';
import { fractions, place, round } from './place.ts';
import { reportedWords } from './reported-words.ts';
import { revisionText } from './revision-text.ts';
import { Scales } from './scales.ts';
import type { ObjectPlace, SheetObjects } from './sheet-objects.ts';
import { sortItems } from './sort-items.ts';
import { markTags } from './tags.ts';
import { minimumObjectShare, minimumTradeShare, minimumWordInkShare } from './thresholds.ts';

const millimetresPerPoint = 25.4 / 72;

export interface Findings extends FoundChanges {
  sheets: AlignedSheets;
  /** The older sheet's words in coordinates of the newer sheet. */
  moved: readonly Word[];
  titleBlock: Box | null;
  layers: ChangedLayers;
  /** Null where the sheets are not drawn with lines. */
  objects: SheetObjects | null;
}

const paperSize = ({ width, height }: Box) => ({
  widthMm: width * millimetresPerPoint,
  heightMm: height * millimetresPerPoint,
});

/** The sheet that alone contains the added or removed content. */
const sides: Partial<Record<Change['kind'], 'older' | 'newer'>> = {
  ...{ graphic_added: 'newer', text_added: 'newer', view_added: 'newer' },
  ...{ graphic_removed: 'older', text_removed: 'older', view_removed: 'older' },
};

const outlines: Partial<Record<Form, RatedFacts['outline']>> = { Rectangle: 'rectangle', 'Sheet frame': 'sheet' };

/** What the sheets show about a change, which its item states. */
interface Circumstances {
  inTitleBlock: boolean;
  meaning: TextMeaning | undefined;
  form: Form;
  /** Whether it is linework around unchanged paper. */
  hollow: boolean;
  /** Its words, apart from those of a text layer that other changes report, and all of them. */
  unreported: string[];
  lettering: string[];
  /** The texts of its parts. */
  partTexts: string[];
  at: ObjectPlace | null;
  where: string;
  layersHere: ReturnType<ChangedLayers['at']>;
  object: LayerObject | undefined;
  trade: ReturnType<typeof tradeOf>;
}

/** Describes, rates and locates the changes of one sheet. */
class ItemMaker {
  readonly #newer: SheetSource;
  readonly #found: Findings;
  readonly #changes: readonly Change[];
  readonly #locator: Locator;
  readonly #isReported: (word: Word) => boolean;
  readonly #known: Spellings;
  readonly #expected: Spellings;
  readonly #printed: Scales;
  readonly #lengths: Lengths;

  constructor(newer: SheetSource, found: Findings, scale: string | null, number: string | null) {
    const { titleBlock, moved, objects } = found;
    [this.#newer, this.#found] = [newer, found];
    this.#changes = markTags(found.changes, number, titleBlock);
    this.#locator = new Locator(newer.text, titleBlock);
    this.#isReported = reportedWords(this.#changes);
    [this.#known, this.#expected] = [new Spellings(newer.text.words), new Spellings(moved)];
    this.#printed = new Scales(newer.text.words, scale, titleBlock);
    this.#lengths = lengthsOf(objects?.isImperial ?? false);
  }

  items(): ComparisonItem[] {
    return sortItems(this.#changes.map((change) => this.#itemOf(change)));
  }

  #factorAt(box: Box): number | null {
    return this.#found.objects?.scaleAt(box) ?? this.#printed.at(box);
  }

  #displacement(from: Box, to: Box): string {
    const { x, y } = wayOf(from, to);
    return describeMove(x * millimetresPerPoint, y * millimetresPerPoint, this.#factorAt(to), this.#lengths);
  }

  #layersAt({ kind, box, parts }: Change): ReturnType<ChangedLayers['at']> {
    return this.#found.layers.at(kind === 'repeated' ? parts![0]!.box : box, sides[kind]);
  }

  /** Returns the words inside the ink of a change that belong to it. */
  #wordsIn(change: Change): Word[] {
    const { marks, sheets, moved } = this.#found;
    return change.kind === 'graphic_removed'
      ? changedWords(change, moved, this.#known, marks, sheets)
      : changedWords(change, this.#newer.text.words, this.#expected, marks, sheets);
  }

  #circumstancesOf(change: Change): Circumstances {
    const { marks, sheets, titleBlock } = this.#found;
    const { box, kind, text, parts } = change;
    const inTitleBlock = titleBlock !== null && contains(titleBlock, centre(box));
    const isGraphic = kind.startsWith('graphic_') || (kind === 'restyled' && text === null);
    const form = isGraphic ? formOf(change, marks, sheets) : 'Linework';
    const inside = isGraphic ? this.#wordsIn(change) : [];
    const lettering = linesOf(inside);
    const [oldText, newText] = [text?.old?.text, text?.new?.text];
    const ownTexts = [oldText, newText, change.name, ...lettering].filter((said) => said !== undefined);
    const partTexts = parts?.flatMap((part) => part.text?.new?.text ?? part.text?.old?.text ?? []) ?? [];
    const isNoLinework = kind === 'cloud_added' || [change, ...(parts ?? [])].some(({ markup }) => markup);
    const hasLayers = !inTitleBlock && !isNoLinework;
    const layersHere = hasLayers ? this.#layersAt(change) : [];
    return {
      ...{ inTitleBlock, form, lettering, partTexts, layersHere },
      ...this.#placeOf(change, form, inTitleBlock, ownTexts),
      meaning: text ? changedMeaning(text) : undefined,
      hollow: kind.startsWith('graphic_') && form === 'Linework' && isHollow(change, sheets.density),
      unreported: linesOf(inside.filter((word) => !this.#isReported(word))),
      object: isGraphic || (kind === 'repeated' && text === null) ? objectAmong(layersHere) : undefined,
      trade: hasLayers
        ? (tradeOf([...ownTexts, ...partTexts].join(' · ')) ?? tradeOfValues(oldText, newText) ?? tradeOn(layersHere))
        : null,
    };
  }

  #placeOf(
    { box, table }: Change,
    form: Form,
    inTitleBlock: boolean,
    ownTexts: readonly string[],
  ): Pick<Circumstances, 'at' | 'where'> {
    const isWhole = form === 'Sheet frame';
    const at = inTitleBlock || isWhole || table ? null : (this.#found.objects?.placeOf(box) ?? null);
    if (isWhole) return { at, where: 'the whole sheet' };
    return { at, where: table ? `in “${table}”` : at?.phrase || this.#locator.locate(box, ownTexts) };
  }

  #describe(change: Change, about: Circumstances): string {
    const { box, kind, text, parts } = change;
    const { where } = about;
    if (kind === 'row_changed') return describeCells(parts ?? [change], change, where);
    if (text && kind === 'text_moved')
      return describeMovedText(text.new!, this.#displacement(text.old!.box, text.new!.box), where);
    if (text && change.style) return describeRestyledText(text.new!, change.style, where);
    if (text) return describeText(text, where);
    if (kind === 'row_added' || kind === 'row_removed') return describeRow(kind, change.name, where);
    if (isTableKind(kind)) return describeTable(kind, change, where);
    if (isView(kind)) return describeView(kind, change.name, this.#wayOnPaper(change), where);
    if (kind === 'cloud_added') return this.#describeCloud(change, where);
    if (change.markup) return describeMarkup(kind, change.markup, where);
    const texts = parts?.flatMap((part) => part.text ?? []) ?? [];
    if (kind === 'resized') return describeResized(texts, where);
    if (kind === 'repeated') return this.#describeRepeated(change, texts, about.object?.name);
    return describeGraphic({
      kind: kind as 'graphic_added',
      paper: paperSize(box),
      ...{ form: about.form, where, lettering: about.unreported },
      factor: this.#factorAt(box),
      lengths: this.#lengths,
      way: kind === 'graphic_moved' ? this.#displacement(change.from!, box) : undefined,
      style: change.style,
      object: about.object?.name,
    });
  }

  /** A view moves on the paper, not in the building. */
  #wayOnPaper({ kind, from, box }: Change): string | null {
    if (!from || kind !== 'view_moved') return null;
    const { x, y } = wayOf(from, box);
    return describeMove(x * millimetresPerPoint, y * millimetresPerPoint, null, this.#lengths);
  }

  #describeCloud(cloud: Change, where: string): string {
    const { name } = cloud;
    const issued = name === undefined ? null : revisionText(this.#newer.text.words, name, this.#found.titleBlock);
    return describeCloud(name, issued, where, countInside(cloud, this.#changes, this.#found.clouds) === 0);
  }

  #describeRepeated({ from, parts }: Change, texts: readonly TextChange[], object: string | undefined): string {
    const first = parts![0]!;
    if (first.markup) return describeMarkups(parts!);
    if (first.text === null)
      return describeRepeatedGraphics(parts!, paperSize(first.box), this.#factorAt(first.box), this.#lengths, object);
    const { old, new: now } = texts.at(-1)!;
    return from && old && now
      ? describeRepeatedMoves(texts, this.#displacement(old.box, now.box))
      : describeRepeated(texts, first.style);
  }

  /** Describes a change by the object of the drawing that it changes; null without one. */
  #byObject(change: Change, { inTitleBlock, where, object }: Circumstances): ObjectWording | null {
    const { objects, marks, sheets } = this.#found;
    if (change.mark !== undefined) return this.#byMark(change, where);
    if (!objects || inTitleBlock) return null;
    return describeObject(change, {
      ...{ objects, lengths: this.#lengths, where, marks, sheets },
      factor: this.#factorAt(change.box),
      wayTo: (from, to) => this.#displacement(from, to),
      object: object?.name,
    });
  }

  /** Describes a change of a section line or of the mark of a detail. */
  #byMark({ mark, kind, from, box }: Change, where: string): ObjectWording {
    const done = kind === 'graphic_moved' ? `moved ${this.#displacement(from!, box)},` : kind.slice('graphic_'.length);
    return { description: `${mark} ${done} ${where}`, quantity: { value: 1, unit: 'each' } };
  }

  #quantityOf(change: Change, { form, hollow, object }: Circumstances): ComparisonItem['quantity'] | null {
    const { kind, box } = change;
    return kind.startsWith('graphic_') && !hollow
      ? quantityOf(paperSize(box), this.#factorAt(box), form, this.#lengths, object?.counted)
      : countOf(change);
  }

  #rate(change: Change, about: Circumstances, parts: readonly ComparisonItem[] | undefined): ReturnType<typeof rate> {
    const { kind, text } = change;
    const { inTitleBlock, meaning, form, hollow } = about;
    if (kind === 'row_changed' && !inTitleBlock) return rateGroup((change.parts ?? [change]).map(rateCell));
    if (parts && isRatedByParts(change) && !inTitleBlock) return rateGroup(parts);
    return rate({
      kind: listedKind(change),
      oldText: text?.old?.text,
      newText: text?.new?.text,
      ...(meaning === undefined ? {} : { meaning }),
      inTitleBlock,
      ...paperSize(change.box),
      lettering: [...about.lettering, ...about.partTexts].join(' '),
      outline: hollow ? 'hollow' : outlines[form],
    });
  }

  /** The ends of a changed dimension and what it was and is. */
  #textFields({ text, box }: Change, { meaning, inTitleBlock }: Circumstances): Partial<ComparisonItem> {
    if (!text) return {};
    const dimension =
      meaning === 'dimension' && !inTitleBlock ? this.#found.objects?.dimensionAt(text.new?.box ?? box) : null;
    return {
      ...(dimension && {
        ends: { from: shareOf(dimension.from, this.#newer), to: shareOf(dimension.to, this.#newer) },
      }),
      ...(text.old && { old_text: text.old.text }),
      ...(text.new && { new_text: text.new.text }),
      ...(meaning !== undefined && { meaning }),
    };
  }

  #cloudFields(change: Change): Partial<ComparisonItem> {
    const { clouds } = this.#found;
    if (change.kind === 'cloud_added') return { encloses: countInside(change, this.#changes, clouds) };
    return clouds.length === 0 ? {} : { clouded: (change.parts ?? [change]).every((part) => isClouded(part, clouds)) };
  }

  #itemOf(change: Change): ComparisonItem {
    const { box, kind, text, from } = change;
    const about = this.#circumstancesOf(change);
    const { at, where, layersHere } = about;
    const parts = change.parts?.map((part) => this.#itemOf(part));
    const byObject = this.#byObject(change, about);
    const quantity = byObject?.quantity ?? this.#quantityOf(change, about);
    const origin = from ?? (kind === 'text_moved' ? text?.old?.box : undefined);
    const { width, height } = this.#newer.text;
    // The line of a changed dimension may be as long as the sheet.
    const isNumber = kind === 'text_changed' && about.meaning === 'dimension';
    return {
      description: byObject?.description ?? this.#describe(change, about),
      ...this.#rate(change, about, parts),
      ...place(isNumber ? text!.box : box, this.#newer, this.#found.sheets),
      kind: about.inTitleBlock ? 'title_block' : (byObject?.kind ?? listedKind(change)),
      place: (about.form === 'Symbol' || kind.endsWith('_moved') ? at?.place : at?.phrase) || where,
      ...(at?.view && { view: at.view }),
      ...(byObject?.trade ?? about.trade),
      ...(layersHere.length > 0 && { layer: layersHere[0]!.layer }),
      confidence: confidenceOf(change, this.#found.sheets),
      ...(origin && { original_box: fractions(origin, width, height) }),
      ...this.#cloudFields(change),
      ...(quantity && { quantity }),
      ...this.#textFields(change, about),
      ...(parts && { parts: sortItems(parts) }),
    };
  }
}

const listedKind = ({ kind }: Change): Exclude<Change['kind'], 'resized'> =>
  kind === 'resized' ? 'graphic_changed' : kind;

/** Describes the changes of a sheet, most important first. */
export const makeItems = (
  newer: SheetSource,
  found: Findings,
  { scale, number }: { scale: string | null; number: string | null },
): ComparisonItem[] => new ItemMaker(newer, found, scale, number).items();

/** Returns a position in fractions of its page. */
const shareOf = ({ x, y }: Point, { text: { width, height } }: SheetSource): Point => ({
  x: round(x / width, 6),
  y: round(y / height, 6),
});

/** Whether a change is as important as its parts: an object made larger, texts added or removed. */
const isRatedByParts = ({ kind, parts }: Change): boolean =>
  kind === 'resized' || (kind === 'repeated' && parts!.every((part) => /^text_(added|removed)$/.test(part.kind)));

/** Rates a changed cell by its value, with the unit or meaning that the heading of its column may add. */
const rateCell = ({ text, heading }: Change): ReturnType<typeof rate> => {
  const kind = text!.old === null ? 'text_added' : text!.new === null ? 'text_removed' : 'text_changed';
  const sides = [text!.old?.text, text!.new?.text];
  // One of both may lack the unit.
  const unit = sides.flatMap((side) => /^\d[\d.,]*(\s?\p{L}+)$/u.exec(side ?? '')?.[1] ?? [])[0] ?? '';
  const spelt = ['', heading ?? ''].map((context) => {
    const [oldText, newText] = sides.map(
      (side) => side && `${context} ${/^\d[\d.,]*$/.test(side) ? side + unit : side}`.trim(),
    );
    return rate({
      ...{ kind, inTitleBlock: false, widthMm: 0, heightMm: 0 },
      ...(oldText && { oldText }),
      ...(newText && { newText }),
    });
  });
  return spelt.reduce((one, other) => (other.difference_rating > one.difference_rating ? other : one));
};

/**
 * Returns the trade by the layers of a change, where words do not name one; layers of notes and dimensions name none.
 */
const tradeOn = (on: ReturnType<ChangedLayers['at']>): ReturnType<typeof tradeOf> => {
  for (const { layer, share } of on) {
    const trade = share < minimumTradeShare ? null : tradeOfLayer(layer);
    if (trade) return trade;
  }
  return null;
};

/** Returns the trade of a changed value: concrete for a concrete class. */
const tradeOfValues = (before: string | undefined, after: string | undefined): ReturnType<typeof tradeOf> => {
  const division = before && after ? compareValues(before, after)?.division : undefined;
  return division === undefined ? null : tradeOfDivision(division);
};

const objectAmong = (on: ReturnType<ChangedLayers['at']>): LayerObject | undefined => {
  const [first] = on;
  return first && first.share >= minimumObjectShare ? (objectOn(first.layer) ?? undefined) : undefined;
};

/** Counts rows and repeated changes; null for other kinds. */
const countOf = ({ kind, parts }: Change): ComparisonItem['quantity'] | null => {
  if (kind === 'repeated') return { value: parts!.length, unit: 'each' };
  return kind.startsWith('row_') ? { value: 1, unit: 'each' } : null;
};

/** Returns the words inside changed ink that belong to the change, excluding unchanged text of both sheets. */
const changedWords = (
  { box, kind }: Change,
  words: readonly Word[],
  others: Spellings,
  marks: Uint8Array,
  sheets: AlignedSheets,
): Word[] => {
  const { older, newer, density } = sheets;
  const other = kind === 'graphic_removed' ? newer : older;
  return words.filter((word) => {
    if (!contains(inflate(box, 1), centre(word))) return false;
    const region = marksIn(marks, sheets, word);
    const least = minimumWordInkShare * word.width * word.height * density * density;
    if (region.added + region.removed <= least) return false;
    if (kind === 'restyled') return true;
    // The text layer may contain a word that a mask hides.
    return !others.at(word, { x: 0, y: 0 }, 0.45 * word.size) || inkIn(other, sheets, word) < least;
  });
};

const linesOf = (words: readonly Word[]): string[] =>
  findLines(words)
    .map((line) => line.text)
    .filter((text) => /[\p{L}\p{N}]/u.test(text));

/** Returns a confidence (0..1) from the amount of ink, the agreement of the text layer and the alignment. */
const confidenceOf = (change: Change, sheets: AlignedSheets): number => {
  if (change.kind === 'view_moved' || change.kind === 'view_rescaled') return 0.9;
  const evidence = 1 - Math.exp(-inkOf(change) / (12 * sheets.density));
  const fit = 0.5 + 0.5 * sheets.alignment.confidence;
  return round(Math.min(0.99, (change.text ? 0.6 + 0.4 * evidence : 0.3 + 0.7 * evidence) * fit), 2);
};
