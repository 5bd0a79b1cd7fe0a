import { median } from '../../../domain/median.ts';
import type { Word } from '../../../domain/page-text.ts';
import { findConsensus } from '../align/consensus.ts';
import { minimumAgreeingWords, placeTolerancePoints } from '../align/thresholds.ts';
import { apply, type Box, centre, type Matrix, type Point, rotationOf, scaleOf } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';
import {
  displacementBinPoints,
  displacementTolerancePoints,
  maximumDisplacementBins,
  maximumFlocks,
  maximumMovedWordOccurrences,
  minimumFlockLetters,
  minimumFlockWords,
  minimumScaleDifferenceRatio,
} from './thresholds.ts';

/** Words with a common displacement, such as those of a view that was moved on its sheet. */
export interface Flock {
  /** Maps, in points of the newer sheet, the aligned positions of the older sheet's words to their new positions. */
  matrix: Matrix;
  /** Sum of the words' weights; rare words weigh more than frequent ones. */
  weight: number;
  words: { from: Word; to: Word }[];
  /** The box of its linework on the newer sheet, in points; only for a flock identified by its ink. */
  place?: Box;
}

interface Candidate {
  from: Word;
  to: Word;
  dx: number;
  dy: number;
  weight: number;
}

const weightOf = (text: string, places: number): number => (text.length < 2 ? 0.3 : 1) / places;

const candidatesOf = (older: readonly Word[], newer: readonly Word[]): Candidate[] => {
  const [from, to] = [new Spellings(older), new Spellings(newer)];
  return [...from.texts()].flatMap((text) => {
    const [ours, theirs] = [from.of(text), to.of(text)];
    if (theirs.length === 0 || ours.length > maximumMovedWordOccurrences || theirs.length > maximumMovedWordOccurrences)
      return [];
    const weight = weightOf(text, Math.max(ours.length, theirs.length));
    return ours.flatMap((a) =>
      theirs
        .filter((b) => b.angle === a.angle && Math.abs(a.size - b.size) < 0.12 * a.size)
        .map((b) => ({ from: a, to: b, dx: centre(b).x - centre(a).x, dy: centre(b).y - centre(a).y, weight })),
    );
  });
};

/** Returns the displacements shared by most candidates, by a histogram that also counts neighbouring bins. */
const commonDisplacements = (candidates: readonly Candidate[]): Point[] => {
  const bins = new Map<string, { x: number; y: number; weight: number }>();
  const add = (x: number, y: number, weight: number) => {
    const key = `${x},${y}`;
    const known = bins.get(key);
    if (known) known.weight += weight;
    else bins.set(key, { x, y, weight });
  };
  for (const { dx, dy, weight } of candidates) {
    const [x, y] = [Math.round(dx / displacementBinPoints), Math.round(dy / displacementBinPoints)];
    for (const u of [-1, 0, 1]) for (const v of [-1, 0, 1]) add(x + u, y + v, u === 0 && v === 0 ? weight : weight / 2);
  }
  return [...bins.values()]
    .sort((a, b) => b.weight - a.weight || a.y - b.y || a.x - b.x)
    .slice(0, maximumDisplacementBins)
    .map(({ x, y }) => ({ x: x * displacementBinPoints, y: y * displacementBinPoints }));
};

/** Returns the common displacement that explains most of the free words; null without one. */
const bestShift = (candidates: readonly Candidate[], free: ReadonlySet<Word>, places: Spellings): Point | null => {
  let best: { shift: Point; explained: number } | null = null;
  for (const shift of commonDisplacements(candidates)) {
    const near = candidates.filter(
      ({ dx, dy }) =>
        Math.abs(dx - shift.x) < 1.5 * displacementBinPoints && Math.abs(dy - shift.y) < 1.5 * displacementBinPoints,
    );
    if (near.length < minimumFlockWords) continue;
    const exact = { x: median(near.map(({ dx }) => dx)), y: median(near.map(({ dy }) => dy)) };
    let explained = 0;
    for (const word of free) {
      if (places.at(word, exact, displacementTolerancePoints)) explained += word.text.length < 2 ? 0.3 : 1;
    }
    if (!best || explained > best.explained) best = { shift: exact, explained };
  }
  return best?.shift ?? null;
};

