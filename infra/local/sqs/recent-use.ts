/** Milliseconds after which half of what was used no longer counts. */
const HALF_LIFE = 60_000;

/** How long each tenant kept workers busy, the more recent the more it counts. */
export class RecentUse {
  readonly #used = new Map<string, { milliseconds: number; at: number }>();

  /** @param now epoch milliseconds */
  of(tenant: string, now: number): number {
    const used = this.#used.get(tenant);
    return used ? used.milliseconds * 0.5 ** ((now - used.at) / HALF_LIFE) : 0;
  }

  add(tenant: string, milliseconds: number, now: number): void {
    this.#used.set(tenant, { milliseconds: this.of(tenant, now) + milliseconds, at: now });
    // Whoever used next to nothing lately is as good as forgotten.
    for (const [name, { at }] of this.#used) if (now - at > 20 * HALF_LIFE) this.#used.delete(name);
  }
}
