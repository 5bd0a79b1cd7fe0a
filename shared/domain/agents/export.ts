import { NO_ORGANIZATION } from '../access/no-organization.ts';
import type { Agent, AgentRecord } from './agent.ts';

/** The version of the interface, as paths carry it. */
const INTERFACE_VERSION = 'v1';

/** What every form of the export says of itself. */
export const metadataOf = (agents: readonly Agent[], now: Date) => ({
  exported_at: now.toISOString(),
  api_version: INTERFACE_VERSION,
  total_agents: agents.length,
  total_tasks: agents.reduce((sum, { tasks }) => sum + tasks.length, 0),
  scope: 'app-wide',
});

/** The part of a stored agent that belongs to all; undefined where the agent itself belongs to somebody. */
const appWidePart = ({ id, organization_id, project_id, ...record }: AgentRecord): Agent | undefined => {
  if (organization_id !== NO_ORGANIZATION || project_id !== null) return undefined;
  const { title, description, type } = record;
  const tasks = record.tasks.flatMap(({ organization_id: owner, project_id: project, ...task }) =>
    owner === null && project === null ? [task] : [],
  );
  return { id, title, description, type, tasks };
};

/** The agents of the service in their order, then the stored ones by their names. */
export const appWideAgents = (built: readonly Agent[], stored: readonly AgentRecord[]): Agent[] => {
  const taken = new Set(built.map(({ id }) => id));
  const loaded = stored.flatMap((record) => (taken.has(record.id) ? [] : (appWidePart(record) ?? [])));
  return [...built, ...loaded.sort((a, b) => (a.id < b.id ? -1 : 1))];
};