/**
 * Groups words of the older sheet found elsewhere on the newer one by their common shift.
 * @param older words without an equal at their own position, in coordinates of the newer sheet
 * @param newer words of the newer sheet without an equal at their own position
 * @param all every word of the newer sheet: a shift is judged by all words that it explains, because otherwise
 *   multiples of a table's row height would win
 */
const findFlocks = (older: readonly Word[], newer: readonly Word[], all: readonly Word[]): Flock[] => {
  const places = new Spellings(all);
  let rest = candidatesOf(older, newer);
  const free = new Set(older);
  const flocks: Flock[] = [];
  while (flocks.length < maximumFlocks && rest.length >= minimumFlockWords) {
    const shift = bestShift(rest, free, places);
    if (!shift) break;
    const voters = rest.filter(
      ({ dx, dy }) =>
        Math.abs(dx - shift.x) <= displacementTolerancePoints && Math.abs(dy - shift.y) <= displacementTolerancePoints,
    );
    const words = [...free].flatMap((from) => {
      const to = places.at(from, shift, displacementTolerancePoints);
      return to ? [{ from, to }] : [];
    });
    const weight = voters.reduce((sum, one) => sum + one.weight, 0);
    const used = new Set(words.map(({ from }) => from));
    const moved = Math.hypot(shift.x, shift.y) > 1;
    if (words.length >= minimumFlockWords && weight >= minimumFlockLetters && moved) {
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

/** Finds words that moved as those of a view drawn at another scale do. */
const findRescaled = (older: readonly Word[], newer: readonly Word[], all: readonly Word[]): Flock | null => {
  const to = new Spellings(newer);
  const matches = older.flatMap((from) => {
    const places = from.text.length < 2 ? [] : to.of(from.text);
    if (places.length === 0 || places.length > maximumMovedWordOccurrences / 2) return [];
    return places
      .filter((place) => place.angle === from.angle)
      .map((place) => ({ from: centre(from), to: centre(place) }));
  });
  if (matches.length < minimumAgreeingWords || matches.length > 4000) return null;
  const width = Math.max(...all.map((word) => word.x + word.width));
  const height = Math.max(...all.map((word) => word.y + word.height));
  const found = findConsensus(matches, { tolerances: [2, 1], width, height, minimumScale: 0.3, maximumScale: 3 });
  if (!found || found.inliers.length < minimumAgreeingWords) return null;
  const scale = scaleOf(found.matrix);
  if (Math.abs(scale - 1) < minimumScaleDifferenceRatio || Math.abs(rotationOf(found.matrix)) > 1) return null;
  const everywhere = new Spellings(all);
  const words = older.flatMap((from) => {
    const there = apply(found.matrix, centre(from));
    const shift = { x: there.x - centre(from).x, y: there.y - centre(from).y };
    const place = everywhere.at(from, shift, 1.5);
    return place ? [{ from, to: place }] : [];
  });
  return words.length < minimumAgreeingWords ? null : { matrix: found.matrix, weight: found.inliers.length, words };
};

/** Moved parts indicated by the words of two aligned sheets, before their rasters are compared. */
export interface MovedTexts {
  /** Words of the older sheet that left their position. */
  removedWords: Word[];
  /** Groups of words with a common displacement. */
  flocks: Flock[];
}

/** @param olderWords in coordinates of the newer sheet */
export const findMovedTexts = (olderWords: readonly Word[], newerWords: readonly Word[]): MovedTexts => {
  const [known, expected] = [new Spellings(newerWords), new Spellings(olderWords)];
  const none = { x: 0, y: 0 };
  const removedWords = olderWords.filter((word) => !known.at(word, none, placeTolerancePoints));
  const addedWords = newerWords.filter((word) => !expected.at(word, none, placeTolerancePoints));
  return {
    removedWords,
    flocks: findFlocks(removedWords, addedWords, newerWords),
  };
};
