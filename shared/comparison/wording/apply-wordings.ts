import type { Wording } from '../../domain/comparisons/wording.ts';
import { divisions } from '../engine/rate/trades.ts';
import type { ComparisonItem } from '../engine/types.ts';

const numbersIn = (text: string): Set<string> => new Set(text.match(/\d+(?:[.,:/×x-]\d+)*/g));
const containsAll = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));

/** Words that contradict the kind of a change. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/_added$/, /\b(remov|delet|demolish|omit|eliminat|no longer)/i],
  [/_removed$/, /\b(add(ed|ition)?\b|new\b|install|introduc|insert)/i],
];

/** Returns all texts of a change, to check a wording against. */
const textsOf = (item: ComparisonItem): string =>
  [
    item.description,
    item.place,
    item.old_text,
    item.new_text,
    item.quantity && `${item.quantity.value}`,
    ...(item.parts ?? []).map(textsOf),
  ].join(' ');

/**
 * Whether a sentence agrees with the rules' description: it contains each of its numbers, no number from elsewhere,
 * and no contradiction.
 */
const saysTheSame = (sentence: string, item: ComparisonItem): boolean => {
  const given = textsOf(item);
  const numbers = numbersIn(sentence);
  return (
    /\p{L}{2}/u.test(sentence) &&
    containsAll(numbers, numbersIn(item.description)) &&
    containsAll(numbersIn(given), numbers) &&
    OPPOSITES.every(([kind, words]) => !kind.test(item.kind) || !words.test(sentence) || words.test(item.description))
  );
};

/**
 * Applies a language model's wordings to items, as far as they agree with the findings of the rules. A trade is
 * accepted only where the rules found none. Boxes, ratings, quantities and cost effects never come from the model. An
 * item keeps its original description in `rule_description`.
 * @param items items with their numbers
 * @param wordings wordings for any numbers in any order; the first one for a number is used
 */
export const applyWordings = <I extends ComparisonItem>(items: readonly I[], wordings: readonly Wording[]): I[] => {
  const byNumber = new Map<number, Wording>();
  for (const wording of wordings) if (!byNumber.has(wording.number)) byNumber.set(wording.number, wording);
  return items.map((item) => {
    const wording = byNumber.get(item.number!);
    const sentence = wording?.description?.trim();
    const isBetter = sentence && sentence !== item.description && saysTheSame(sentence, item);
    const sorted = item.division === undefined && divisions.find(({ division }) => division === wording?.division);
    return {
      ...item,
      ...(isBetter && { description: sentence, rule_description: item.description }),
      ...(sorted && { division: sorted.division, trade: sorted.trade }),
    };
  });
};
