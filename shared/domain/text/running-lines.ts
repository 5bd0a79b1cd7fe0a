/** From this many pages on a line that stands on many of them is a running head, not content. */
const FEWEST_PAGES = 4;
const SHARE_OF_PAGES = 0.3;

const keyOf = (line: string): string => line.trim().replace(/\d+/g, '#');

/** A text, pages separated by form feeds, without the lines that run through its pages: heads, feet, title blocks. */
export const withoutRunningLines = (text: string): string => {
  const pages = text.split('\f').map((page) => page.split('\n'));
  if (pages.length < FEWEST_PAGES) return text;
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set(lines.map(keyOf))) if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  const running = pages.length * SHARE_OF_PAGES;
  return pages.map((lines) => lines.filter((line) => (counts.get(keyOf(line)) ?? 0) <= running).join('\n')).join('\f');
};
