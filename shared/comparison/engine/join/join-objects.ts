import type { Word } from '../../../domain/page-text.ts';
import { type Change, combine, hasWord, type TextLine, textOf, withPart } from '../change.ts';
import { cluster } from '../cluster.ts';
import { minimumInsideShare } from '../differ/thresholds.ts';
import { type Box, centre, contains, distance, gaps, overlapArea, type Point, union, wayOf } from '../geometry.ts';
import { mayMeasure, meaningOf } from '../read/text-meaning.ts';
import {
  displacementTolerancePoints,
  maximumChainPoints,
  maximumEndDistanceTextHeights,
  maximumFillPiecePoints,
  maximumLabelTextHeights,
  maximumLeaderGapPoints,
  maximumLeaderPoints,
  maximumLineBreadthPoints,
  maximumMarkTextHeights,
  maximumMeasuredPoints,
  maximumNamedPoints,
  maximumPieceGapPoints,
  maximumRemovedGapPoints,
  maximumReplacedPoints,
  maximumTitleRowPoints,
  maximumViewGapPoints,
  minimumAlikeChanges,
  minimumInkPlaces,
  minimumRemovedDimensions,
} from './thresholds.ts';

const sizeOf = ({ text }: Change): number => (text?.new ?? text?.old)?.size ?? 0;
const isDimension = (change: Change): boolean =>
  change.text !== null && (meaningOf(textOf(change)) === 'dimension' || textOf(change).split(' ').every(mayMeasure));

/** Whether a text is a single letter, as on a north arrow or in a bubble. */
const isLetter = (change: Change): boolean => /^\p{L}$/u.test(textOf(change));

/** Replaces the changes of each group by their combination. */
const combineGroups = (changes: readonly Change[], groups: readonly Change[][]): Change[] => {
  const joined = new Set(groups.flat());
  return [...changes.filter((change) => !joined.has(change)), ...groups.map((group) => combine('repeated', group))];
};

/** Joins an added or removed label with the linework beside it, such as an entry of a legend or a detail circle. */
const joinLabels = (changes: readonly Change[]): Change[] => {
  const taken = new Set<Change>();
  const replaced = new Map<Change, Change>();
  for (const label of changes) {
    const side =
      label.kind === 'text_added' ? 'graphic_added' : label.kind === 'text_removed' ? 'graphic_removed' : null;
    if (!side || !(hasWord(label) || isLetter(label)) || isDimension(label)) continue;
    const beside = changes.filter(
      ({ kind, box, name }) =>
        kind === side &&
        name === undefined &&
        Math.max(box.width, box.height) <= maximumNamedPoints &&
        distance(box, label.box) <= maximumLabelTextHeights * sizeOf(label),
    );
    const others = changes.filter(
      (other) =>
        other !== label &&
        /^text_(added|removed)$/.test(other.kind) &&
        beside.some(({ box }) => distance(box, other.box) < 2),
    );
    if (beside.length === 0 || others.length > 0 || beside.some((graphic) => replaced.has(graphic))) continue;
    if (beside.length > 1) {
      // A note with several leaders.
      for (const graphic of beside) taken.add(graphic);
      replaced.set(label, { ...label, box: [label, ...beside].map(({ box }) => box).reduce(union) });
      continue;
    }
    const graphic = beside[0]!;
    taken.add(label);
    replaced.set(graphic, { ...graphic, box: union(graphic.box, label.box), name: textOf(label) });
  }
  return changes.filter((change) => !taken.has(change)).map((change) => replaced.get(change) ?? change);
};

/** The unit of a bare value; the wording around the values of a statement; otherwise what the text is: a name. */
const frameOf = (change: Change): string =>
  isValue(change)
    ? /[°%]|$/.exec(textOf(change))![0]
    : /\d/.test(textOf(change))
      ? textOf(change).replace(/\d+([.,/:-]\d+)*/g, '#')
      : 'name';

const isValue = (change: Change): boolean => /\d/.test(textOf(change)) && !hasWord(change) && textOf(change).length > 1;

