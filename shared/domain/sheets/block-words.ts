import type { PageText } from '../page-text.ts';
import { linesOf } from './lines.ts';
import { mostLikely, regionOf } from './region.ts';

/** Lines of a page that are kept: those of a dense title block, and the largest of the sheet. */
const MOST_LINES = 160;
const IN_BLOCK = 0.2;

const rounded = (value: number): number => Math.round(value * 10) / 10;

/**
 * The words of a page's title block, of which a correction learns where the block prints a field: the page's size and
 * directions, without what stands where no title block is, and without its text.
 */
export const blockWords = (page: PageText): PageText => {
  const { lines } = linesOf(page);
  const largest = Math.max(...lines.map(({ size }) => size));
  const near = lines.filter(({ place, size }) => regionOf(place) > IN_BLOCK || size > 0.6 * largest);
  const words = mostLikely(near, MOST_LINES).flatMap((line) => line.words);
  return {
    page: page.page,
    width: page.width,
    height: page.height,
    text: '',
    words: words.map(({ text, x, y, width, height, size, angle }) => ({
      ...{ text, x: rounded(x), y: rounded(y), width: rounded(width) },
      ...{ height: rounded(height), size: size === height ? rounded(height) : rounded(size), angle },
    })),
  };
};
