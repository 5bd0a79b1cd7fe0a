import type { AlignedSheets } from '../align/align-sheets.ts';
import { scanInkGreys } from '../align/thresholds.ts';
import type { Change } from '../change.ts';
import type { ChangedLayers } from '../read/changed-layers.ts';
import type { Colour } from '../read/sheet-source.ts';
import { tilePixels } from './differing.ts';
import { eachMark } from './each-mark.ts';
import { hueOf } from './hue.ts';
import { added } from './ink-difference.ts';
import {
  colourSectors,
  maximumForeignShare,
  minimumForeignPixels,
  minimumInsideShare,
  minimumSaturationRatio,
} from './thresholds.ts';

/** Returns the sector of the colour circle, from 0, that a pixel's colour lies in; −1 for grey ink and paper. */
const sectorAt = ({ red, green, blue }: Colour, at: number): number => {
  const r = red[at]!;
  const g = green[at]!;
  const b = blue[at]!;
  return Math.max(r, g, b) < minimumSaturationRatio ? -1 : Math.floor(hueOf(r, g, b) * colourSectors);
};

/** Counts the pixels of each sector. */
const countSectors = (colour: Colour | null | undefined, width: number, height: number): Uint32Array => {
  const counts = new Uint32Array(colourSectors);
  if (!colour) return counts;
  const { red, green, blue } = colour;
  const across = Math.ceil(width / tilePixels);
  let [latest, sector] = [0, -1];
  eachMark(colour.tiles, (tile) => {
    const [left, top] = [(tile % across) * tilePixels, Math.floor(tile / across) * tilePixels];
    for (let y = top; y < Math.min(height, top + tilePixels); y++)
      for (let at = y * width + left; at < y * width + Math.min(width, left + tilePixels); at++) {
        const levels = (red[at]! << 16) | (green[at]! << 8) | blue[at]!;
        if (levels === 0) continue;
        // Colour comes in runs of one tone.
        if (levels !== latest) [latest, sector] = [levels, sectorAt(colour, at)];
        if (sector >= 0) counts[sector]!++;
      }
  });
  return counts;
};

/**
 * Numbers the colours that hardly occur on the other sheet, from `first`: a sector belongs to the colour of the neighbour that
 * has more of it, so that each colour is the slope around a summit.
 */
const numberForeign = (own: Uint32Array, other: Uint32Array, first: number): Uint8Array => {
  const beside = (at: number, step: number) => (at + step + colourSectors) % colourSectors;
  const around = (counts: Uint32Array, at: number) => counts[at]! + counts[beside(at, -1)]! + counts[beside(at, 1)]!;
  const summitOf = (at: number): number => {
    const [left, right] = [beside(at, -1), beside(at, 1)];
    const higher = own[left]! > own[right]! ? left : right;
    return own[higher]! > own[at]! ? summitOf(higher) : at;
  };
  return Uint8Array.from(own, (count, at) => {
    const summit = summitOf(at);
    const isForeign =
      count > 0 &&
      around(own, summit) >= minimumForeignPixels &&
      around(other, summit) <= maximumForeignShare * around(own, summit);
    return isForeign ? first + summit : 0;
  });
};

/** The colours that only one of two sheets uses, as those of mark-ups. */
export class ForeignColours {
  readonly #sheets: AlignedSheets;
  readonly #inNewer: Uint8Array;
  readonly #inOlder: Uint8Array;

  constructor(sheets: AlignedSheets) {
    const { olderColour, newerColour, width, height } = sheets;
    const [before, after] = [countSectors(olderColour, width, height), countSectors(newerColour, width, height)];
    this.#sheets = sheets;
    this.#inNewer = numberForeign(after, before, 1);
    this.#inOlder = numberForeign(before, after, colourSectors + 1);
  }

  get areNone(): boolean {
    return ![...this.#inNewer, ...this.#inOlder].some((number) => number > 0);
  }

  /** Returns the number of the colour of a marked pixel; 0 for one that both sheets use, and for grey ink. */
  at(at: number, mark: number): number {
    const { older, newer, olderColour, newerColour, width } = this.#sheets;
    const [grey, colour, numbers] =
      mark & added ? [newer, newerColour, this.#inNewer] : [older, olderColour, this.#inOlder];
    if (!colour) return 0;
    // The edge of a line is pale, and a mark beside it has no ink of its own.
    const places =
      grey[at]! < scanInkGreys
        ? [at]
        : [0, -1, 1, -width, width, -width - 1, 1 - width, width - 1, width + 1].map((step) => at + step);
    for (const place of places) {
      const sector = place >= 0 && place < grey.length ? sectorAt(colour, place) : -1;
      if (sector >= 0 && numbers[sector]! > 0) return numbers[sector]!;
    }
    return 0;
  }

  /** Divides marks by their colours; number 0 has those in no foreign colour. */
  divide(marks: Uint8Array): Map<number, Uint8Array<ArrayBuffer>> {
    const divided = new Map<number, Uint8Array<ArrayBuffer>>();
    eachMark(marks, (at) => {
      const number = this.at(at, marks[at]!);
      let own = divided.get(number);
      if (!own) {
        own = new Uint8Array(marks.length);
        divided.set(number, own);
      }
      own[at] = marks[at]!;
    });
    return divided;
  }
}

const sides: Partial<Record<Change['kind'], 'older' | 'newer'>> = { graphic_added: 'newer', graphic_removed: 'older' };

/** Programs put on this layer what has none. */
const isNamed = (layer: string): boolean => layer !== '0';

/** Marks linework on layers that only one of the sheets has: it was switched on or off, or inserted, as a whole. */
export const onForeignLayers = (changes: readonly Change[], layers: ChangedLayers): Change[] => {
  if (layers.foreign.size === 0) return [...changes];
  return changes.map((change) => {
    const side = change.text === null && change.ink === undefined ? sides[change.kind] : undefined;
    const [most] = side ? layers.at(change.box, side) : [];
    const isForeign = most && most.share >= minimumInsideShare && isNamed(most.layer) && layers.foreign.has(most.layer);
    return isForeign ? { ...change, ink: most.layer } : change;
  });
};
