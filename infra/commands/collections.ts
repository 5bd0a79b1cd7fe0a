import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { operations } from '../../functions/registry.ts';
import { buildOpenApi } from '../../shared/http/openapi/build-openapi.ts';
import { brunoCollection } from '../collections/bruno.ts';
import { postmanCollection } from '../collections/postman.ts';
import { sampleRequests } from '../collections/sample-requests.ts';
import { runCommand, UsageError } from './command.ts';

const usage = `Writes a sample request for every operation: postman.json for Postman, bruno/ for Bruno.

  npm run -s collections -- [FOLDER] [BASE_URL]    collections and http://localhost:3000 by default`;

await runCommand(usage, async (args) => {
  const [folder = 'collections', baseUrl = 'http://localhost:3000'] = args;
  if (args.length > 2 || folder.startsWith('-')) throw new UsageError('Specify a folder and a URL, or neither');
  const { title, requests } = sampleRequests(buildOpenApi(operations.map(({ operation }) => operation)));
  const files = new Map<string, string>([
    ['postman.json', `${JSON.stringify(postmanCollection(title, requests, baseUrl), null, 2)}\n`],
  ]);
  for (const [path, text] of brunoCollection(title, requests, baseUrl)) files.set(join('bruno', path), text);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  console.log(`${requests.length} requests in ${join(folder, 'postman.json')} and ${join(folder, 'bruno')}`);
});
