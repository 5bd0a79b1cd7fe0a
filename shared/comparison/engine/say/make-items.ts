import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { isHollow } from '../differ/hollow.ts';
import { marksIn } from '../differ/marks.ts';
import { besideInkGreys } from '../differ/thresholds.ts';
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
import type { ComparisonItem } from '../types.ts';
import {
  changedMeaning,
  describeCells,
  describeCloud,
  describeGraphic,
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
import { describeObject } from './describe-object.ts';
import { type Form, formOf } from './form-of.ts';
import { type LayerObject, objectOn } from './layer-objects.ts';
import { lengthsOf } from './lengths.ts';
import { Locator } from './location.ts';
import { fractions, place, round } from './place.ts';
import { reportedWords } from './reported-words.ts';
import { revisionText } from './revision-text.ts';
import { Scales } from './scales.ts';
import type { SheetObjects } from './sheet-objects.ts';
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

export const makeItems = (
  newer: SheetSource,
  found: Findings,
  { scale, number }: { scale: string | null; number: string | null },
): ComparisonItem[] => {
  const { sheets, clouds, marks, moved, titleBlock, layers, objects } = found;
  const changes = markTags(found.changes, number, titleBlock);
  const locator = new Locator(newer.text, titleBlock);
  const isReported = reportedWords(changes);
  const [known, expected] = [new Spellings(newer.text.words), new Spellings(moved)];
  const printed = new Scales(newer.text.words, scale, titleBlock);
  const lengths = lengthsOf(objects?.isImperial ?? false);
  const factorAt = (box: Box): number | null => objects?.scaleAt(box) ?? printed.at(box);

  const displacementText = (from: Box, to: Box): string => {
    const { x, y } = wayOf(from, to);
    return describeMove(x * millimetresPerPoint, y * millimetresPerPoint, factorAt(to), lengths);
  };
  const describe = (
    change: Change,
    { lettering, where, form, object }: { lettering: string[]; where: string; form: Form; object?: LayerObject },
  ): string => {
    const { box, kind, text } = change;
    if (kind === 'row_changed') return describeCells(change.parts ?? [change], change, where);
    if (text && kind === 'text_moved')
      return describeMovedText(text.new!, displacementText(text.old!.box, text.new!.box), where);
    if (text && change.style) return describeRestyledText(text.new!, change.style, where);
    if (text) return describeText(text, where);
    if (kind === 'row_added' || kind === 'row_removed') return describeRow(kind, change.name, where);
    if (isTableKind(kind)) return describeTable(kind, change, where);
    if (isView(kind)) {
      // A view moves on the paper, not in the building.
      const { x, y } = change.from ? wayOf(change.from, box) : { x: 0, y: 0 };
      const onPaper = describeMove(x * millimetresPerPoint, y * millimetresPerPoint, null, lengths);
      const way = change.from && kind === 'view_moved' ? onPaper : null;
      return describeView(kind, change.name, way, where);
    }
    if (kind === 'cloud_added') {
      const issued = change.name === undefined ? null : revisionText(newer.text.words, change.name, titleBlock);
      return describeCloud(change.name, issued, where, countInside(change, changes, clouds) === 0);
    }
    if (kind === 'resized')
      return describeResized(
        change.parts!.flatMap((part) => part.text ?? []),
        where,
      );
    if (kind === 'repeated' && change.parts![0]!.text === null) {
      const [first] = change.parts!;
      return describeRepeatedGraphics(
        change.parts!,
        paperSize(first!.box),
        factorAt(first!.box),
        lengths,
        object?.name,
      );
    }
    if (kind === 'repeated' && change.from)
      return describeRepeatedMoves(
        change.parts!.map((part) => part.text!),
        displacementText(change.from, box),
      );
    if (kind === 'repeated')
      return describeRepeated(
        change.parts!.map((part) => part.text!),
        change.parts![0]!.style,
      );
    return describeGraphic({
      kind: kind as 'graphic_added',
      paper: paperSize(box),
      ...{ form, where, lettering },
      factor: factorAt(box),
      lengths,
      way: kind === 'graphic_moved' ? displacementText(change.from!, box) : undefined,
      style: change.style,
      object: object?.name,
    });
  };

  const toItem = (change: Change): ComparisonItem => {
    const { box, kind, text, from, parts } = change;
    const inTitleBlock = titleBlock !== null && contains(titleBlock, centre(box));
    const [oldText, newText] = [text?.old?.text, text?.new?.text];
    const meaning = text ? changedMeaning(text) : undefined;
    const listed = kind === 'resized' ? 'graphic_changed' : kind;
    const partItems = parts?.map(toItem);
    const isCloud = kind === 'cloud_added';
    const isGraphic = kind.startsWith('graphic_') || (kind === 'restyled' && text === null);
    const form = isGraphic ? formOf(change, marks, sheets) : 'Linework';
    const [words, others] = kind === 'graphic_removed' ? [moved, known] : [newer.text.words, expected];
    const inside = isGraphic ? changedWords(change, words, others, marks, sheets) : [];
    const lettering = linesOf(inside);
    const ownTexts = [oldText, newText, change.name, ...lettering].filter((said) => said !== undefined);
    const at = inTitleBlock || form === 'Sheet frame' || change.table ? null : (objects?.placeOf(box) ?? null);
    const where =
      form === 'Sheet frame'
        ? 'the whole sheet'
        : change.table
          ? `in “${change.table}”`
          : at?.phrase || locator.locate(box, ownTexts);
    const origin = from ?? (kind === 'text_moved' ? text?.old?.box : undefined);
    const partTexts = parts?.flatMap((part) => part.text?.new?.text ?? part.text?.old?.text ?? []) ?? [];
    const layersHere =
      inTitleBlock || isCloud ? [] : layers.at(kind === 'repeated' ? parts![0]!.box : box, sides[kind]);
    const trade =
      inTitleBlock || isCloud
        ? null
        : (tradeOf([...ownTexts, ...partTexts].join(' · ')) ?? tradeOfValues(oldText, newText) ?? tradeOn(layersHere));
    const covered = (parts ?? [change]).every((part) => isClouded(part, clouds));
    const object = isGraphic || (kind === 'repeated' && text === null) ? objectAmong(layersHere) : undefined;
    const hollow = kind.startsWith('graphic_') && form === 'Linework' && isHollow(change, sheets.density);
    const amount =
      kind.startsWith('graphic_') && !hollow
        ? quantityOf(paperSize(box), factorAt(box), form, lengths, object?.counted)
        : countOf(change);
    const byObject =
      objects && !inTitleBlock
        ? describeObject(change, {
            ...{ objects, lengths, where, marks, sheets },
            factor: factorAt(box),
            wayTo: displacementText,
            object: object?.name,
          })
        : null;
    const quantity = byObject?.quantity ?? amount;
    const dimension =
      text && meaning === 'dimension' && !inTitleBlock ? objects?.dimensionAt(text.new?.box ?? box) : null;
    return {
      description:
        byObject?.description ??
        describe(change, {
          lettering: linesOf(inside.filter((word) => !isReported(word))),
          ...{ where, form },
          ...(object && { object }),
        }),
      ...(kind === 'row_changed' && !inTitleBlock
        ? rateGroup((parts ?? [change]).map(rateCell))
        : partItems && isRatedByParts(change) && !inTitleBlock
          ? rateGroup(partItems)
          : rate({
              kind: listed,
              oldText,
              newText,
              ...(meaning === undefined ? {} : { meaning }),
              inTitleBlock,
              widthMm: box.width * millimetresPerPoint,
              heightMm: box.height * millimetresPerPoint,
              lettering: [...lettering, ...partTexts].join(' '),
              outline: hollow ? 'hollow' : outlines[form],
            })),
      ...place(box, newer, sheets),
      kind: inTitleBlock ? 'title_block' : (byObject?.kind ?? listed),
      place: (form === 'Symbol' || kind.endsWith('_moved') ? at?.place : at?.phrase) || where,
      ...(at?.view && { view: at.view }),
      ...(dimension && { ends: { from: shareOf(dimension.from, newer), to: shareOf(dimension.to, newer) } }),
      ...(byObject?.trade ?? trade),
      ...(layersHere.length === 0 ? {} : { layer: layersHere[0]!.layer }),
      confidence: confidenceOf(change, sheets),
      ...(origin === undefined ? {} : { original_box: fractions(origin, newer.text.width, newer.text.height) }),
      ...(clouds.length === 0 || isCloud ? {} : { clouded: covered }),
      ...(isCloud ? { encloses: countInside(change, changes, clouds) } : {}),
      ...(quantity && { quantity }),
      ...(oldText === undefined ? {} : { old_text: oldText }),
      ...(newText === undefined ? {} : { new_text: newText }),
      ...(meaning === undefined ? {} : { meaning }),
      ...(partItems && { parts: sortItems(partItems) }),
    };
  };

  return sortItems(changes.map(toItem));
};

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

const inkIn = (picture: Uint8Array, { width, height, density }: AlignedSheets, box: Box): number => {
  let count = 0;
  const [right, bottom] = [
    Math.min(width, (box.x + box.width) * density),
    Math.min(height, (box.y + box.height) * density),
  ];
  for (let y = Math.max(0, Math.floor(box.y * density)); y < bottom; y++)
    for (let x = Math.max(0, Math.floor(box.x * density)); x < right; x++)
      if (picture[y * width + x]! < besideInkGreys) count++;
  return count;
};

const linesOf = (words: readonly Word[]): string[] =>
  findLines(words)
    .map((line) => line.text)
    .filter((text) => /[\p{L}\p{N}]/u.test(text));

/** Returns a confidence (0..1) from the amount of ink, the agreement of the text layer and the alignment. */
const confidenceOf = (change: Change, sheets: AlignedSheets): number => {
  if (change.kind === 'view_moved' || change.kind === 'view_rescaled') return 0.9;
  const ink = change.addedInk + change.removedInk;
  const evidence = 1 - Math.exp(-ink / (12 * sheets.density));
  const fit = 0.5 + 0.5 * sheets.alignment.confidence;
  return round(Math.min(0.99, (change.text ? 0.6 + 0.4 * evidence : 0.3 + 0.7 * evidence) * fit), 2);
};
