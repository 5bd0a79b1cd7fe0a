import type { Clause } from '../../domain/search/clauses.ts';

/**
 * Restricts rows to the projects that the caller may see. The restriction is part of the query, never applied to its
 * results.
 */
export const membershipClauses = (projects: ReadonlySet<string> | 'all'): Clause[] =>
  projects === 'all' ? [] : [{ column: 'project_id', in: [...projects] }];
