import { type Bounds, piecesWithin } from '../../../drawing/index.ts';
import { applyToBox, type Box, centre, contains, type Point } from '../geometry.ts';
import type { Inked, SheetSource } from './sheet-source.ts';

/** Clears the pixels of a plane outside a region. */
const clearOutside = (
  plane: Uint8Array,
  paper: number,
  width: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
): void => {
  plane.fill(paper, 0, top * width);
  plane.fill(paper, bottom * width);
  for (let y = top; y < bottom; y++) {
    plane.fill(paper, y * width, y * width + left);
    plane.fill(paper, y * width + right, (y + 1) * width);
  }
};

const clip = ({ grey, colour }: Inked, box: Box, width: number, height: number): Inked => {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
  const region = [
    ...[within(box.x, width), within(box.y, height)],
    ...[within(box.x + box.width, width), within(box.y + box.height, height)],
  ] as unknown as [number, number, number, number];
  clearOutside(grey, 255, width, region);
  if (colour) for (const plane of [colour.red, colour.green, colour.blue]) clearOutside(plane, 0, width, region);
  return { grey, colour };
};

/** Returns a sheet of which only one view is visible. @param box the view, in points of the sheet */
export const onlyView = (source: SheetSource, box: Box): SheetSource => {
  const holds = (point: Point) => contains(box, point);
  const holdsAll = ({ left, top, right, bottom }: Bounds) =>
    holds({ x: left, y: top }) && holds({ x: right, y: bottom });
  const { text } = source;
  return {
    ...source,
    text: { ...text, words: text.words.filter((word) => holds(centre(word))) },
    objects: async (tables) => {
      const found = await source.objects(tables);
      return {
        ink: found.ink && {
          pieces: piecesWithin(found.ink.pieces, holds),
          areas: found.ink.areas.filter(({ points }) => holds({ x: points[0]!, y: points[1]! })),
        },
        tables: found.tables.filter((table) => holdsAll(table.box)),
        headings: found.headings.filter(holdsAll),
      };
    },
    markups: async () => (await source.markups()).filter((markup) => holds(centre(markup))),
    render: async (matrix, width, height, isBare) =>
      clip(await source.render(matrix, width, height, isBare), applyToBox(matrix, box), width, height),
  };
};
