import type { ProjectAccess, RequestProjects } from './operation.ts';

/** The projects an answer rests on: those of these ids, or every one of the organization. */
export type SeenProjects = readonly string[] | 'all';

/**
 * A caller's access that remembers what it was asked and granted. An answer holds what its caller might see; kept and
 * given again later, it needs the same rights once more.
 */
export class RememberedAccess implements RequestProjects {
  readonly #access: ProjectAccess;
  readonly #shown = new Set<string>();
  #showedAll = false;

  constructor(access: ProjectAccess) {
    this.#access = access;
  }

  async allows(projectId: string): Promise<boolean> {
    const allowed = await this.#access.allows(projectId);
    if (allowed) this.#shown.add(projectId);
    return allowed;
  }

  async visible(): Promise<ReadonlySet<string> | 'all'> {
    const visible = await this.#access.visible();
    if (visible === 'all') this.#showedAll = true;
    else for (const projectId of visible) this.#shown.add(projectId);
    return visible;
  }

  answersAbout(projectId: string): void {
    this.#shown.add(projectId);
  }

  /** What was granted so far. */
  get seen(): SeenProjects {
    return this.#showedAll ? 'all' : [...this.#shown];
  }

  /** True when the caller sees now what an earlier answer rested on. */
  async covers(seen: SeenProjects): Promise<boolean> {
    if (seen === 'all') return (await this.#access.visible()) === 'all';
    const allowed = await Promise.all(seen.map((projectId) => this.#access.allows(projectId)));
    return allowed.every(Boolean);
  }
}
