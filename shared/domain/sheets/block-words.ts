import type { PageText } from '../page-text.ts';
import { linesOf } from './lines.ts';
import { mostLikely, regionOf } from './region.ts';
import { minimumLabelRegionRatio } from './thresholds.ts';

/** Maximum number of lines kept of a page: those of a dense title block, and the largest of the sheet. */
const MAXIMUM_LINES = 160;

const rounded = (value: number): number => Math.round(value * 10) / 10;

/**
 * Returns the words of a page's title block, from which corrections learn where it prints each field. Keeps the
 * page's size and reading directions; omits its text and everything outside the areas of title blocks.
 */
export const blockWords = (page: PageText): PageText => {
  const { lines } = linesOf(page);
  const largest = Math.max(...lines.map(({ size }) => size));
  const near = lines.filter(({ place, size }) => regionOf(place) > minimumLabelRegionRatio || size > 0.6 * largest);
  const words = mostLikely(near, MAXIMUM_LINES).flatMap((line) => line.words);
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
