import type { Extent } from './extent.ts';
import type { Line } from './lines.ts';
import { type Features, type ScoredField, scoreOf } from './score.ts';

/** A possible value of a field. */
export interface Candidate {
  field: ScoredField;
  text: string;
  features: Features;
  /** Log odds against an empty field; see scoreOf. */
  score: number;
  place: Extent;
  size: number;
  angle: number;
  /** Whether a label or the words themselves support it, so that repetition over a set is weak evidence against it. */
  backed: boolean;
  /** How certain the letters are, 0..1: less than 1 where they are drawn or recognised. */
  certainty: number;
}

export const candidate = (
  field: ScoredField,
  line: Line,
  text: string,
  evidence: Features,
  backed = false,
): Candidate => {
  const certainty = Math.min(1, ...line.words.map(({ drawn = 1 }) => drawn));
  const features = certainty < 1 ? { ...evidence, doubt: 1 - certainty } : evidence;
  const { place, size, angle } = line;
  return { field, text, features, score: scoreOf(field, features), place, size, angle, backed, certainty };
};

/** Returns the candidate with further evidence. */
export const withFeatures = (each: Candidate, added: Features): Candidate => {
  const features = { ...each.features, ...added };
  return { ...each, features, score: scoreOf(each.field, features) };
};

export const bestFirst = (candidates: readonly Candidate[]): Candidate[] =>
  [...candidates].sort((a, b) => b.score - a.score);
