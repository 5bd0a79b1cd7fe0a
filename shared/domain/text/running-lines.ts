/** From this number of pages on, a line that occurs on many of them is a running head, not content. */
const FEWEST_PAGES = 4;
const SHARE_OF_PAGES = 0.3;
/** Maximum number of pages that are read, spread evenly over longer documents. */
const PAGES_COUNTED = 2000;
/** Maximum characters of a running line; longer lines are content. */
const LONGEST = 300;

const keyOf = (line: string): string => (line.length > LONGEST ? '' : line.trim().replace(/\d+/g, '#'));

/** Returns the offsets of the pages of a text, and its end. */
const bordersOf = (text: string): number[] => {
  const borders = [0];
  for (let at = text.indexOf('\f'); at >= 0; at = text.indexOf('\f', at + 1)) borders.push(at + 1);
  return [...borders, text.length];
};

const runningLines = (text: string): Set<string> => {
  const borders = bordersOf(text);
  const pages = borders.length - 1;
  if (pages < FEWEST_PAGES) return new Set();
  const step = Math.ceil(pages / PAGES_COUNTED);
  const counts = new Map<string, number>();
  let counted = 0;
  for (let page = 0; page < pages; page += step) {
    counted++;
    const lines = text.slice(borders[page], borders[page + 1]).split('\n');
    for (const key of new Set(lines.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  counts.delete('');
  return new Set([...counts].filter(([, count]) => count > counted * SHARE_OF_PAGES).map(([key]) => key));
};

/**
 * Returns part of a text, with pages separated by form feeds, without the lines that recur on the text's pages:
 * headers, footers, title blocks.
 */
export const withoutRunningLines = (text: string, part: string): string => {
  const running = runningLines(text);
  if (running.size === 0) return part;
  const kept = (page: string): string =>
    page
      .split('\n')
      .filter((line) => !running.has(keyOf(line)))
      .join('\n');
  return part.split('\f').map(kept).join('\f');
};
