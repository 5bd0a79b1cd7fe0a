import type { Api } from '../client.ts';
import type { Output } from './output.ts';

/** The command was not called as it must be. */
export class UsageError extends Error {}

export interface Option {
  type: 'string' | 'boolean';
  short?: string;
  /** What stands for the value in the help. */
  value?: string;
  help: string;
}
export type Options = Readonly<Record<string, Option>>;

/** The values of a command's options, by name. */
interface Values {
  text(name: string): string | undefined;
  flag(name: string): boolean;
}

export interface Context {
  values: Values;
  output: Output;
  /** The client, made when a command first needs it. @throws UsageError without a token */
  connect(): Api;
}

export interface Command {
  /** As the help shows them: `FILE…`. */
  arguments: string;
  summary: string;
  options: Options;
  /** Whether the arguments are files, for the shell's completion. */
  takesFiles?: boolean;
  run(args: readonly string[], context: Context): Promise<void>;
}

/** Options that every command takes. */
export const COMMON: Options = {
  json: { type: 'boolean', help: 'print one JSON document' },
  quiet: { type: 'boolean', short: 'q', help: 'print no progress' },
  help: { type: 'boolean', short: 'h', help: 'print the help of the command' },
};
