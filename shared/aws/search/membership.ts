import type { Clause } from '../../domain/search/clauses.ts';

/** Leaves the rows of the projects that the caller may see: a part of what the engine is asked, never applied afterwards. */
export const membershipClauses = (projects: ReadonlySet<string> | 'all'): Clause[] =>
  projects === 'all' ? [] : [{ column: 'project_id', in: [...projects] }];
