import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compareFiles } from '../../../shared/comparison/index.ts';

// `digest.ts PAIRS.json`: compares pairs of files and prints one digest of each result, as JSON.

const pairs = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as [string, string][];
/** One digest for each pair. */
export type Digests = string[];

const digests: Digests = [];
for (const [older, newer] of pairs) {
  const { result } = await compareFiles(older, newer);
  const said = result.items.map(({ kind, description, bounding_box }) => [kind, description, bounding_box]);
  digests.push(createHash('sha256').update(JSON.stringify(said)).digest('hex'));
}
console.log(JSON.stringify(digests));
