/** A word of a line: its text, mean probability of its characters (0..1), and place along the line (0..1). */
export interface DecodedWord {
  text: string;
  probability: number;
  from: number;
  to: number;
}

/** Usual width of a character in steps, of which each is a sixth of the height of the line. */
const CHARACTER_STEPS = 3;

/** A character, its probability, and the step at which it was recognised. */
interface Character {
  text: string;
  probability: number;
  step: number;
}

/** Returns the most likely class of each step that begins a character. */
const charactersIn = (probabilities: Float32Array, steps: number, characters: readonly string[]): Character[] => {
  const classes = probabilities.length / steps;
  const found: Character[] = [];
  let last = 0;
  for (let step = 0; step < steps; step++) {
    const from = step * classes;
    let best = 0;
    for (let i = 1; i < classes; i++) if (probabilities[from + i]! > probabilities[from + best]!) best = i;
    if (best !== 0 && best !== last) {
      found.push({ text: characters[best - 1] ?? '', probability: probabilities[from + best]!, step });
    }
    last = best;
  }
  return found;
};

/** Minimum distance of characters of different words, in steps; about two heights of capitals. */
const MINIMUM_GAP_STEPS = 7;

/** Returns the characters between spaces and wide gaps. */
const wordsIn = (characters: readonly Character[]): Character[][] => {
  const words: Character[][] = [[]];
  for (const [i, { text, step }] of characters.entries()) {
    if (i > 0 && step - characters[i - 1]!.step >= MINIMUM_GAP_STEPS) words.push([]);
    if (text.trim() === '') words.push([]);
    else words.at(-1)!.push(characters[i]!);
  }
  return words.filter((word) => word.length > 0);
};

/**
 * Decodes the output of a network that recognises a line (connectionist temporal classification): the likeliest class of
 * each step, repeated ones once.
 * @param probabilities of each class at each step, step by step; class 0 is no character
 * @param characters those of the classes from 1 on
 */
export const decodeLine = (probabilities: Float32Array, steps: number, characters: readonly string[]): DecodedWord[] =>
  wordsIn(charactersIn(probabilities, steps, characters)).map((word) => {
    const [first, last] = [word[0]!, word.at(-1)!];
    // A step lies within its character: a word reaches half a character beyond its outer ones.
    const half = (word.length > 1 ? (last.step - first.step) / (word.length - 1) : CHARACTER_STEPS) / 2;
    return {
      text: word.map(({ text }) => text).join(''),
      probability: word.reduce((sum, { probability }) => sum + probability, 0) / word.length,
      from: Math.max(0, (first.step + 0.5 - half) / steps),
      to: Math.min(1, (last.step + 0.5 + half) / steps),
    };
  });
