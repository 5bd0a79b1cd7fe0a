/** Disjoint groups of numbered things. */
export class Groups {
  readonly #above: Uint32Array;

  constructor(count: number) {
    this.#above = Uint32Array.from({ length: count }, (_, i) => i);
  }

  /** Returns the number that stands for the group of one. */
  find(of: number): number {
    let at = of;
    while (this.#above[at] !== at) {
      this.#above[at] = this.#above[this.#above[at]!]!;
      at = this.#above[at]!;
    }
    return at;
  }

  /** Makes the groups of two one. */
  join(a: number, b: number): void {
    this.#above[this.find(a)] = this.find(b);
  }

  /** Returns the members of each group, in order; the group of the lowest number first. */
  all(): number[][] {
    const members = new Map<number, number[]>();
    for (let i = 0; i < this.#above.length; i++) {
      const root = this.find(i);
      const group = members.get(root);
      if (group) group.push(i);
      else members.set(root, [i]);
    }
    return [...members.values()];
  }
}
