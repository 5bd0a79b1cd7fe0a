import type { ProjectRecord } from '../domain/projects/project.ts';
import type { ProjectAccess, RequestProjects } from './operation.ts';

/** The projects that a response contains data of: those with these ids, or all of the organization. */
export type SeenProjects = readonly string[] | 'all';

/**
 * A caller's access that records what was granted. A response contains data that its caller may see; returning the
 * stored response later requires the same access again.
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

  async visibleProject(projectId: string): Promise<ProjectRecord | undefined> {
    const project = await this.#access.visibleProject(projectId);
    if (project) this.#shown.add(projectId);
    return project;
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

  /** The projects to which access has been granted. */
  get seen(): SeenProjects {
    return this.#showedAll ? 'all' : [...this.#shown];
  }

  /** Returns true if the caller has access to the projects of an earlier response. */
  async covers(seen: SeenProjects): Promise<boolean> {
    if (seen === 'all') return (await this.#access.visible()) === 'all';
    const allowed = await Promise.all(seen.map((projectId) => this.#access.allows(projectId)));
    return allowed.every(Boolean);
  }
}
