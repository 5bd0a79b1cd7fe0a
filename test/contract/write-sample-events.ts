import { existsSync, writeFileSync } from 'node:fs';
import { operations } from '../../functions/registry.ts';
import { newSampleEvent } from './sample-event.ts';

/**
 * `npm run sample-events -- [NAME=VALUE …]`: writes `events/<id>.json` for each operation that has no sample event, and
 * prints its name. Parameters and fields of those names get those values.
 */
const given = process.argv.slice(2).map((each) => each.split('=', 2) as [string, string]);
const known = {
  ...{ project_id: '01980000-0000-7000-8000-00000000000a', document_id: 'sample-document' },
  ...Object.fromEntries(given),
};

for (const { operation } of operations) {
  const path = `events/${operation.id}.json`;
  if (existsSync(path)) continue;
  writeFileSync(path, `${JSON.stringify(newSampleEvent(operation, known), null, 2)}\n`);
  console.log(path);
}
