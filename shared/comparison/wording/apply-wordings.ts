import type { Wording } from '../../domain/comparisons/wording.ts';
import { divisions } from '../engine/rate/trades.ts';
import type { ComparisonItem } from '../engine/types.ts';

const numbersIn = (text: string): Set<string> => new Set(text.match(/\d+(?:[.,:/×x-]\d+)*/g));
const containsAll = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));

/** Words that say the opposite of what became of a change. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/_added$/, /\b(remov|delet|demolish|omit|eliminat|no longer)/i],
  [/_removed$/, /\b(add(ed|ition)?\b|new\b|install|introduc|insert)/i],
];

/** Every text that a change came with. */
const textsOf = (item: ComparisonItem): string =>
  [
    item.description,
    item.place,
    item.old_text,
    item.new_text,
    item.quantity && `${item.quantity.value}`,
    ...(item.parts ?? []).map(textsOf),
  ].join(' ');

/** Whether a sentence says what the rules found: each of its numbers, no other one, and not the opposite. */
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
 * Items in a language model's words, as far as those say what the rules found; a trade is taken only where the rules
 * named none. Boxes, ratings, quantities and cost effects are never the model's. An item keeps what the rules said in
 * `rule_description`.
 *
 * @param items with their numbers
 * @param wordings of any numbers, in any order; the first of a number counts
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