/**
 * Whether an added text may replace a removed one: a value another value nearby, a statement the same one with other values,
 * a name another one that touches it.
 */
const mayReplace = (old: Change, now: Change): boolean => {
  const away = distance(old.text!.box, now.text!.box);
  const [was, is] = [frameOf(old), frameOf(now)];
  if (isValue(old) && isValue(now)) return away <= (was === is ? maximumReplacedPoints : maximumChainPoints);
  return was === is && hasWord(old) && hasWord(now) && away <= (was === 'name' ? 0 : maximumReplacedPoints);
};

/** Joins a removed text with the added one that replaces it to a changed text, if no other could be it. */
const joinReplaced = (changes: readonly Change[]): Change[] => {
  const of = (kind: Change['kind']) =>
    changes.filter((change) => change.kind === kind && (isValue(change) || hasWord(change)));
  const [removed, added] = [of('text_removed'), of('text_added')];
  const taken = new Set<Change>();
  const joined = removed.flatMap((old): Change[] => {
    const [now, ...rest] = added.filter((other) => mayReplace(old, other));
    if (!now || rest.length > 0 || removed.some((other) => other !== old && mayReplace(other, now))) return [];
    taken.add(old).add(now);
    return [
      {
        ...{ kind: 'text_changed', box: union(old.box, now.box) },
        text: {
          kind: 'text_changed',
          old: old.text!.old,
          new: now.text!.new,
          box: union(old.text!.box, now.text!.box),
        },
        ...{ addedInk: old.addedInk + now.addedInk, removedInk: old.removedInk + now.removedInk },
      },
    ];
  });
  return [...changes.filter((change) => !taken.has(change)), ...joined];
};

const isLevel = ({ width, height }: Box): boolean => width > height;

/** Returns the free space between two boxes along and across one of them. */
const offsets = (dimension: Box, other: Box): { along: number; across: number } => {
  const { x, y } = gaps(dimension, other);
  return isLevel(dimension) ? { along: x, across: y } : { along: y, across: x };
};

const lengthAlong = (dimension: Box, box: Box): number => (isLevel(dimension) ? box.width : box.height);

/** Whether a dimension lies within a small object, as its size. */
const isSizeOf = (dimension: Box, linework: Box): boolean =>
  Math.max(linework.width, linework.height) <= maximumNamedPoints &&
  overlapArea(dimension, linework) >= minimumInsideShare * dimension.width * dimension.height;

/** Whether a dimension measures linework: it lies within a small object, or beside linework that ends with it. */
const measures = (dimension: Box, linework: Box): boolean => {
  const { along, across } = offsets(dimension, linework);
  return (
    isSizeOf(dimension, linework) ||
    (along <= maximumMeasuredPoints &&
      across <= maximumMeasuredPoints &&
      lengthAlong(dimension, linework) <= lengthAlong(dimension, dimension) + 2 * maximumMeasuredPoints)
  );
};

/** Whether two dimensions are a chain, or one is a part of the other. */
const areOfOneChain = (one: Box, other: Box): boolean => {
  if (isLevel(one) !== isLevel(other)) return false;
  const { along, across } = offsets(one, other);
  return along <= maximumMeasuredPoints && across <= maximumChainPoints;
};

const isChangedDimension = (change: Change): boolean => change.kind === 'text_changed' && isDimension(change);
const isLinework = ({ kind }: Change): boolean => kind.startsWith('graphic_');

/**
 * Whether changed dimensions and linework are an object in another size: nothing that stayed is named within it, and several
 * of its dimensions changed, or the only one is written into it. Otherwise a dimension is a change beside others.
 */
const isResized = (parts: readonly Change[], kept: readonly Word[]): boolean => {
  const [dimensions, linework] = [parts.filter(isChangedDimension), parts.filter(isLinework)];
  const whole = parts.map(({ box }) => box).reduce(union);
  if (kept.some((word) => /\p{L}{2}/u.test(word.text) && contains(whole, centre(word)))) return false;
  return dimensions.length > 1 || linework.some(({ box }) => isSizeOf(dimensions[0]!.box, box));
};

