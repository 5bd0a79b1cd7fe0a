import { Invalid, type Problem } from '../domain/errors.ts';
import { type Fault, placeOf, readPlaceholders } from '../domain/mail/placeholders.ts';
import type { Texts } from './render.ts';
import { scanHtml } from './scan-html.ts';

const problemsOf = (field: keyof Texts, text: string, faults: readonly Fault[]): Problem[] =>
  faults.map(({ at, msg }) => ({ loc: ['body', field], msg: `${placeOf(text, at)}: ${msg}`, type: 'value_error' }));

/**
 * Returns the names of all placeholders, in order of first use.
 * @param listed the names given by the caller
 * @throws Invalid with each fault of the texts, and each name that is only listed or only used
 */
export const checkTemplate = (texts: Texts, listed: readonly string[] | undefined): string[] => {
  const { subject, body, html_body } = texts;
  const used = [subject, body, html_body].flatMap((text) =>
    readPlaceholders(text).placeholders.map(({ name }) => name),
  );
  const names = [...new Set(used)];
  const problems = [
    ...problemsOf('subject', subject, readPlaceholders(subject).faults),
    ...problemsOf('body', body, readPlaceholders(body).faults),
    ...problemsOf('html_body', html_body, scanHtml(html_body).faults),
  ];
  if (listed) {
    const unlisted = names.filter((name) => !listed.includes(name));
    const unused = [...new Set(listed)].filter((name) => !names.includes(name));
    for (const name of unlisted) {
      const [field, text] = Object.entries({ subject, body, html_body }).find(([, each]) =>
        readPlaceholders(each).placeholders.some((placeholder) => placeholder.name === name),
      ) as [string, string];
      const at = readPlaceholders(text).placeholders.find((placeholder) => placeholder.name === name)?.start ?? 0;
      const msg = `${field}, ${placeOf(text, at)}: {{${name}}} is not listed`;
      problems.push({ loc: ['body', 'variables'], msg, type: 'value_error' });
    }
    for (const name of unused) {
      const msg = `"${name}" is listed, and no placeholder has that name`;
      problems.push({ loc: ['body', 'variables', String(listed.indexOf(name))], msg, type: 'value_error' });
    }
  }
  if (problems.length > 0) throw new Invalid(problems.slice(0, 100));
  return names;
};
