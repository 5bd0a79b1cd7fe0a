#!/usr/bin/env node
import process from 'node:process';
import { parseArgs } from 'node:util';
import { COMMON, type Command, MissingToken, UsageError } from './cli/command.ts';
import { commands } from './cli/commands.ts';
import { exitCodeOf, messageOf } from './cli/failure.ts';
import { TerminalOutput } from './cli/terminal-output.ts';
import type { Api } from './client.ts';
import { addressOf, connect } from './node.ts';

const pad = (text: string): string => text.padEnd(26);

const usage = (): string => `cds: the command line of the construction document service

${Object.entries(commands)
  .map(([name, command]) => `  cds ${pad(`${name} ${command.arguments}`)}${command.summary}`)
  .join('\n')}

"cds COMMAND --help" lists the options of a command. Environment:
  CDS_URL      address of the service (http://localhost:PORT)
  PORT         port of a service on this machine (3000)
  CDS_TOKEN    access token
  CDS_PROJECT  project of commands that take --project
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no access, 4 the service does not answer.`;

const usageOf = (name: string, { arguments: args, summary, options }: Command): string => {
  const lines = Object.entries({ ...options, ...COMMON }).map(([option, { short, value, help }]) => {
    const shown = `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`;
    return `  ${pad(shown)}${help}`;
  });
  return `cds ${`${name} ${args}`.trim()}: ${summary}\n\n${lines.join('\n')}`;
};

const connectAs = (): Api => {
  if (!process.env.CDS_TOKEN) {
    throw new MissingToken('CDS_TOKEN is not set; for a service on this machine, npm run -s token prints one');
  }
  if (!URL.canParse(addressOf())) throw new UsageError(`${addressOf()} is not an address: check CDS_URL and PORT`);
  return connect();
};

const commandOf = (name: string): Command => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command ${name}`);
  return command;
};

const main = async ([name = '', ...args]: readonly string[]): Promise<void> => {
  if (['', '--help', '-h', 'help'].includes(name)) {
    if (name === '') throw new UsageError('Name a command');
    console.log(usage());
    return;
  }
  const command = commandOf(name);
  const options = { ...command.options, ...COMMON };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const given = values as Record<string, string | boolean | undefined>;
  if (given.help) {
    console.log(usageOf(name, command));
    return;
  }
  const flag = (option: string): boolean => given[option] === true;
  await command.run(positionals, {
    values: { flag, text: (option) => given[option] as string | undefined },
    output: new TerminalOutput({ json: flag('json'), quiet: flag('quiet') }),
    connect: connectAs,
  });
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = exitCodeOf(error);
  process.stderr.write(`${messageOf(error)}\n`);
}
