import type { ComparisonItem } from '../types.ts';

/** Sorts by importance, then size, then reading order. */
export const sortItems = (items: readonly ComparisonItem[]): ComparisonItem[] => {
  const area = ({ bounding_box: { width, height } }: ComparisonItem) => width * height;
  return items
    .slice()
    .sort(
      (a, b) =>
        b.difference_rating - a.difference_rating ||
        Math.abs(b.cost_effect) - Math.abs(a.cost_effect) ||
        (b.parts?.length ?? 1) - (a.parts?.length ?? 1) ||
        area(b) - area(a) ||
        a.page - b.page ||
        a.bounding_box.y - b.bounding_box.y ||
        a.bounding_box.x - b.bounding_box.x,
    );
};
