import type { Sought } from '../domain/errors.ts';
import type { Operation } from './operation.ts';

const singular = (segment: string): string => {
  const words = segment.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const fieldsOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {};

/**
 * Returns what an operation looks up: the record at the end of the path, or else the project that the request names. It is
 * derived from the declaration alone, so that a missing record and a hidden one yield the same response.
 */
export const soughtBy = ({ path, query, body, multipart }: Operation): Sought => {
  const [, segment, parameter] = /.*\/([^/{}]+)\/\{(\w+)\}/.exec(path) ?? [];
  if (segment !== undefined && parameter !== undefined) return { name: singular(segment), loc: ['path', parameter] };
  if ('project_id' in fieldsOf(query)) return { name: 'Project', loc: ['query', 'project_id'] };
  if ('project_id' in { ...fieldsOf(body), ...fieldsOf(multipart?.fields) }) {
    return { name: 'Project', loc: ['body', 'project_id'] };
  }
  return { name: singular(path.split('/')[3] ?? 'record'), loc: [] };
};