/**
 * Joins changed dimensions with the linework that they measure: an object that was made larger or smaller.
 * @param kept the unchanged words of the newer sheet
 */
const joinResized = (changes: readonly Change[], kept: readonly Word[]): Change[] => {
  const nodes = changes.filter((change) => isChangedDimension(change) || isLinework(change));
  const groups = cluster(nodes, (a, b) => {
    const [one, other] = [isChangedDimension(a), isChangedDimension(b)];
    if (one && other) return areOfOneChain(a.box, b.box);
    return one ? measures(a.box, b.box) : other ? measures(b.box, a.box) : false;
  }).filter((group) => group.some(isChangedDimension) && group.some(isLinework));
  const objects = cluster(
    groups.map((group) => combine('resized', group)),
    (a, b) => distance(a.box, b.box) <= maximumMeasuredPoints,
  )
    .map((group) => group.flatMap(({ parts }) => parts!))
    .filter((parts) => isResized(parts, kept));
  return absorbResized(changes, objects);
};

/** Adds further linework of a resized object to it, and joins its parts. */
const absorbResized = (changes: readonly Change[], objects: readonly Change[][]): Change[] => {
  const own = new Set(objects.flat());
  const left = new Set(changes.filter((change) => !own.has(change)));
  const joined = objects.map((object) => {
    const parts = [...object];
    const whole = parts.map(({ box }) => box).reduce(union);
    for (const change of left) {
      const { box } = change;
      const isSmaller = box.width < whole.width && box.height < whole.height + 2 * maximumMeasuredPoints;
      const isThin = Math.min(box.width, box.height) <= maximumLineBreadthPoints;
      const reach = isThin ? maximumViewGapPoints : maximumMeasuredPoints;
      if (!isLinework(change) || !isSmaller || distance(whole, box) > reach) continue;
      left.delete(change);
      parts.push(change);
    }
    return combine('resized', parts);
  });
  return [...joined, ...left];
};

const areNear = (a: Point, b: Point): boolean =>
  Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < displacementTolerancePoints;

/** The displacement of the middle of a text. */
const textWay = ({ text }: Change): Point => wayOf(text!.old!.box, text!.new!.box);

/** Whether the former places of two texts are lines or entries of one block, such as a tag with its values. */
const areOfOneBlock = (one: Change, other: Change): boolean =>
  distance(one.text!.old!.box, other.text!.old!.box) <= maximumLabelTextHeights * sizeOf(one);

/** Groups texts that moved alike: several or equal ones anywhere, or those of one block, also if one of them changed as well. */
const groupMovedTexts = (changes: readonly Change[]): Change[][] => {
  const moved = changes.filter(({ kind }) => kind === 'text_moved');
  const groups = cluster(moved, (a, b) => areNear(textWay(a), textWay(b)));
  const changed = changes.filter(({ kind }) => kind === 'text_changed');
  return groups.flatMap((group) => {
    const areEqual = group.length > 1 && new Set(group.map(textOf)).size === 1;
    if (areEqual || group.length >= minimumAlikeChanges) return [group];
    const block = [
      ...changed.filter(
        (one) => areNear(textWay(one), textWay(group[0]!)) && group.some((other) => areOfOneBlock(one, other)),
      ),
      ...group,
    ];
    return cluster(block, areOfOneBlock).filter((own) => own.length > 1);
  });
};

/** Joins texts that moved alike. */
const joinMovedTexts = (changes: readonly Change[]): Change[] => {
  const groups = groupMovedTexts(changes);
  const taken = new Set(groups.flat());
  const moved = groups.map(
    (group): Change => ({
      ...combine('repeated', group),
      from: group.map(({ text }) => text!.old!.box).reduce(union),
    }),
  );
  return [...changes.filter((change) => !taken.has(change)), ...moved];
};

