import { meaningOf, millimetresOf } from '../read/text-meaning.ts';
import type { ItemKind, TextMeaning } from '../types.ts';
import { compareValues, highestValueRating } from './compare-values.ts';
import { compareSpelling } from './plain-text.ts';
import { dutiesIn, handIn, isStamp, materialsIn } from './work-words.ts';

/** The input of the rating rule. */
export interface RatedFacts {
  kind: ItemKind;
  oldText?: string | undefined;
  newText?: string | undefined;
  /** The meaning of the text, where its spelling alone does not determine it. */
  meaning?: TextMeaning;
  inTitleBlock: boolean;
  /** Size of the changed area on paper, in millimetres. */
  widthMm: number;
  heightMm: number;
  /** Lettering within linework, or the cells of a row. */
  lettering?: string;
  /**
   * Set for linework that encloses an area without covering it: a rectangle, another outline (`hollow`), or the frame
   * of the sheet, which is not construction work.
   */
  outline?: 'rectangle' | 'hollow' | 'sheet' | undefined;
}

export interface Rating {
  difference_rating: number;
  cost_effect: number;
}

/*
 * The rating rule.
 *
 * difference_rating
 *   1  title block, rows in another order, the frame of the sheet, a stamp; a text that differs only in signs, case, spaces or the spelling of
 *      a number; a date, a scale, a revision
 *   2  a label, a mark-up, a moved text or view, another colour, linework below 1 cm², a number whose separator may mean thousands
 *   3  a note, a quantity, a row or column of a table, linework of 1 to 12 cm²
 *   4  a dimension, a level, a size, a value of building services or building physics (`value-kinds.ts`), another
 *      material or hand, linework or a view of 12 to 150 cm² or a line or rectangle of 40 mm and more
 *   5  a fire rating, a concrete class, a grade or section of steel or timber, reinforcement, a load, a level that
 *      crosses zero; a text that gains or loses a word of demolition, structure, fire or egress, or a row or linework
 *      added or removed with such a word; linework other than outlines, or a view, above 150 cm²; a whole sheet
 *   A value added or removed with its text is rated one lower than its change. A group has the highest rating of its
 *   parts, plus one if it has more than 12 parts.
 * cost_effect
 *   added linework or view  rating − 2 (at least 1), removed linework the same with a negative sign, redrawn 0
 *   a value         by its increase (+) or decrease (−): up to 5 % 1, up to 30 % 2, more 3; reversed for a U-value, 0
 *                   for a slope
 *   a dimension     likewise, by its increase or decrease in length
 *   a level         1 away from zero, −1 towards zero, 3 across zero
 *   a note, row or quantity added +1, removed −1
 *   everything else 0
 *   A group: sum of its parts over the square root of their number, rounded, within −5 … 5.
 */

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value)));

const byGrowth = (before: number, after: number): number => {
  if (before === after) return 0;
  const change = Math.abs(after - before) / Math.max(Math.abs(before), 1e-6);
  return Math.sign(after - before) * (change <= 0.05 ? 1 : change <= 0.3 ? 2 : 3);
};

const firstNumber = (text: string): number | null => {
  const found = /\d[\d,]*(\.\d+)?/.exec(text)?.[0];
  return found === undefined ? null : Number(found.replaceAll(',', ''));
};

/** Rates a change of level; further away from zero means more building or a deeper pit. */
const rateLevel = (before: number, after: number): Rating => {
  if (before * after < 0) return { difference_rating: 5, cost_effect: 3 };
  return { difference_rating: 4, cost_effect: Math.sign(Math.abs(after) - Math.abs(before)) };
};

/** Rates a changed text by the meaning of its words and values; null if they concern no construction work. */
const rateMeaning = (before: string, after: string): Rating | null => {
  const change = compareValues(before, after);
  if (change?.name === 'Level') return rateLevel(change.before, change.after);
  if (change) {
    return { difference_rating: change.rating, cost_effect: change.cost * byGrowth(change.before, change.after) || 0 };
  }
  if (dutiesIn(before) !== dutiesIn(after)) return { difference_rating: 5, cost_effect: 0 };
  const [was, is] = [materialsIn(before), materialsIn(after)];
  const [oldHand, newHand] = [handIn(before), handIn(after)];
  const exchanged = was !== '' && is !== '' && was !== is;
  const turned = oldHand !== null && newHand !== null && oldHand !== newHand;
  return exchanged || turned ? { difference_rating: 4, cost_effect: 0 } : null;
};

/** Rates a change of spelling or of a stamp; undefined if the text has another meaning. */
const rateSpelling = (before: string, after: string, meaning: TextMeaning): Rating | undefined => {
  const spelling = compareSpelling(before, after);
  if (spelling !== 'different') return { difference_rating: spelling === 'same' ? 1 : 2, cost_effect: 0 };
  // A date, a scale or a plot stamp may look like a value.
  const isTrivial = isStamp(before) || isStamp(after) || ['date', 'scale', 'plot_stamp', 'revision'].includes(meaning);
  return isTrivial ? { difference_rating: 1, cost_effect: 0 } : undefined;
};

/** Rates an added or removed text that is a stamp or states a duty or a serious value; undefined for any other. */
const rateSingle = (text: string, sign: 1 | -1): Rating | undefined => {
  if (isStamp(text)) return { difference_rating: 1, cost_effect: 0 };
  if (dutiesIn(text) !== '') return { difference_rating: 5, cost_effect: sign };
  return highestValueRating(text) === 5 ? { difference_rating: 4, cost_effect: sign } : undefined;
};

