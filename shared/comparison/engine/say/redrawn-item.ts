import type { AlignedSheets } from '../align/align-sheets.ts';
import { rateGroup } from '../rate/rate.ts';
import type { SheetSource } from '../read/sheet-source.ts';
import type { ComparisonItem } from '../types.ts';
import { describeRedrawn } from './describe.ts';
import { place } from './place.ts';
import type { SheetObjects } from './sheet-objects.ts';

/** Returns the trade of a group: the one that all parts with a trade have in common. */
const commonTrade = (parts: readonly ComparisonItem[]): Pick<ComparisonItem, 'trade' | 'division'> => {
  const named = parts.filter((part) => part.division !== undefined);
  const [first] = named;
  if (!first || named.some((part) => part.division !== first.division)) return {};
  return { trade: first.trade!, division: first.division! };
};

/** A group is clouded if all of its parts are. */
const commonCloud = (parts: readonly ComparisonItem[]): Pick<ComparisonItem, 'clouded'> =>
  parts.some((part) => part.clouded !== undefined) ? { clouded: parts.every((part) => part.clouded !== false) } : {};

/**
 * Combines all changes of a sheet that was redrawn, outside of its title block, to one item with parts.
 * @param objects the objects of both sheets, which are counted; null if they are not drawn with lines
 */
export const combineRedrawn = (
  items: readonly ComparisonItem[],
  newer: SheetSource,
  sheets: AlignedSheets,
  objects: SheetObjects | null,
): ComparisonItem[] => {
  const parts = items.filter(({ kind }) => kind !== 'title_block');
  if (parts.length < 2) return items.slice();
  const whole = { x: 0, y: 0, width: newer.text.width, height: newer.text.height };
  return [
    {
      description: describeRedrawn(parts, objects?.counts() ?? []),
      ...rateGroup(parts),
      ...place(whole, newer, sheets),
      kind: 'group',
      place: 'the whole sheet',
      ...commonTrade(parts),
      ...commonCloud(parts),
      confidence: Math.max(...parts.map((item) => item.confidence)),
      parts,
    },
    ...items.filter(({ kind }) => kind === 'title_block'),
  ];
};