/** Whether linework is the mark of a text, at its former or its present place: around the text or, if small, beside it. */
const isMarkOf = (change: Change, { box }: Change): boolean =>
  [change.text!.old, change.text!.new].some((line) => {
    if (!line) return false;
    if (overlapArea(line.box, box) >= minimumInsideShare * line.box.width * line.box.height) return true;
    const isSmall = Math.min(box.width, box.height) <= maximumMarkTextHeights * sizeOf(change);
    return isSmall && distance(line.box, box) <= maximumLabelTextHeights * line.size;
  });

/** Whether linework belongs to a text: the mark of a moved text or a level, or a short line added or removed with a text. */
const isAttached = (change: Change, linework: Change): boolean => {
  const { kind, box } = linework;
  const went = change.kind.slice(5) === kind.slice(8);
  if (change.kind === 'text_moved') return isMarkOf(change, linework);
  if (meaningOf(textOf(change)) === 'level' && (went || change.kind === 'text_changed'))
    return isMarkOf(change, linework);
  const isLine = Math.min(box.width, box.height) <= maximumLineBreadthPoints;
  return isLine && went && distance(change.text!.box, box) <= maximumLeaderGapPoints;
};

/** Adds marks and short lines to the text that they belong to: level marks, extension lines, underlines, leaders. */
const absorbLeaders = (changes: readonly Change[]): Change[] => {
  const texts = new Map(
    changes.filter(({ kind }) => /^text_(added|removed|moved|changed)$/.test(kind)).map((text) => [text, text]),
  );
  const rest = changes.filter((change) => {
    if (texts.has(change)) return false;
    const { kind, box } = change;
    if (!kind.startsWith('graphic_') || Math.max(box.width, box.height) > maximumLeaderPoints) return true;
    const own = [...texts].find(([text]) => isAttached(text, change));
    if (!own) return true;
    const whole = own[1];
    const isFormer = kind === 'graphic_removed' && whole.kind === 'text_moved';
    texts.set(own[0], { ...withPart(whole, change), ...(isFormer && { box: whole.box }) });
    return false;
  });
  return [...rest, ...texts.values()];
};

/**
 * Groups ink that is neither lines nor words, where much of it was removed: mark-ups or a layer. Symbols are one change, and
 * the outlines around them another one.
 */
const groupInk = (changes: readonly Change[]): Change[][] => {
  const isSymbol = ({ box }: Change) => Math.max(box.width, box.height) <= maximumNamedPoints;
  const all = changes.filter((change) => change.isInk && change.kind.startsWith('graphic_'));
  const gone = all.filter(({ kind }) => kind === 'graphic_removed');
  if (gone.length < minimumInkPlaces || gone.length < 0.9 * all.length) return [];
  const [symbols, outlines] = [gone.filter(isSymbol), gone.filter((change) => !isSymbol(change))];
  // Where it crosses other lines, it only recoloured them.
  const inks = new Set(gone.flatMap(({ ink }) => ink ?? []));
  const crossed = changes.filter(({ ink, kind }) => kind === 'restyled' && ink !== undefined && inks.has(ink));
  return [[...symbols, ...crossed], outlines].filter(({ length }) => length > 1);
};

const area = /^\d[\d.,]*\s*(m²|m2|sf|sq\.?\s*ft)$/i;
const isMeaning = (meaning: string): boolean => /^(scale|area|level)$/.test(meaning);

const endsOf = (change: Change): { x: number; y: number }[] => {
  const { x, y, width, height } = (change.text!.new ?? change.text!.old)!.dimensionLine ?? change.box;
  return isLevel({ x, y, width, height })
    ? [
        { x, y: y + height / 2 },
        { x: x + width, y: y + height / 2 },
      ]
    : [
        { x: x + width / 2, y },
        { x: x + width / 2, y: y + height },
      ];
};

/** Whether the lines of two dimensions are parallel and end at the same extension line, as a chain and its total do. */
const areStacked = (one: Change, other: Change): boolean => {
  const [a, b] = [one, other].map(({ text }) => (text!.new ?? text!.old)!.dimensionLine);
  if (!a || !b || isLevel(a) !== isLevel(b) || offsets(a, b).across > maximumChainPoints) return false;
  const spans = [a, b].map(({ x, y, width, height }) => (isLevel(a) ? [x, x + width] : [y, y + height]));
  const tolerance = maximumEndDistanceTextHeights * sizeOf(one);
  return spans[0]!.some((end) => spans[1]!.some((level) => Math.abs(end - level) <= tolerance));
};

