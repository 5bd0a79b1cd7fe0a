import { NO_ORGANIZATION } from '../access/no-organization.ts';
import type { Agent, AgentRecord } from './agent.ts';

/** The version of the interface, as in paths. */
const INTERFACE_VERSION = 'v1';

/** Returns the metadata of every form of the export. */
export const metadataOf = (agents: readonly Agent[], now: Date) => ({
  exported_at: now.toISOString(),
  api_version: INTERFACE_VERSION,
  total_agents: agents.length,
  total_tasks: agents.reduce((sum, { tasks }) => sum + tasks.length, 0),
  scope: 'app-wide',
});

/** Returns the part of a stored agent that belongs to all; undefined if the agent itself has an owner. */
const appWidePart = ({ id, organization_id, project_id, ...record }: AgentRecord): Agent | undefined => {
  if (organization_id !== NO_ORGANIZATION || project_id !== null) return undefined;
  const { title, description, type } = record;
  const tasks = record.tasks.flatMap(({ organization_id: owner, project_id: project, ...task }) =>
    owner === null && project === null ? [task] : [],
  );
  return { id, title, description, type, tasks };
};

/** Returns the agents of the service in their order, followed by the stored ones sorted by id. */
export const appWideAgents = (built: readonly Agent[], stored: readonly AgentRecord[]): Agent[] => {
  const taken = new Set(built.map(({ id }) => id));
  const loaded = stored.flatMap((record) => (taken.has(record.id) ? [] : (appWidePart(record) ?? [])));
  return [...built, ...loaded.sort((a, b) => (a.id < b.id ? -1 : 1))];
};
