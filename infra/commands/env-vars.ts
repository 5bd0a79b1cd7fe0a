import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/root.ts';
import { LocalError } from '../local/local-error.ts';
import { functionVariables } from '../operator/function-variables.ts';
import { localTarget } from '../operator/target.ts';
import { CommandUsageError, runCommand } from './run-command.ts';

const usage = `Prints the environment variables of every function in cdk.out for the instance on this machine.

  npm run -s env-vars > env.json`;

const main = async (args: string[]): Promise<void> => {
  if (args.length > 0) throw new CommandUsageError('This command takes no arguments.');
  const folder = join(root, 'cdk.out');
  if (!existsSync(folder)) throw new LocalError('There is no cdk.out: run npm run synth first');
  const templates = readdirSync(folder)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object);
  localTarget(process.env);
  console.log(JSON.stringify(functionVariables(templates, process.env), null, 2));
};

await runCommand(usage, main);
