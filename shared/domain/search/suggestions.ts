import { tokensOf } from './analyse.ts';
import type { Clause } from './clauses.ts';
import type { EntityRow, SearchedType } from './rows.ts';

/** The fields of a row that a suggestion shows or is selected by. */
export type SuggestedRow = Pick<
  EntityRow,
  'key' | 'type' | 'id' | 'project_id' | 'title' | 'reference' | 'heading' | 'page'
>;

/** The words typed so far; the last one may be incomplete. */
export interface TypedText {
  words: readonly string[];
  /** All words as one code: `S 10` begins `S-101`. */
  joined: string;
}

const MOST_WORDS = 8;
/** Sorts after every text with the same prefix. */
const LAST = '\u{10ffff}';

export const readTyped = (text: string): TypedText => {
  const words = tokensOf(text)
    .slice(0, MOST_WORDS)
    .map(({ term }) => term);
  return { words, joined: words.join('') };
};

/**
 * Returns the conditions for suggestions, best ones first: title or number begins with the words; a code does; each
 * word begins a word of the heading. Empty if nothing searchable was typed.
 */
export const suggestedBy = ({ words, joined }: TypedText): Clause[][] => {
  if (words.length === 0) return [];
  const beginning = ` ${words.join(' ')}`;
  return [
    [{ column: 'heading', from: beginning, to: beginning + LAST }],
    ...(words.length > 1 ? [[{ column: 'heading', contains: ` ${joined}` }]] : []),
    words.map((word) => ({ column: 'heading', contains: ` ${word}` })),
  ];
};

const ORDER: readonly SearchedType[] = ['sheet', 'document', 'project', 'task'];

const rankOf = ({ words, joined }: TypedText, { heading, reference }: SuggestedRow): number => {
  const [code = ''] = reference === null ? [] : [readTyped(reference).joined];
  if (code === joined) return 0;
  if (code.startsWith(joined)) return 1;
  if (heading.startsWith(` ${words.join(' ')}`)) return 2;
  return heading.includes(` ${joined}`) ? 3 : 4;
};

/** Returns the suggested rows in order, without duplicates of the same title within a project. */
export const orderSuggestions = (typed: TypedText, rows: readonly SuggestedRow[]): SuggestedRow[] => {
  const distinct = new Map<string, { row: SuggestedRow; rank: number }>();
  for (const row of rows) {
    const { type, project_id, title } = row;
    const name = JSON.stringify([type, project_id, title]);
    const former = distinct.get(name)?.row;
    if (!former || row.key < former.key) distinct.set(name, { row, rank: rankOf(typed, row) });
  }
  return [...distinct.values()]
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        ORDER.indexOf(a.row.type) - ORDER.indexOf(b.row.type) ||
        a.row.title.length - b.row.title.length ||
        (a.row.title < b.row.title ? -1 : a.row.title > b.row.title ? 1 : a.row.key < b.row.key ? -1 : 1),
    )
    .map(({ row }) => row);
};