/** Whether two lengths without lines stand one below the other, as width and height of an object. */
const areSizes = (one: Change, other: Change): boolean => {
  const [a, b] = [one, other].map(({ text }) => (text!.new ?? text!.old)!) as [TextLine, TextLine];
  if (a.dimensionLine || b.dimensionLine || a.angle !== b.angle) return false;
  const { x, y } = gaps(a.box, b.box);
  const [along, across] = a.angle % 180 === 0 ? [x, y] : [y, x];
  return along < 0 && across <= a.size;
};

/** Whether two dimensions have an end in common, as parts of one chain or the sides of one object, or stand in one row. */
const doMeet = (one: Change, other: Change): boolean =>
  areSizes(one, other) ||
  areInRow(one, other) ||
  areStacked(one, other) ||
  endsOf(one).some((a) =>
    endsOf(other).some((b) => Math.hypot(a.x - b.x, a.y - b.y) <= maximumEndDistanceTextHeights * sizeOf(one)),
  );

/** Whether the numbers of two dimensions stand in one row along their direction, as those of a chain do. */
const areInRow = (one: Change, other: Change): boolean => {
  const [a, b] = [one, other].map(({ text }) => (text!.new ?? text!.old)!) as [TextLine, TextLine];
  if (a.angle !== b.angle || Math.abs(a.size - b.size) > 0.1 * a.size) return false;
  const [p, q] = [centre(a.box), centre(b.box)];
  const { x, y } = gaps(a.box, b.box);
  const [across, along] = a.angle % 180 === 0 ? [p.y - q.y, x] : [p.x - q.x, y];
  return Math.abs(across) < 0.3 * a.size && along <= maximumChainPoints;
};

/** Groups texts added, or removed, for one reason: areas of rooms, scales, numbered steps. */
const groupTexts = (changes: readonly Change[], kind: 'text_added' | 'text_removed'): Change[][] => {
  const texts = changes.filter((change) => change.kind === kind);
  const alike = Map.groupBy(texts, (change) => (area.test(textOf(change)) ? 'area' : meaningOf(textOf(change))));
  const numbers = cluster(
    texts.filter((change) => /^\d{1,2}$/.test(textOf(change))),
    (a, b) => distance(a.box, b.box) <= maximumChainPoints && Math.abs(sizeOf(a) - sizeOf(b)) < 1,
  ).filter((group) => {
    const values = group.map((change) => Number(textOf(change)));
    return new Set(values).size >= minimumAlikeChanges && Math.max(...values) - Math.min(...values) < values.length + 2;
  });
  return [
    ...[...alike]
      .filter(
        ([meaning, { length }]) => isMeaning(meaning) && length >= (meaning === 'scale' ? 2 : minimumAlikeChanges),
      )
      .map(([, group]) => group),
    ...numbers,
  ];
};

/** Whether a text stands for a length that is not known. */
const isUnknown = (change: Change): boolean => textOf(change) === '?';

/** A value with its name, as in `A:1.15`. */
const namedValue = /^\p{L}+\s*[:=]\s*[+-]?\d/u;

/** Groups values with names that changed in one tag. */
const groupTagValues = (changes: readonly Change[]): Change[][] =>
  cluster(
    changes.filter(
      ({ kind, text }) =>
        kind === 'text_changed' && [text!.old, text!.new].every((line) => namedValue.test(line!.text)),
    ),
    areOfOneBlock,
  ).filter((group) => group.length > 1);

