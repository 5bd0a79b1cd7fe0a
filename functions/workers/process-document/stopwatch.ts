/** Measures the duration of the steps of a run in milliseconds; concurrent steps are counted separately. */
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

  /** Returns the durations as fields of a log line: `pdfium` becomes `pdfium_ms`. */
  fields(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.#taken).map(([part, taken]) => [`${part}_ms`, Math.round(taken)]));
  }
}
