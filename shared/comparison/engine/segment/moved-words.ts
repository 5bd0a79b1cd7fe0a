import type { Word } from '../../../domain/page-text.ts';
import { findConsensus } from '../align/consensus.ts';
import { apply, type Box, centre, type Matrix, type Point, scaleOf, turnOf } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';

/** Words that went the same way together, as those of a view do that was moved on its sheet. */
export interface Flock {
  /** Points of the newer sheet, from where the older sheet's words lie under its own alignment to where they stand. */
  matrix: Matrix;
  /** Rare words weigh more than frequent ones. */
  weight: number;
  words: { from: Word; to: Word }[];
  /** Where its linework stands on the newer sheet, points; only a flock that is told by its ink has it. */
  place?: Box;
  /** It is of symbols that went together, none of them of a view's size. */
  together?: boolean;
}

interface Candidate {
  from: Word;
  to: Word;
  dx: number;
  dy: number;
  weight: number;
}

/** A spelling with more places than this on either sheet says nothing about where one of them went. */
const mostPlaces = 8;
const bin = 2;
const tolerance = 0.8;
const leastWords = 4;
const leastWeight = 3;
const mostFlocks = 10;
const tried = 12;

const weightOf = (text: string, places: number): number => (text.length < 2 ? 0.3 : 1) / places;

const candidatesOf = (older: readonly Word[], newer: readonly Word[]): Candidate[] => {
  const [from, to] = [new Spellings(older), new Spellings(newer)];
  return [...from.texts()].flatMap((text) => {
    const [ours, theirs] = [from.of(text), to.of(text)];
    if (theirs.length === 0 || ours.length > mostPlaces || theirs.length > mostPlaces) return [];
    const weight = weightOf(text, Math.max(ours.length, theirs.length));
    return ours.flatMap((a) =>
      theirs
        .filter((b) => b.angle === a.angle && Math.abs(a.size - b.size) < 0.12 * a.size)
        .map((b) => ({ from: a, to: b, dx: centre(b).x - centre(a).x, dy: centre(b).y - centre(a).y, weight })),
    );
  });
};

/** The displacements that most candidates share, by a histogram whose neighbouring bins count together. */
const commonest = (candidates: readonly Candidate[]): Point[] => {
  const bins = new Map<string, { x: number; y: number; weight: number }>();
  const add = (x: number, y: number, weight: number) => {
    const key = `${x},${y}`;
    const known = bins.get(key);
    if (known) known.weight += weight;
    else bins.set(key, { x, y, weight });
  };
  for (const { dx, dy, weight } of candidates) {
    const [x, y] = [Math.round(dx / bin), Math.round(dy / bin)];
    for (const u of [-1, 0, 1]) for (const v of [-1, 0, 1]) add(x + u, y + v, u === 0 && v === 0 ? weight : weight / 2);
  }
  return [...bins.values()]
    .sort((a, b) => b.weight - a.weight || a.y - b.y || a.x - b.x)
    .slice(0, tried)
    .map(({ x, y }) => ({ x: x * bin, y: y * bin }));
};

const middle = (values: readonly number[]): number => {
  const sorted = values.slice().sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};

/**
 * Groups words of the older sheet that stand elsewhere on the newer one by the shift that they share.
 * @param older words without an equal at their own place, on the newer sheet's coordinates
 * @param newer the same of the newer sheet
 * @param all every word of the newer sheet: a shift is judged by all that it explains, or multiples of the height
 *   of a table's rows would win
 */
export const findFlocks = (older: readonly Word[], newer: readonly Word[], all: readonly Word[]): Flock[] => {
  const places = new Spellings(all);
  let rest = candidatesOf(older, newer);
  const free = new Set(older);
  const flocks: Flock[] = [];
  while (flocks.length < mostFlocks && rest.length >= leastWords) {
    let best: { shift: Point; explained: number } | null = null;
    for (const shift of commonest(rest)) {
      const near = rest.filter(
        ({ dx, dy }) => Math.abs(dx - shift.x) < 1.5 * bin && Math.abs(dy - shift.y) < 1.5 * bin,
      );
      if (near.length < leastWords) continue;
      const exact = { x: middle(near.map(({ dx }) => dx)), y: middle(near.map(({ dy }) => dy)) };
      let explained = 0;
      for (const word of free) {
        if (places.at(word, exact, tolerance)) explained += word.text.length < 2 ? 0.3 : 1;
      }
      if (!best || explained > best.explained) best = { shift: exact, explained };
    }
    if (!best) break;
    const { shift } = best;
    const voters = rest.filter(
      ({ dx, dy }) => Math.abs(dx - shift.x) <= tolerance && Math.abs(dy - shift.y) <= tolerance,
    );
    const words = [...free].flatMap((from) => {
      const to = places.at(from, shift, tolerance);
      return to ? [{ from, to }] : [];
    });
    const weight = voters.reduce((sum, one) => sum + one.weight, 0);
    const used = new Set(words.map(({ from }) => from));
    const moved = Math.hypot(shift.x, shift.y) > 1;
    if (words.length >= leastWords && weight >= leastWeight && moved) {
      flocks.push({ matrix: [1, 0, 0, 1, shift.x, shift.y], weight, words });
      for (const word of used) free.delete(word);
      rest = rest.filter(({ from }) => !used.has(from));
    } else {
      rest = rest.filter((one) => !voters.includes(one));
      if (voters.length === 0) break;
    }
  }
  const rescaled = findRescaled([...free], newer, all);
  return rescaled ? [...flocks, rescaled] : flocks;
};

/** Words of one view, and how far its scale must be from the sheet's. */
const leastRescaled = 6;
const leastScaling = 0.02;

/** Words that moved as a view drawn at another scale moves them. */
const findRescaled = (older: readonly Word[], newer: readonly Word[], all: readonly Word[]): Flock | null => {
  const to = new Spellings(newer);
  const matches = older.flatMap((from) => {
    const places = from.text.length < 2 ? [] : to.of(from.text);
    if (places.length === 0 || places.length > mostPlaces / 2) return [];
    return places
      .filter((place) => place.angle === from.angle)
      .map((place) => ({ from: centre(from), to: centre(place) }));
  });
  if (matches.length < leastRescaled || matches.length > 4000) return null;
  const width = Math.max(...all.map((word) => word.x + word.width));
  const height = Math.max(...all.map((word) => word.y + word.height));
  const found = findConsensus(matches, { tolerances: [2, 1], width, height, minimumScale: 0.3, maximumScale: 3 });
  if (!found || found.inliers.length < leastRescaled) return null;
  const scale = scaleOf(found.matrix);
  if (Math.abs(scale - 1) < leastScaling || Math.abs(turnOf(found.matrix)) > 1) return null;
  const everywhere = new Spellings(all);
  const words = older.flatMap((from) => {
    const there = apply(found.matrix, centre(from));
    const shift = { x: there.x - centre(from).x, y: there.y - centre(from).y };
    const place = everywhere.at(from, shift, 1.5);
    return place ? [{ from, to: place }] : [];
  });
  return words.length < leastRescaled ? null : { matrix: found.matrix, weight: found.inliers.length, words };
};
