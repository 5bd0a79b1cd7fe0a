import {
  type DrawnBox,
  type DrawnMatrix,
  grow,
  iou,
  overlaps,
  roundBox,
  transformBox,
  unionOf,
} from './drawing-geometry.ts';
import type { Element, Primitive, TextPrimitive } from './primitives.ts';
import type { EditKind } from './sheet-edits.ts';

/** An item that a comparison of the two versions should report; boxes in points of the page, origin top left. */
export interface TruthItem {
  kind: 'text_change' | 'text_added' | 'text_removed' | 'text_moved' | 'graphic_added' | 'graphic_removed';
  /** the requested change */
  change: EditKind;
  /** id of the element on the sheet */
  element: string;
  old?: string;
  new?: string;
  /** where it is, or would be, on the first version and on the second */
  box_v1: DrawnBox;
  box_v2: DrawnBox;
  in_title_block: boolean;
}

const isText = (p: Primitive): p is TextPrimitive => p.type === 'text';
const words = (primitives: readonly Primitive[]): string =>
  primitives
    .filter(isText)
    .map((p) => p.text)
    .join(' ');
const same = (a: Primitive, b: Primitive): boolean => JSON.stringify(a) === JSON.stringify(b);

interface Found {
  kind: TruthItem['kind'];
  old?: string;
  new?: string;
  before: DrawnBox;
  after: DrawnBox;
}

const inkOf = (primitives: readonly Primitive[]): DrawnBox => grow(unionOf(primitives.map((p) => p.box)), 0.36);

/** Compares two states of one element. A moved element counts twice, at its old and its new position. */
const compare = (before: Element | undefined, after: Element | undefined): Found[] => {
  const former = (before?.primitives ?? []).filter((p) => !after?.primitives.some((q) => same(p, q)));
  const drawn = (after?.primitives ?? []).filter((p) => !before?.primitives.some((q) => same(p, q)));
  const removed = (): Found => {
    const box = inkOf(former);
    return former.every(isText)
      ? { kind: 'text_removed', old: words(former), before: box, after: box }
      : { kind: 'graphic_removed', before: box, after: box };
  };
  const added = (): Found => {
    const box = inkOf(drawn);
    return drawn.every(isText)
      ? { kind: 'text_added', new: words(drawn), before: box, after: box }
      : { kind: 'graphic_added', before: box, after: box };
  };
  if (former.length === 0 && drawn.length === 0) return [];
  if (drawn.length === 0) return [removed()];
  if (former.length === 0) return [added()];
  const [was, is] = [inkOf(former), inkOf(drawn)];
  if (former.every(isText) && drawn.every(isText)) {
    if (words(former) === words(drawn) && iou(was, is) < 0.5) {
      return [{ kind: 'text_moved', old: words(former), new: words(drawn), before: was, after: is }];
    }
    const box = unionOf([was, is]);
    return [{ kind: 'text_change', old: words(former), new: words(drawn), before: box, after: box }];
  }
  return [removed(), added()];
};

/** Returns the ground truth for two lists of elements: every difference, with the change that caused it. */
export const truthOf = (
  before: readonly Element[],
  after: readonly Element[],
  changeOf: ReadonlyMap<string, EditKind>,
  titleBlock: DrawnBox,
  matrix: DrawnMatrix,
): TruthItem[] => {
  const old = new Map(before.map((e) => [e.id, e]));
  const current = new Map(after.map((e) => [e.id, e]));
  const ids = [...new Set([...old.keys(), ...current.keys()])];
  const touched = ids.filter((id) => old.get(id) !== current.get(id));
  return touched.flatMap((id) =>
    compare(old.get(id), current.get(id)).map(({ kind, before: was, after: is, ...change }) => ({
      kind,
      change: changeOf.get(id)!,
      element: id,
      ...change,
      box_v1: roundBox(was),
      box_v2: roundBox(transformBox(is, matrix)),
      in_title_block: overlaps(titleBlock, was),
    })),
  );
};
