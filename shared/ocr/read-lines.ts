import sharp from 'sharp';
import { median } from '../domain/median.ts';
import type { DrawnWord, LetteringLine } from '../domain/page-text.ts';
import { inReadingOrder } from '../domain/reading-order.ts';
import type { Ocr } from '../ports.ts';
import type { GreyImage } from './grey.ts';
import { dataFor, isAsLegible, languageOf } from './page-language.ts';
import { scriptLanguage } from './page-script.ts';
import { cut, onPage, type Recognised, turned } from './turn-image.ts';

/** Height in pixels that capitals have in the image that is recognised. */
const CAPITAL_PIXELS = 32;
/** Margin of a line and gap between lines in that image, in heights of capitals. */
const MARGIN_HEIGHTS = 0.15;
const GAP_HEIGHTS = 2.5;
const ROW_GAP_HEIGHTS = 0.75;
/** By how much ink is darkened: thin strokes are pale, and dots disappear. */
const INK_GAIN = 1.8;
/** Side in pixels of the images that lines are placed on, and their density in pixels per inch as stated to recognition. */
const SHEET_PIXELS = 2000;
const SHEET_DPI = 300;
const SHEET_MARGIN_PIXELS = 20;

/** Density of the page's image in pixels per inch, and maximum pixels of the whole page and of one image of a part. */
const LEAST_DPI = 150;
const MOST_DPI = 900;
const MOST_PIXELS = 60_000_000;
const MOST_PART_PIXELS = 12_000_000;

/** Share of the font size that capitals are high. */
const CAPITAL_SHARE = 0.7;
/** Minimum confidence of a word, and of a line that is a single character. */
const MINIMUM_CONFIDENCE = 60;
const MINIMUM_SINGLE_CONFIDENCE = 85;

/** A rectangle of the page, in points. */
export interface PageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface LineReader {
  /** Renders a rectangle of the page, in points, in grey. */
  render: (clip: PageBox, dpi: number) => Promise<GreyImage>;
  ocr: Ocr;
  /** Epoch milliseconds. */
  deadline: number;
  /** The language (ISO 639-2) in which the page is likely to be written. */
  language: string | null;
}

/** The upright image of a line, and how its pixels lie on the page. */
interface LineImage {
  line: number;
  image: GreyImage;
  /** Pixels of the upright image per pixel of the page's image, which has `dpi`. */
  scale: number;
  dpi: number;
  /** The part of the page's image before it was turned: its place in pixels from the page's corner, and its size. */
  place: { left: number; top: number; width: number; height: number };
}

/** A line on the image that is recognised. */
interface Slot extends LineImage {
  x: number;
  y: number;
}

interface SheetImage extends GreyImage {
  slots: Slot[];
}

/** Returns the density at which the capitals of most lines are as high as they are recognised best. */
const densityOf = (lines: readonly LetteringLine[], { width, height }: { width: number; height: number }): number => {
  const wanted = (72 * CAPITAL_PIXELS) / median(lines.map(({ capitalHeight }) => capitalHeight));
  const most = Math.sqrt(MOST_PIXELS / (((width / 72) * height) / 72));
  return Math.min(most, MOST_DPI, Math.max(LEAST_DPI, wanted));
};

/** Returns the lines in groups that are near each other, so that the image of each group is not too large. */
const groupsOf = (
  lines: readonly LetteringLine[],
  dpi: number,
  { width, height }: { width: number; height: number },
): number[][] => {
  const side = (72 * Math.sqrt(MOST_PART_PIXELS)) / dpi;
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const groups = new Map<number, number[]>();
  for (const [i, { box }] of lines.entries()) {
    const column = Math.trunc(((box.left + box.right) / 2 / width) * columns);
    const row = Math.trunc(((box.top + box.bottom) / 2 / height) * rows);
    const group = groups.get(row * columns + column);
    if (group) group.push(i);
    else groups.set(row * columns + column, [i]);
  }
  return [...groups.values()];
};

const resized = async ({ data, width, height }: GreyImage, wide: number, high: number): Promise<GreyImage> => {
  const raw = { width, height, channels: 1 as const };
  const out = await sharp(data, { raw })
    .resize(wide, high, { fit: 'fill' })
    .linear(INK_GAIN, 255 * (1 - INK_GAIN))
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { data: out, width: wide, height: high };
};

