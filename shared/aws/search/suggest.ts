import { type Clause, meets } from '../../domain/search/clauses.ts';
import {
  orderSuggestions,
  readTyped,
  SUGGESTED_COLUMNS,
  type SuggestedRow,
  suggestedBy,
} from '../../domain/search/suggest.ts';
import type { SearchSuggestion, SuggestRequest } from '../../ports.ts';
import { membershipClauses } from './membership.ts';
import type { View } from './reader.ts';

/** Rows of each condition that are looked at: what is typed on narrows them down. */
const ROWS = 50;

/** What goes on as the text that was typed begins, of the latest revisions, from one view of an organization's index. */
export const suggest = async (view: View, request: SuggestRequest): Promise<SearchSuggestion[]> => {
  const typed = readTyped(request.text);
  const common: Clause[] = [...membershipClauses(request.projects), { column: 'is_latest', in: [true] }];
  const found = new Map<string, SuggestedRow>();
  await Promise.all(
    suggestedBy(typed).map(async (conditions) => {
      const clauses = [...common, ...conditions];
      const rows = await view.index?.entities.rows([...clauses, ...view.entityClauses], SUGGESTED_COLUMNS, ROWS);
      for (const row of rows ?? []) found.set(row.key, row);
      for (const row of view.entities) if (meets(row, clauses)) found.set(row.key, row);
    }),
  );
  return orderSuggestions(typed, [...found.values()])
    .slice(0, request.limit)
    .map(({ type, id, title, reference, project_id, page }) => ({ type, id, title, reference, project_id, page }));
};
