/** Milliseconds after which usage counts half. */
const HALF_LIFE = 60_000;

/** How long each tenant kept workers busy, weighted by recency. */
export class RecentUse {
  readonly #used = new Map<string, { milliseconds: number; at: number }>();

  /**
   * Returns a tenant's weighted usage in milliseconds.
   * @param now epoch milliseconds
   */
  of(tenant: string, now: number): number {
    const used = this.#used.get(tenant);
    return used ? used.milliseconds * 0.5 ** ((now - used.at) / HALF_LIFE) : 0;
  }

  add(tenant: string, milliseconds: number, now: number): void {
    this.#used.set(tenant, { milliseconds: this.of(tenant, now) + milliseconds, at: now });
    // Usage that has decayed to almost nothing is forgotten.
    for (const [name, { at }] of this.#used) if (now - at > 20 * HALF_LIFE) this.#used.delete(name);
  }
}
