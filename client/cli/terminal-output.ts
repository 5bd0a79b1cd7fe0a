import process from 'node:process';

/** Results on standard output, as lines or as one JSON document; progress and errors on standard error. */
export class TerminalOutput {
  readonly #json: boolean;
  readonly #quiet: boolean;
  #transient = false;

  constructor({ json, quiet }: { json: boolean; quiet: boolean }) {
    this.#json = json;
    this.#quiet = quiet;
  }

  /** Prints the fields of a record in one line, separated by tabs; nothing in JSON mode. */
  line(...fields: readonly (string | number | null | undefined)[]): void {
    if (this.#json) return;
    this.#clear();
    process.stdout.write(`${fields.map((field) => String(field ?? '').replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`);
  }

  /** Prints the complete result in JSON mode. */
  json(value: unknown): void {
    if (this.#json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** Prints what is being done: on a terminal a line that the next one replaces, otherwise nothing. */
  progress(text: string): void {
    if (this.#quiet || !process.stderr.isTTY) return;
    this.#clear();
    process.stderr.write(text.slice(0, (process.stderr.columns ?? 80) - 1));
    this.#transient = true;
  }

  /** Prints what has been done, as a permanent line. */
  step(text: string): void {
    if (this.#quiet) return;
    this.error(text);
  }

  error(text: string): void {
    this.#clear();
    process.stderr.write(`${text}\n`);
  }

  #clear(): void {
    if (this.#transient) process.stderr.write('\r\u001b[K');
    this.#transient = false;
  }
}
