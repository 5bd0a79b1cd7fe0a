import type { Row } from '../thresholds.ts';

/** Returns the unit at the end of a name. */
const unitOf = (name: string): string => {
  const words = name.match(/[A-Z][a-z]+/g) ?? [];
  const last = words.at(-1) ?? '';
  return last === 'Heights' && words.at(-2) === 'Text' ? 'text heights' : last.toLowerCase();
};

/** Returns the rows, measured on a number of inputs, as a Markdown document. */
export const tableOf = (rows: readonly Row[], inputs: number): string => {
  const reached = rows.filter((row) => row.inputs > 0);
  const idle = reached.filter(({ differs: { zero, huge } }) => zero === 0 || huge === 0);
  return [
    '# Thresholds of the engines',
    '',
    `\`npm run bench:thresholds\`: for each of ${rows.length} thresholds, the number of inputs that reach an expression which decides by it, and of those in which a decision differs if it is 0, 30 % smaller, 30 % larger, or a thousand times as large. ${inputs} inputs: drawn kinds of change, opened pairs of revisions, opened sheets. ${rows.length - reached.length} are not reached by a decision; of ${idle.length}, 0 or the large value never differs, so that their condition decides nothing on these inputs. Passed on: places where the value goes to other code and is not seen (a size, a weight, a parameter).`,
    '',
    ...[...Map.groupBy(rows, ({ file }) => file)].flatMap(([file, own]) => [
      `## ${file.replace('shared/', '')}`,
      '',
      '| threshold | value | unit | inputs | 0 | −30 % | +30 % | ∞ | passed on |',
      '|---|---|---|---|---|---|---|---|---|',
      ...own.map(({ name, value, inputs: reachedBy, differs: { zero, less, more, huge }, passedOn }) => {
        const cells = [`\`${name}\``, value, unitOf(name), reachedBy, zero, less, more, huge, passedOn || ''];
        return `| ${cells.join(' | ')} |`;
      }),
      '',
    ]),
  ].join('\n');
};
