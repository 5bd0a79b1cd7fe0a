import { plainText } from './plain-text.ts';
import { type ValueKind, valueKinds } from './value-kinds.ts';

/** A value within a text. */
interface Value {
  kind: ValueKind;
  /** As written, in plain text. */
  written: string;
  magnitude: number;
}

/** Finds the values that a text states; the first matching kind claims each part of the text. */
const valuesIn = (text: string): Value[] => {
  let plain = plainText(text);
  const values: Value[] = [];
  for (const kind of valueKinds) {
    for (const match of plain.matchAll(kind.pattern)) {
      const magnitude = kind.magnitude(match, plain);
      if (magnitude === null || !Number.isFinite(magnitude)) continue;
      values.push({ kind, written: match[0].replace(/[\s-]/g, ''), magnitude });
      plain =
        plain.slice(0, match.index) + '\u0000'.repeat(match[0].length) + plain.slice(match.index + match[0].length);
    }
  }
  return values;
};

/** A value that differs between two texts. */
export interface ValueChange {
  /** `Fire rating`, `Concrete class`, … */
  name: string;
  rating: ValueKind['rating'];
  /** Whether an increase of the magnitude costs more (1), less (−1), or does not determine the cost (0). */
  cost: ValueKind['cost'];
  /** Magnitudes in the unit of their kind, comparable only with each other. */
  before: number;
  after: number;
  division?: string;
}

/** Returns the change of the highest-rated value that both texts state with different values; null if there is none. */
export const compareValues = (before: string, after: string): ValueChange | null => {
  const [old, now] = [valuesIn(before), valuesIn(after)];
  const changes = old.flatMap((was): ValueChange[] => {
    const alike = now.filter(({ kind }) => kind.name === was.kind.name);
    if (alike.length === 0 || alike.some(({ written }) => written === was.written)) return [];
    // Several values of one kind are paired in their order in the text.
    const place = old.filter(({ kind }) => kind.name === was.kind.name).indexOf(was);
    const is = alike[Math.min(place, alike.length - 1)]!;
    const { name, cost, division } = was.kind;
    // The size of a member whose grade the same text states: `C24 60/200`.
    const rating = name === 'Size' && old.some((other) => other.kind.rating === 5) ? 5 : was.kind.rating;
    return [{ name, rating, cost, before: was.magnitude, after: is.magnitude, ...(division && { division }) }];
  });
  return changes.sort((one, other) => other.rating - one.rating)[0] ?? null;
};

/** Returns the rating of the highest-rated value that a text states; 0 if it states none. */
export const highestValueRating = (text: string): number =>
  Math.max(0, ...valuesIn(text).map(({ kind }) => kind.rating));
