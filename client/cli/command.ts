import type { Api } from '../client.ts';
import type { TerminalOutput } from './terminal-output.ts';

/** Thrown if a command was called with wrong arguments. */
export class UsageError extends Error {}

/** Thrown if a command that calls the service has no token. */
export class MissingToken extends UsageError {}

export interface Option {
  type: 'string' | 'boolean';
  short?: string;
  /** Placeholder for the value in the help. */
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
  output: TerminalOutput;
  /**
   * Returns the client, creating it on first use.
   * @throws UsageError without a token
   */
  connect(): Api;
}

export interface Command {
  /** As shown in the help: `FILE…`. */
  arguments: string;
  summary: string;
  options: Options;
  /** Whether the arguments are files, for shell completion. */
  takesFiles?: boolean;
  run(args: readonly string[], context: Context): Promise<void>;
}

/** Options of every command. */
export const COMMON: Options = {
  json: { type: 'boolean', help: 'print one JSON document' },
  quiet: { type: 'boolean', short: 'q', help: 'print no progress' },
  help: { type: 'boolean', short: 'h', help: 'print the help of the command' },
};