/** Groups dimensions of one chain, and all removed ones if a drawing lost its dimensions. */
const groupChains = (changes: readonly Change[], grouped: ReadonlySet<Change>): Change[][] => {
  const dimensions = changes.filter(
    (change) =>
      /^text_(added|removed|changed)$/.test(change.kind) &&
      (isDimension(change) || isUnknown(change)) &&
      !grouped.has(change),
  );
  const removed = dimensions.filter(({ kind }) => kind === 'text_removed');
  const drawings = cluster(removed, (a, b) => distance(a.box, b.box) <= maximumRemovedGapPoints);
  const lost = drawings.filter(({ length }) => length >= minimumRemovedDimensions);
  const chains = cluster(
    dimensions.filter((change) => !lost.flat().includes(change)),
    // A chain that is divided anew has other numbers in its row.
    (a, b) => (a.kind === b.kind ? a.kind !== 'text_changed' && doMeet(a, b) : areInRow(a, b)),
  ).filter((group) => group.length > 1 && group.some(isDimension));
  return [...lost, ...chains];
};

/** Groups changed entries of one row in the title block, such as the numbers of a scale bar. */
const groupRows = (changes: readonly Change[], inTitleBlock: (box: Box) => boolean): Change[][] =>
  cluster(
    changes.filter(({ kind, box }) => kind === 'text_changed' && inTitleBlock(box)),
    (a, b) =>
      Math.abs(centre(a.box).y - centre(b.box).y) < 0.5 * sizeOf(a) && gaps(a.box, b.box).x < maximumTitleRowPoints,
  ).filter((group) => group.length > 1);

/** Adds small pieces of linework to a filled symbol beside them: where the fill crosses other lines. */
const absorbFills = (changes: readonly Change[]): Change[] => {
  const fills = new Map(
    changes.filter(({ style }) => style === 'filled' || style === 'emptied').map((fill) => [fill, fill]),
  );
  const rest = changes.filter((change) => {
    if (fills.has(change)) return false;
    const kind = change.kind === 'graphic_added' ? 'filled' : change.kind === 'graphic_removed' ? 'emptied' : null;
    if (!kind || Math.max(change.box.width, change.box.height) > maximumFillPiecePoints) return true;
    const beside = [...fills].find(
      ([, { style, box }]) => style === kind && distance(box, change.box) < maximumPieceGapPoints,
    );
    if (!beside) return true;
    const [key, whole] = beside;
    fills.set(key, withPart(whole, change));
    return false;
  });
  return [...rest, ...fills.values()];
};

/** Joins parts of the drawing without a title that moved alike. */
export const joinMovedParts = (moved: readonly Change[]): Change[] => {
  const wayOf = ({ from, box }: Change) => ({ x: box.x - from!.x, y: box.y - from!.y });
  const isPart = ({ kind, name, from }: Change) => kind === 'view_moved' && name === undefined && from !== undefined;
  const groups = cluster(moved.filter(isPart), (a, b) => {
    const [one, other] = [wayOf(a), wayOf(b)];
    return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) < displacementTolerancePoints;
  });
  return [
    ...moved.filter((change) => !isPart(change)),
    ...groups.map((group) => ({
      ...group[0]!,
      box: group.map(({ box }) => box).reduce(union),
      from: group.map(({ from }) => from!).reduce(union),
    })),
  ];
};

/**
 * Joins changes to objects as an estimator counts them.
 * @param inTitleBlock whether a box lies in the title block
 * @param kept the unchanged words of the newer sheet
 */
export const joinObjects = (
  all: readonly Change[],
  inTitleBlock: (box: Box) => boolean,
  kept: readonly Word[] = [],
): Change[] => {
  const open = all.filter(({ box }) => !inTitleBlock(box));
  const drawn = joinMovedTexts(absorbLeaders(joinResized(joinReplaced(joinLabels(absorbFills(open))), kept)));
  const changes = [...drawn, ...all.filter(({ box }) => inTitleBlock(box))];
  const texts = [...groupTexts(drawn, 'text_added'), ...groupTexts(drawn, 'text_removed')];
  const groups = [
    ...texts,
    ...groupChains(drawn, new Set(texts.flat())),
    ...groupTagValues(drawn),
    ...groupRows(changes, inTitleBlock),
    ...groupInk(drawn),
  ];
  return combineGroups(changes, groups);
};
