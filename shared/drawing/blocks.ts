import { boundsOf } from './clip.ts';
import { type Bounds, type Linework, pathAt, pathCount } from './linework.ts';
import type { DrawnSymbol } from './symbols.ts';
import { maximumBlockPoints, minimumBlockPoints } from './thresholds/symbols.ts';

/** Finds forms that the page uses more than once, with the bounding boxes of their content. */
export const blocksOf = (linework: Linework): DrawnSymbol[] => {
  const { instances, points, styles, layers } = linework;
  const boxes = new Map<number, { box: Bounds; layer: number | null }>();
  for (let i = 0; i < pathCount(linework); i++) {
    const range = pathAt(linework, i);
    if (range.instance < 0) continue;
    const end = i + 1 < pathCount(linework) ? pathAt(linework, i + 1).firstPoint : points.length / 2;
    const own = boundsOf(points, 2 * range.firstPoint, 2 * end);
    const { layer } = styles[range.style]!;
    for (let at: number | null = range.instance; at !== null; at = instances[at]!.parent) {
      const known = boxes.get(at);
      if (!known) boxes.set(at, { box: { ...own }, layer });
      else {
        known.box.left = Math.min(known.box.left, own.left);
        known.box.top = Math.min(known.box.top, own.top);
        known.box.right = Math.max(known.box.right, own.right);
        known.box.bottom = Math.max(known.box.bottom, own.bottom);
      }
    }
  }
  const groups = new Map<number, DrawnSymbol>();
  for (const [index, { form }] of instances.entries()) {
    const drawn = boxes.get(index);
    if (!drawn) continue;
    const size = Math.max(drawn.box.right - drawn.box.left, drawn.box.bottom - drawn.box.top);
    if (size < minimumBlockPoints || size > maximumBlockPoints) continue;
    const known = groups.get(form) ?? {
      kind: 'block' as const,
      name: '',
      layer: drawn.layer === null ? null : (layers[drawn.layer] ?? null),
      count: 0,
      places: [],
      confidence: 0.95,
    };
    known.count++;
    known.places.push(drawn.box);
    groups.set(form, known);
  }
  return [...groups.values()].filter(({ count }) => count > 1).map((symbol, i) => ({ ...symbol, name: String(i + 1) }));
};
