import type { Row } from '../thresholds.ts';

/** Returns the unit at the end of a name. */
const unitOf = (name: string): string => {
  const words = name.match(/[A-Z][a-z]+/g) ?? [];
  const last = words.at(-1) ?? '';
  return last === 'Heights' && words.at(-2) === 'Text' ? 'text heights' : last.toLowerCase();
};

const isIdle = ({ effects }: Row): boolean => Object.keys(effects).length === 0;

/** Returns the rows as a Markdown document. */
export const tableOf = (rows: readonly Row[]): string =>
  [
    '# Thresholds of the engines',
    '',
    `\`npm run bench:thresholds\`: each of ${rows.length} thresholds switched off (moved to 0, or else to a thousand times its value) and moved by 30 % down and up (whole numbers by 1 at least), and the first case whose result changes. "Worse" and "better" count right objects less wrong ones, where the case has a truth. Cases: number of cases whose code uses the threshold; an interrupted run covers the first cases of its engine only, and a threshold without a row has not been moved. ${rows.filter(isIdle).length} have no effect.`,
    '',
    ...[...Map.groupBy(rows, ({ file }) => file)].flatMap(([file, own]) => [
      `## ${file.replace('shared/', '')}`,
      '',
      '| threshold | value | unit | off | −30 % | +30 % | cases |',
      '|---|---|---|---|---|---|---|',
      ...own.map(({ name, value, effects, cases }) => {
        const off = effects['0'] ? `0: ${effects['0']}` : effects['∞'] ? `∞: ${effects['∞']}` : '–';
        const [less, more] = [effects['−30 %'] ?? '–', effects['+30 %'] ?? '–'];
        return `| \`${name}\` | ${value} | ${unitOf(name)} | ${off} | ${less} | ${more} | ${cases} |`;
      }),
      '',
    ]),
  ].join('\n');
