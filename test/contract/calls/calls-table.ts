import { REASONS, REPEATED } from './reasons.ts';
import type { Units } from './units.ts';

/** The calls of one request of an operation. */
export interface Calls {
  id: string;
  /** Descriptions by `describeCall`, in the order in which the calls begin. */
  calls: readonly string[];
  units: Units;
}

const reasonOf = (call: string): string => REASONS.find(({ matches }) => matches.test(call))?.name ?? '?';

/** Joins the names, with a count if it is not one: `project ×2, record`. */
const summarize = (names: readonly string[]): string =>
  [...new Set(names)]
    .map((name) => {
      const count = names.filter((other) => other === name).length;
      return count > 1 ? `${name} ×${count}` : name;
    })
    .join(', ');

/** Returns an operation's row of the table of calls, without its units, which depend on other samples' data. */
export const rowOf = ({ id, calls }: Calls): string => {
  const of = (...services: string[]) => {
    const count = calls.filter((call) => services.includes(call.split(':')[0] ?? '')).length;
    return count > 0 ? String(count) : '';
  };
  // Concurrent calls begin in any order.
  const made = [
    of('table', 'credentials'),
    of('bucket'),
    of('queue'),
    of('keys'),
    summarize(calls.map(reasonOf).sort()),
  ];
  return `| \`${id}\` | ${made.join(' | ')} |`;
};

const unitsOf = ({ units }: Calls): string => ` ${units.read || ''} | ${units.write || ''} |`;

/** Returns the document with the calls of all operations. */
export const tableOf = (all: readonly Calls[]): string => {
  const repeated = Object.entries(REPEATED).flatMap(([id, calls]) =>
    Object.entries(calls).map(([call, why]) => `- \`${id}\`, \`${call}\`: ${why}`),
  );
  return `# Calls of AWS services

The requests that one request of each operation makes to AWS services, counted for its sample event by the recorder of
the fault matrix (\`test/contract/calls.test.ts\`). The test fails if an operation makes one call more or fewer; if that is
intended, \`npm run calls\` writes this file. The caller is an administrator with a warm function; for a member of the
project, \`project\` is a \`membership\`. Units are those that the embedded table reports; they grow with the records that
a request reads, and the test does not compare them. A 403, 404 or 422 makes fewer calls.

| operation | table | S3 | SQS | KMS | calls | read units | write units |
|---|---:|---:|---:|---:|---|---:|---:|
${all.map((each) => rowOf(each) + unitsOf(each)).join('\n')}

## Why each call is needed

| call | reason |
|---|---|
${REASONS.map(({ name, why }) => `| ${name} | ${why} |`).join('\n')}
${repeated.length > 0 ? `\nCalls that an operation makes more than once:\n\n${repeated.join('\n')}\n` : ''}`;
};
