import { type Clause, meeting } from '../../domain/search/clauses.ts';
import { orderSuggestions, readTyped, type SuggestedRow, suggestedBy } from '../../domain/search/suggestions.ts';
import type { SearchSuggestion, SuggestRequest } from '../../ports.ts';
import { membershipClauses } from './membership.ts';
import { type IndexView, isShown } from './reader.ts';

/** Rows per condition that are considered: further typing narrows them down. */
const ROWS = 50;

/**
 * Returns rows whose texts begin with the typed text, of the latest revisions, from one view of an organization's
 * index.
 */
export const suggest = (view: IndexView, request: SuggestRequest): SearchSuggestion[] => {
  const typed = readTyped(request.text);
  const common: Clause[] = [...membershipClauses(request.projects), { column: 'is_latest', in: [true] }];
  const found = new Map<string, SuggestedRow>();
  for (const conditions of suggestedBy(typed)) {
    const meets = meeting([...common, ...conditions]);
    let taken = 0;
    for (const { row, owner } of view.index?.rows() ?? []) {
      if (taken === ROWS) break;
      if (!meets(row) || !isShown(view, row, owner)) continue;
      found.set(row.key, row);
      taken++;
    }
    for (const row of view.entities) if (meets(row)) found.set(row.key, row);
  }
  return orderSuggestions(typed, [...found.values()])
    .slice(0, request.limit)
    .map(({ type, id, title, reference, project_id, page }) => ({ type, id, title, reference, project_id, page }));
};
