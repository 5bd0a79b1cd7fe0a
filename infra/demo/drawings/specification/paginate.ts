import { fitSize, wrap } from '../font.ts';
import { type DrawnPoint, type Element, element, lines, rect, text } from '../primitives.ts';
import type { SpecificationBlock } from './compose-section.ts';

export interface TextFrame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const SIZE = 9.5;
const LEADING = 12.2;

interface Item {
  height: number;
  /** stays on the same page as the next item */
  keep: boolean;
  draw: (id: string, y: number) => Element;
}

const tableItem = (block: Extract<SpecificationBlock, { kind: 'table' }>, frame: TextFrame): Item => {
  const row = 16;
  const left = frame.left + 20;
  const width = frame.width - frame.right - left;
  const longest = block.head.map((_, i) => Math.max(8, ...[block.head, ...block.rows].map((r) => (r[i] ?? '').length)));
  const total = longest.reduce((a, b) => a + b, 0);
  const lefts = longest.map((_, i) => left + (longest.slice(0, i).reduce((a, b) => a + b, 0) * width) / total);
  const height = row * (block.rows.length + 1);
  return {
    height: height + 44,
    keep: false,
    draw: (id, y) => {
      const top = y + 24;
      const rules: [DrawnPoint, DrawnPoint][] = block.rows.map((_, i) => [
        [left, top + row * (i + 1)],
        [left + width, top + row * (i + 1)],
      ]);
      const columns: [DrawnPoint, DrawnPoint][] = lefts.slice(1).map((x) => [
        [x, top],
        [x, top + height],
      ]);
      const cells = [block.head, ...block.rows].flatMap((values, i) =>
        values.map((value, j) => {
          const room = (lefts[j + 1] ?? left + width) - lefts[j]! - 8;
          const font = i === 0 ? 'bold' : 'regular';
          return text(value, lefts[j]! + 4, top + row * i + 11.5, { size: fitSize(value, room, 9, font), font });
        }),
      );
      return element(id, 'table', [
        text(`Table: ${block.title}`, left, y + 16, { size: SIZE, font: 'bold' }),
        rect({ x: left, y: top, width, height }, { stroke: { width: 0.8 } }),
        lines([...rules, ...columns], { width: 0.4 }),
        ...cells,
      ]);
    },
  };
};

/** Breaks blocks into lines; lines that must not be separated form one item. */
const itemsOf = (block: SpecificationBlock, frame: TextFrame): Item[] => {
  if (block.kind === 'table') return [tableItem(block, frame)];
  if (block.kind !== 'clause') {
    const size = block.kind === 'part' ? 11.5 : SIZE;
    const height = block.kind === 'part' ? 26 : 20;
    const draw: Item['draw'] = (id, y) =>
      element(id, block.kind, text(block.text, frame.left, y + height - 7, { size, font: 'bold' }));
    return [{ height, keep: true, draw }];
  }
  const x = frame.left + (block.level === 1 ? 24 : 48);
  const rows = wrap(block.text, frame.width - frame.right - x, SIZE);
  return rows.map((row, i) => ({
    height: LEADING + (i === rows.length - 1 ? 3.4 : 0),
    keep: i === 0 && rows.length > 1,
    draw: (id, y) => {
      const body = text(row, x, y + 10, { size: SIZE });
      return element(id, 'clause', i === 0 ? [text(block.mark, x - 22, y + 10, { size: SIZE }), body] : body);
    },
  }));
};

/** Distributes blocks over as many pages as they need; each page is a list of elements. */
export const paginate = (blocks: readonly SpecificationBlock[], frame: TextFrame): Element[][] => {
  const items = blocks.flatMap((block) => itemsOf(block, frame));
  const pages: Element[][] = [[]];
  const limit = frame.height - frame.bottom;
  let y = frame.top;
  items.forEach((item, i) => {
    // An item that stays with the next one needs room for both: look ahead to the first that does not.
    let needed = item.height;
    for (let j = i; items[j]?.keep === true && items[j + 1] !== undefined; j++) needed += items[j + 1]!.height;
    if (y + needed > limit && pages.at(-1)!.length > 0) {
      pages.push([]);
      y = frame.top;
    }
    pages.at(-1)!.push(item.draw(`item/${i}`, y));
    y += item.height;
  });
  return pages;
};