/** Renders the lines of one group, each upright and with capitals of the same height. */
const lineImages = async (
  lines: readonly LetteringLine[],
  group: readonly number[],
  dpi: number,
  render: LineReader['render'],
): Promise<LineImage[]> => {
  const points = 72 / dpi;
  const boxes = group.map((i) => {
    const { box, capitalHeight } = lines[i]!;
    const margin = MARGIN_HEIGHTS * capitalHeight;
    return { x0: box.left - margin, y0: box.top - margin, x1: box.right + margin, y1: box.bottom + margin };
  });
  const left = Math.floor(Math.max(0, Math.min(...boxes.map(({ x0 }) => x0))) / points);
  const top = Math.floor(Math.max(0, Math.min(...boxes.map(({ y0 }) => y0))) / points);
  const right = Math.ceil(Math.max(...boxes.map(({ x1 }) => x1)) / points);
  const bottom = Math.ceil(Math.max(...boxes.map(({ y1 }) => y1)) / points);
  const clip = { x: left * points, y: top * points, width: (right - left) * points, height: (bottom - top) * points };
  const picture = await render(clip, dpi);
  const images: LineImage[] = [];
  for (const [k, i] of group.entries()) {
    const { angle, capitalHeight } = lines[i]!;
    const { x0, y0, x1, y1 } = boxes[k]!;
    const part = {
      left: Math.max(0, Math.floor(x0 / points) - left),
      top: Math.max(0, Math.floor(y0 / points) - top),
      right: Math.min(picture.width, Math.ceil(x1 / points) - left),
      bottom: Math.min(picture.height, Math.ceil(y1 / points) - top),
    };
    const place = {
      left: part.left + left,
      top: part.top + top,
      width: part.right - part.left,
      height: part.bottom - part.top,
    };
    if (place.width < 2 || place.height < 2) continue;
    const upright = await turned(cut(picture, part), angle);
    const widest = SHEET_PIXELS - 2 * SHEET_MARGIN_PIXELS;
    const scale = Math.min((CAPITAL_PIXELS * points) / capitalHeight, widest / upright.width, widest / upright.height);
    const size = [upright.width, upright.height].map((pixels) => Math.max(1, Math.floor(pixels * scale))) as [
      number,
      number,
    ];
    images.push({ line: i, image: await resized(upright, ...size), scale, dpi, place });
  }
  return images;
};

/** Places the images of lines in rows on as few images as possible. */
const sheetsOf = (images: readonly LineImage[]): SheetImage[] => {
  const gap = Math.round(GAP_HEIGHTS * CAPITAL_PIXELS);
  const rowGap = Math.round(ROW_GAP_HEIGHTS * CAPITAL_PIXELS);
  const sheets: Slot[][] = [];
  let [x, y, rowHeight] = [0, Infinity, 0];
  for (const one of images.toSorted((a, b) => b.image.height - a.image.height || b.image.width - a.image.width)) {
    const { width, height } = one.image;
    if (x > SHEET_MARGIN_PIXELS && x + width > SHEET_PIXELS - SHEET_MARGIN_PIXELS) {
      y += rowHeight + rowGap;
      [x, rowHeight] = [SHEET_MARGIN_PIXELS, 0];
    }
    if (y + height > SHEET_PIXELS - SHEET_MARGIN_PIXELS) {
      sheets.push([]);
      [x, y, rowHeight] = [SHEET_MARGIN_PIXELS, SHEET_MARGIN_PIXELS, 0];
    }
    sheets.at(-1)!.push({ ...one, x, y });
    x += width + gap;
    rowHeight = Math.max(rowHeight, height);
  }
  return sheets.map((slots) => {
    const height = Math.max(...slots.map((slot) => slot.y + slot.image.height)) + SHEET_MARGIN_PIXELS;
    const data = new Uint8Array(SHEET_PIXELS * height).fill(255);
    for (const slot of slots) {
      const { data: from, width } = slot.image;
      for (let row = 0; row < slot.image.height; row++) {
        data.set(from.subarray(row * width, (row + 1) * width), (slot.y + row) * SHEET_PIXELS + slot.x);
      }
    }
    return { data, width: SHEET_PIXELS, height, slots };
  });
};

