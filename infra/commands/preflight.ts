import { parseArgs } from 'node:util';
import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { bundleService } from '../build/build.ts';
import { parseSettings } from '../cloud/settings.ts';
import { clients, needsOf, preflight } from '../operator/check-account.ts';
import { fileOf } from '../stages/index.ts';
import { CommandUsageError, runCommand } from './run-command.ts';

const usage = `npm run -s preflight -- --stage STAGE
Reads the quotas of the account and region of the current credentials, and prints for each what the stage needs and,
if it is too low, the command that requests more. Exit code 1 if one is too low. It changes nothing.`;

const main = async (args: string[]): Promise<void> => {
  const { stage } = parseArgs({ args, options: { stage: { type: 'string' } } }).values;
  if (stage === undefined) throw new CommandUsageError('--stage is missing');
  const bundles = await bundleService({ operations, workers });
  const bytes = bundles.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  const lines = await preflight(needsOf(parseSettings({ stage }, fileOf(stage)), bytes), clients());
  console.log(JSON.stringify(lines, null, 2));
  if (lines.some(({ isEnough }) => !isEnough)) process.exitCode = 1;
};

await runCommand(usage, main);
