/** What the parts of one run took, in milliseconds by part; parts that run side by side count each. */
export class Stopwatch {
  readonly #taken: Record<string, number> = {};

  async time<T>(part: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#taken[part] = (this.#taken[part] ?? 0) + performance.now() - started;
    }
  }

  /** As fields of a log line: `pdfium` becomes `pdfium_ms`. */
  fields(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.#taken).map(([part, taken]) => [`${part}_ms`, Math.round(taken)]));
  }
}
