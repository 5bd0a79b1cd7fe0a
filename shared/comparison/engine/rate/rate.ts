import { lengthOf, meaningOf, type TextMeaning } from '../read/text-meaning.ts';
import type { ItemKind } from '../types.ts';

/** What the rule knows of a change. */
export interface RatedFacts {
  kind: ItemKind;
  oldText?: string | undefined;
  newText?: string | undefined;
  /** What the text is where its spelling alone does not say. */
  meaning?: TextMeaning;
  inTitleBlock: boolean;
  /** Size of the changed place on paper, millimetres. */
  widthMm: number;
  heightMm: number;
  /** Lettering within linework, the cells of a row. */
  lettering?: string;
  /**
   * Linework that goes round an area and covers none of it, a rectangle or another (`hollow`); the sheet's own frame
   * shows nothing that is built.
   */
  outline?: 'rectangle' | 'hollow' | 'sheet' | undefined;
}

export interface Rating {
  difference_rating: number;
  cost_effect: number;
}

/*
 * The rule.
 *
 * difference_rating
 *   1  title block, the frame round the sheet; text that differs only in signs, case or spaces; date, scale, revision
 *   2  a label, a moved text or view, another colour, linework below 1 cm²
 *   3  a note, a quantity, a row of a table, linework of 1 to 12 cm²
 *   4  a dimension, a level, linework or a view of 12 to 150 cm² or a line or rectangle of 40 mm and more
 *   5  a text that gains or loses a word of demolition, structure, fire or egress, a row or linework that came or went with one; linework that is more than outlines, or a view, above 150 cm², a whole sheet added or removed
 *   A group has the highest rating of its parts, and one more above 12 parts.
 * cost_effect
 *   added linework or view  rating − 2 (at least 1), removed linework the same below zero, redrawn 0
 *   a dimension     by how much longer (+) or shorter (−) it is: up to 5 % 1, up to 30 % 2, more 3
 *   a note, row or quantity added +1, removed −1, a quantity changed by the sign of its numbers
 *   everything else 0
 *   A group: sum of its parts over the square root of their number, rounded, within −5 … 5.
 */

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value)));
const loose = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const byGrowth = (before: number, after: number): number => {
  if (before === after) return 0;
  const change = Math.abs(after - before) / Math.max(Math.abs(before), 1e-6);
  return Math.sign(after - before) * (change <= 0.05 ? 1 : change <= 0.3 ? 2 : 3);
};

const firstNumber = (text: string): number | null => {
  const found = /\d[\d,]*(\.\d+)?/.exec(text)?.[0];
  return found === undefined ? null : Number(found.replaceAll(',', ''));
};

/** Words that decide what is built, pulled down or keeps people safe. */
const grave = /\b(new|existing|demoli\w+|fire|rated|structur\w+|load.?bearing|egress|exit|sprinkler\w*)\b/gi;

const gravity = (text: string | undefined): string =>
  [...new Set((text ?? '').toLowerCase().match(grave))].sort().join(' ');

const rateText = (facts: RatedFacts): Rating => {
  const { kind, oldText, newText } = facts;
  const is = facts.meaning === 'dimension' ? facts.meaning : undefined;
  const meaning = is ?? meaningOf(newText ?? oldText ?? '');
  const was = is ?? (oldText === undefined ? meaning : meaningOf(oldText));
  if (kind === 'text_moved') return { difference_rating: 2, cost_effect: 0 };
  if (oldText !== undefined && newText !== undefined && loose(oldText) === loose(newText)) {
    return { difference_rating: 1, cost_effect: 0 };
  }
  const sign = kind === 'text_added' ? 1 : kind === 'text_removed' ? -1 : 0;
  if (gravity(oldText) !== gravity(newText)) return { difference_rating: 5, cost_effect: sign };
  switch (was === 'dimension' || was === 'level' ? was : meaning) {
    case 'dimension':
    case 'level': {
      const [before, after] = [lengthOf(oldText ?? ''), lengthOf(newText ?? '')];
      return { difference_rating: 4, cost_effect: before !== null && after !== null ? byGrowth(before, after) : 0 };
    }
    case 'quantity': {
      const [before, after] = [firstNumber(oldText ?? ''), firstNumber(newText ?? '')];
      return { difference_rating: 3, cost_effect: before !== null && after !== null ? byGrowth(before, after) : sign };
    }
    case 'note':
      return { difference_rating: 3, cost_effect: sign };
    case 'label':
    case 'sheet_number':
      return { difference_rating: 2, cost_effect: 0 };
    default:
      return { difference_rating: 1, cost_effect: 0 };
  }
};

/** Rating and cost effect of one change, by the rule above: the same facts always give the same answer. */
export const rate = (facts: RatedFacts): Rating => {
  const { kind, widthMm, heightMm } = facts;
  if (kind === 'title_block' || facts.inTitleBlock) return { difference_rating: 1, cost_effect: 0 };
  if (kind === 'sheet_added') return { difference_rating: 5, cost_effect: 3 };
  if (kind === 'sheet_removed') return { difference_rating: 5, cost_effect: -3 };
  if (kind === 'sheet_replaced') return { difference_rating: 5, cost_effect: 0 };
  if (kind === 'cloud_added') return { difference_rating: 1, cost_effect: 0 };
  if (kind === 'repeated' || kind === 'view_moved' || kind === 'view_rescaled' || kind === 'restyled')
    return { difference_rating: 2, cost_effect: 0 };
  const isGrave = gravity(facts.lettering) !== '';
  if (kind === 'row_added') return { difference_rating: isGrave ? 5 : 3, cost_effect: 1 };
  if (kind === 'row_removed') return { difference_rating: isGrave ? 5 : 3, cost_effect: -1 };
  if (kind.startsWith('text')) return rateText(facts);
  if (facts.outline === 'sheet') return { difference_rating: 1, cost_effect: 0 };
  const area = facts.outline === 'rectangle' ? 0 : widthMm * heightMm;
  const long = Math.max(widthMm, heightMm) >= 40;
  const difference_rating =
    area >= 15_000 && facts.outline !== 'hollow' ? 5 : area >= 1_200 || long ? 4 : area >= 100 ? 3 : 2;
  const size = Math.max(1, difference_rating - 2);
  const sign = kind.endsWith('_added') ? 1 : kind.endsWith('_removed') ? -1 : 0;
  const came = sign !== 0 && isGrave && !kind.startsWith('view_');
  return { difference_rating: came ? 5 : difference_rating, cost_effect: sign * size || 0 };
};

export const rateGroup = (parts: readonly Rating[]): Rating => {
  const highest = Math.max(...parts.map((part) => part.difference_rating));
  const sum = parts.reduce((total, part) => total + part.cost_effect, 0);
  return {
    difference_rating: clamp(highest + (parts.length > 12 && highest > 1 ? 1 : 0), 1, 5),
    cost_effect: clamp(sum / Math.sqrt(parts.length), -5, 5) || 0,
  };
};
