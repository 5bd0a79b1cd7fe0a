import type { CellBox, PageText, Word } from '../page-text.ts';
import { type Line, linesOf } from './lines.ts';
import { mostLikely, regionOf } from './region.ts';
import { minimumLabelRegionRatio } from './thresholds.ts';

/** Maximum number of lines kept of a page: those of a dense title block, and the largest of the sheet. */
const MAXIMUM_LINES = 160;

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Returns the ruled cells around words, which separate and join their lines. */
const cellsAround = (cells: readonly CellBox[], words: readonly Word[]): CellBox[] =>
  cells
    .filter(({ left, top, right, bottom }) =>
      words.some(({ x, y, width, height }) => {
        const [u, v] = [x + width / 2, y + height / 2];
        return u >= left && u <= right && v >= top && v <= bottom;
      }),
    )
    .map(({ left, top, right, bottom }) => ({
      ...{ left: rounded(left), top: rounded(top) },
      ...{ right: rounded(right), bottom: rounded(bottom) },
    }));

/**
 * Returns the words of a page's title block and the ruled cells around them, from which corrections learn where it prints
 * each field. Keeps the page's size and reading directions; omits its text and, of a dense sheet, everything outside the areas
 * of title blocks.
 */
export const blockWords = (page: PageText): PageText => {
  const { lines } = linesOf(page);
  const largest = Math.max(...lines.map(({ size }) => size));
  const isNear = ({ place, size }: Line): boolean => regionOf(place) > minimumLabelRegionRatio || size > 0.6 * largest;
  const near = lines.length <= MAXIMUM_LINES ? lines : lines.filter(isNear);
  const words = mostLikely(near, MAXIMUM_LINES).flatMap((line) => line.words);
  return {
    page: page.page,
    width: page.width,
    height: page.height,
    text: '',
    ...(page.cells && { cells: cellsAround(page.cells, words) }),
    words: words.map(({ text, x, y, width, height, size, angle }) => ({
      ...{ text, x: rounded(x), y: rounded(y), width: rounded(width) },
      ...{ height: rounded(height), size: size === height ? rounded(height) : rounded(size), angle },
    })),
  };
};
