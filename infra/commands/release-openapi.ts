import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { operations, tags } from '../../functions/registry.ts';
import { buildOpenApi } from '../../shared/http/openapi/build-openapi.ts';
import { promiseOf } from '../contract/breaking-changes.ts';
import { RELEASED } from '../contract/released.ts';
import { CommandUsageError, runCommand } from './run-command.ts';

const usage = `Stores the OpenAPI description as the released one, with which the tests compare later ones.

  npm run release-openapi`;

await runCommand(usage, async (args) => {
  if (args.length > 0) throw new CommandUsageError('This command takes no arguments');
  const document = buildOpenApi(
    operations.map(({ operation }) => operation),
    tags,
  );
  writeFileSync(RELEASED, `${JSON.stringify(promiseOf(document), null, 1)}\n`);
  console.log(relative('.', RELEASED));
});
