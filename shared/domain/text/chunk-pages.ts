/** A passage of a document, small enough to be found and read by itself. */
export interface TextChunk {
  /** 0-based, without gaps */
  index: number;
  /** first and last page that the passage stands on, 1-based */
  page_from: number;
  page_to: number;
  text: string;
}

export interface ChunkOptions {
  /** most characters of a chunk, overlap included */
  size?: number;
  /** most characters that a chunk repeats of the one before */
  overlap?: number;
  /** most chunks; a longer text gets larger ones */
  most?: number;
}

interface Unit {
  page: number;
  text: string;
}

const SENTENCE_END = /[.!?:;]["”’)\]]*$/u;
/** A chunk may end early at a sentence, but not before this part of its size. */
const EARLIEST_END = 0.6;

/** Where to cut `text` so that the head has at most `room` characters: at a sentence, a space, or between characters. */
const cutAt = (text: string, room: number): number => {
  const head = text.slice(0, room + 1);
  let end = -1;
  for (const match of head.matchAll(/[.!?;]["”’)\]]*\s/gu)) end = match.index + match[0].length;
  if (end > room * 0.3) return end;
  const space = head.lastIndexOf(' ');
  if (space > room * 0.3) return space + 1;
  const inPair = /[\uD800-\uDBFF]/.test(text.charAt(room - 1));
  return inPair && room > 1 ? room - 1 : room;
};

/** Lines, the over-long ones in parts of at most `room` characters. */
const unitsOf = (pages: readonly { page: number; text: string }[], room: number): Unit[] => {
  const units: Unit[] = [];
  for (const { page, text } of pages) {
    for (const line of text.split(/[\n\r\f\v\u2028\u2029]+/)) {
      let rest = line.replace(/[^\S\n]+/g, ' ').trim();
      while (rest.length > room) {
        const end = cutAt(rest, room);
        units.push({ page, text: rest.slice(0, end).trim() });
        rest = rest.slice(end).trim();
      }
      if (rest !== '') units.push({ page, text: rest });
    }
  }
  return units;
};

const lengthOf = (units: readonly Unit[]): number =>
  units.reduce((sum, unit) => sum + unit.text.length + 1, 0) - (units.length > 0 ? 1 : 0);

/** The units at the end of `units` that fit into `room`. */
const tailOf = (units: readonly Unit[], room: number): Unit[] => {
  let from = units.length;
  let length = 0;
  while (from > 1 && length + units[from - 1]!.text.length + 1 <= room) length += units[--from]!.text.length + 1;
  return units.slice(from);
};

/** How many units to close a full chunk with: up to the last end of a sentence, if that leaves enough. */
const closingAt = (units: readonly Unit[], size: number): number => {
  let length = lengthOf(units);
  for (let count = units.length; count > 1; count--) {
    if (SENTENCE_END.test(units[count - 1]!.text)) return count;
    length -= units[count - 1]!.text.length + 1;
    if (length < size * EARLIEST_END) break;
  }
  return units.length;
};

/**
 * Cuts pages into passages at borders of lines and sentences, each beginning with the end of the one before. A passage
 * may run over a page's end. Every character of the text but white space is in at least one chunk.
 */
export const chunkPages = (
  pages: readonly { page: number; text: string }[],
  { size = 1000, overlap = 120, most = 2000 }: ChunkOptions = {},
): TextChunk[] => {
  const total = pages.reduce((sum, page) => sum + page.text.length + 1, 0);
  // Chunks end up between the earliest end and their size, and repeat a little.
  const needed = Math.ceil(total / most / EARLIEST_END) + 2 * overlap;
  const limit = Math.max(2, size, total / (size * EARLIEST_END - overlap) > most ? needed : 0);
  const repeat = Math.min(overlap, Math.floor(limit / 4));
  const chunks: TextChunk[] = [];
  let open: Unit[] = [];
  let length = 0;
  let fresh = 0;
  const close = (count: number) => {
    const units = open.slice(0, count);
    chunks.push({
      index: chunks.length,
      page_from: units[0]!.page,
      page_to: units[units.length - 1]!.page,
      text: units.map((unit) => unit.text).join('\n'),
    });
    const carried = open.slice(count);
    open = [...tailOf(units, repeat), ...carried];
    fresh = carried.length;
    length = lengthOf(open);
  };
  for (const unit of unitsOf(pages, Math.max(1, limit - repeat - 1))) {
    if (open.length > 0 && length + 1 + unit.text.length > limit) {
      const old = open.length - fresh;
      close(Math.max(closingAt(open, limit), old + 1));
      // Lines carried over may still leave no room; repeating them would only grow the next chunk.
      while (open.length > fresh && length + 1 + unit.text.length > limit) {
        open = open.slice(1);
        length = lengthOf(open);
      }
      if (open.length > 0 && length + 1 + unit.text.length > limit) {
        close(open.length);
        open = [];
        length = 0;
      }
    }
    length += unit.text.length + (open.length > 0 ? 1 : 0);
    open.push(unit);
    fresh++;
  }
  if (fresh > 0) close(open.length);
  return chunks;
};
