import { readPlaceholders } from '../domain/mail/placeholders.ts';
import type { Texts, Values } from './render.ts';

const LINK = /<a\b[^<>]*\shref="\{\{\s*(\w+)\s*\}\}"[^<>]*>[^<]*<\/a>/gi;

/** Returns the template without links to absent addresses, and without lines of text that contain nothing else. */
export const withoutAbsentLinks = <T extends Texts>(template: T, values: Values): T => {
  const isAbsent = (name: string) => name.endsWith('_url') && !values[name];
  const isForNothing = (line: string): boolean => {
    const { placeholders } = readPlaceholders(line);
    return placeholders.length > 0 && placeholders.every(({ name }) => isAbsent(name));
  };
  return {
    ...template,
    body: template.body
      .split('\n')
      .filter((line) => !isForNothing(line))
      .join('\n'),
    html_body: template.html_body.replace(LINK, (link, name: string) => (isAbsent(name) ? '' : link)),
  };
};