const rateDimension = (before: string | undefined, after: string | undefined): Rating => {
  const [was, is] = [millimetresOf(before ?? ''), millimetresOf(after ?? '')];
  if (was === null && is === null && before !== undefined && after !== undefined)
    return rateMeaning(before, after) ?? { difference_rating: 4, cost_effect: 0 };
  return { difference_rating: 4, cost_effect: was !== null && is !== null ? byGrowth(was, is) : 0 };
};

const rateQuantity = (before: string | undefined, after: string | undefined, sign: number): Rating => {
  const [was, is] = [firstNumber(before ?? ''), firstNumber(after ?? '')];
  return { difference_rating: 3, cost_effect: was !== null && is !== null ? byGrowth(was, is) : sign };
};

const rateText = ({ kind, oldText, newText, meaning: given }: RatedFacts): Rating => {
  if (kind === 'text_moved') return { difference_rating: 2, cost_effect: 0 };
  const text = newText ?? oldText ?? '';
  const known = given === 'dimension' ? given : undefined;
  const meaning = known ?? meaningOf(text);
  const was = known ?? (oldText === undefined ? meaning : meaningOf(oldText));
  const sign = kind === 'text_added' ? 1 : kind === 'text_removed' ? -1 : 0;
  const bySpelling =
    oldText !== undefined && newText !== undefined ? rateSpelling(oldText, newText, meaning) : undefined;
  const byItself = bySpelling ?? (sign === 0 ? undefined : rateSingle(text, sign));
  if (byItself) return byItself;
  if (was === 'level') {
    const [before, after] = [millimetresOf(oldText ?? ''), millimetresOf(newText ?? '')];
    return before !== null && after !== null ? rateLevel(before, after) : { difference_rating: 4, cost_effect: 0 };
  }
  if (was === 'dimension') return rateDimension(oldText, newText);
  const byMeaning = rateMeaning(oldText ?? text, newText ?? text);
  if (byMeaning) return byMeaning;
  switch (meaning) {
    case 'dimension':
      return rateDimension(oldText, newText);
    case 'level':
      return { difference_rating: 4, cost_effect: 0 };
    case 'quantity':
      return rateQuantity(oldText, newText, sign);
    case 'note':
      return { difference_rating: 3, cost_effect: sign };
    case 'label':
    case 'sheet_number':
      return { difference_rating: 2, cost_effect: 0 };
    default:
      return { difference_rating: 1, cost_effect: 0 };
  }
};

/** Kinds of change whose rating depends on nothing else. */
const RATING_OF_KIND: Readonly<Partial<Record<RatedFacts['kind'], Rating>>> = {
  title_block: { difference_rating: 1, cost_effect: 0 },
  sheet_added: { difference_rating: 5, cost_effect: 3 },
  sheet_removed: { difference_rating: 5, cost_effect: -3 },
  sheet_replaced: { difference_rating: 5, cost_effect: 0 },
  cloud_added: { difference_rating: 1, cost_effect: 0 },
  markup_added: { difference_rating: 2, cost_effect: 0 },
  markup_removed: { difference_rating: 2, cost_effect: 0 },
  column_added: { difference_rating: 3, cost_effect: 0 },
  column_removed: { difference_rating: 3, cost_effect: 0 },
  rows_moved: { difference_rating: 1, cost_effect: 0 },
  repeated: { difference_rating: 2, cost_effect: 0 },
  graphic_moved: { difference_rating: 2, cost_effect: 0 },
  view_moved: { difference_rating: 2, cost_effect: 0 },
  view_rescaled: { difference_rating: 2, cost_effect: 0 },
  restyled: { difference_rating: 2, cost_effect: 0 },
};

/** Rates linework by its size on paper. */
const rateSize = ({ outline, widthMm, heightMm }: RatedFacts): number => {
  const area = outline === 'rectangle' ? 0 : widthMm * heightMm;
  if (area >= 15_000 && outline !== 'hollow') return 5;
  if (area >= 1_200 || Math.max(widthMm, heightMm) >= 40) return 4;
  return area >= 100 ? 3 : 2;
};

/** Rates one change by the rule above. Deterministic: equal facts give equal ratings. */
export const rate = (facts: RatedFacts): Rating => {
  const { kind } = facts;
  if (facts.inTitleBlock) return { difference_rating: 1, cost_effect: 0 };
  const rating = RATING_OF_KIND[kind];
  if (rating) return { ...rating };
  const namesDuty = dutiesIn(facts.lettering) !== '';
  if (kind === 'row_added') return { difference_rating: namesDuty ? 5 : 3, cost_effect: 1 };
  if (kind === 'row_removed') return { difference_rating: namesDuty ? 5 : 3, cost_effect: -1 };
  if (kind.startsWith('text')) return rateText(facts);
  if (facts.outline === 'sheet' || isStamp(facts.lettering ?? '')) return { difference_rating: 1, cost_effect: 0 };
  const difference_rating = rateSize(facts);
  const size = Math.max(1, difference_rating - 2);
  const sign = kind.endsWith('_added') ? 1 : kind.endsWith('_removed') ? -1 : 0;
  const hasDutyLettering = sign !== 0 && namesDuty && !kind.startsWith('view_');
  return { difference_rating: hasDutyLettering ? 5 : difference_rating, cost_effect: sign * size || 0 };
};

export const rateGroup = (parts: readonly Rating[]): Rating => {
  const highest = Math.max(...parts.map((part) => part.difference_rating));
  const sum = parts.reduce((total, part) => total + part.cost_effect, 0);
  return {
    difference_rating: clamp(highest + (parts.length > 12 && highest > 1 ? 1 : 0), 1, 5),
    cost_effect: clamp(sum / Math.sqrt(parts.length), -5, 5) || 0,
  };
};
