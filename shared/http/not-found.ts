import type { Operation } from './operation.ts';

/** What an operation does not find, by its declaration alone: a missing record's answer is that of a hidden one. */
export interface Sought {
  /** Such as `Document`. */
  name: string;
  /** The parameter or field that names it. */
  loc: string[];
}

const singular = (segment: string): string => {
  const words = segment.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const fieldsOf = (schema: unknown): object => (schema as { shape?: object } | undefined)?.shape ?? {};

/** The record that the path ends in, else the project that is asked about. */
export const soughtBy = ({ path, query, body, multipart }: Operation): Sought => {
  const [, segment, parameter] = /.*\/([^/{}]+)\/\{(\w+)\}/.exec(path) ?? [];
  if (segment !== undefined && parameter !== undefined) return { name: singular(segment), loc: ['path', parameter] };
  if ('project_id' in fieldsOf(query)) return { name: 'Project', loc: ['query', 'project_id'] };
  if ('project_id' in { ...fieldsOf(body), ...fieldsOf(multipart?.fields) }) {
    return { name: 'Project', loc: ['body', 'project_id'] };
  }
  return { name: singular(path.split('/')[3] ?? 'record'), loc: [] };
};