/** Returns a word of a line, which is as high as the line, in points of the page. */
const wordOf = (word: Recognised, slot: Slot, { box, angle, capitalHeight }: LetteringLine): DrawnWord => {
  const { scale, dpi, place } = slot;
  const inSlot = {
    ...word,
    x: (word.x - slot.x) / scale,
    y: (word.y - slot.y) / scale,
    width: word.width / scale,
    height: word.height / scale,
  };
  const { x, y, width, height } = onPage(inSlot, angle, place);
  const points = 72 / dpi;
  const along =
    angle % 180 === 0
      ? { x: (place.left + x) * points, width: width * points, y: box.top, height: box.bottom - box.top }
      : { y: (place.top + y) * points, height: height * points, x: box.left, width: box.right - box.left };
  return { text: word.text, ...along, size: capitalHeight / CAPITAL_SHARE, angle, drawn: word.confidence / 100 };
};

const isCredible = (words: readonly Recognised[]): boolean =>
  words.length > 1 || words.some(({ text, confidence }) => text.length > 1 || confidence >= MINIMUM_SINGLE_CONFIDENCE);

/** Returns the words of each line in the image of a sheet. */
const wordsBySlot = (sheet: SheetImage, words: readonly Recognised[]): Map<Slot, Recognised[]> => {
  const found = new Map<Slot, Recognised[]>();
  for (const word of words) {
    if (word.confidence < MINIMUM_CONFIDENCE || !/[\p{L}\p{N}]/u.test(word.text)) continue;
    const [u, v] = [word.x + word.width / 2, word.y + word.height / 2];
    const slot = sheet.slots.find(
      ({ x, y, image }) => u >= x && u <= x + image.width && v >= y && v <= y + image.height,
    );
    if (slot) found.set(slot, [...(found.get(slot) ?? []), word]);
  }
  return found;
};

/**
 * Recognises lines of lettering, each upright and at the size that is read best, several in one image.
 * @param page size in points
 * @returns the words of each line, from its start; none of lines that were not legible or not read until the deadline
 * @throws Unavailable if another attempt may succeed
 */
export const readLines = async (
  lines: readonly LetteringLine[],
  page: { width: number; height: number },
  { render, ocr, deadline, language }: LineReader,
): Promise<DrawnWord[][]> => {
  const result: DrawnWord[][] = lines.map(() => []);
  if (lines.length === 0) return result;
  const dpi = densityOf(lines, page);
  const images: LineImage[] = [];
  for (const group of groupsOf(lines, dpi, page)) images.push(...(await lineImages(lines, group, dpi, render)));
  const available = ocr.languages?.available ?? [];
  let readIn = dataFor(language, available) ?? available[0] ?? null;
  const read = async (sheet: SheetImage): Promise<Recognised[]> => {
    const options = { dpi: SHEET_DPI, deadline_ms: Math.max(1, deadline - Date.now()), language: readIn };
    return (await ocr.recognise(sheet, options)).words;
  };
  for (const [i, sheet] of sheetsOf(images).entries()) {
    if (Date.now() >= deadline) break;
    let words = await read(sheet);
    const asked = i === 0 && language === null;
    const said = asked ? languageOf(words.map(({ text }) => text)) : null;
    const script =
      asked && said === null ? await scriptLanguage(sheet, words, { ocr, dpi: SHEET_DPI, deadline }) : null;
    const own = dataFor(said ?? script, available);
    if (own !== null && own !== readIn && Date.now() < deadline) {
      readIn = own;
      const again = await read(sheet);
      if (isAsLegible(again, words)) words = again;
    }
    for (const [slot, found] of wordsBySlot(sheet, words)) {
      if (!isCredible(found)) continue;
      const line = lines[slot.line]!;
      const along = found.sort((a, b) => a.x - b.x);
      result[slot.line] = inReadingOrder(along, ({ text }) => text).map((word) => wordOf(word, slot, line));
    }
  }
  return result;
};
