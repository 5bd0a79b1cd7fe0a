import type { Agent } from '../domain/agents/agent.ts';

/**
 * The bundler replaces this name with the finished descriptions, so that the functions that serve them contain neither
 * the workers nor the operations from which they are generated.
 */
declare const SERVICE_AGENT_DESCRIPTIONS: readonly Agent[] | undefined;

type Source = () => readonly Agent[] | Promise<readonly Agent[]>;

let source: Source | undefined =
  typeof SERVICE_AGENT_DESCRIPTIONS === 'undefined' || SERVICE_AGENT_DESCRIPTIONS === undefined
    ? undefined
    : () => SERVICE_AGENT_DESCRIPTIONS;

/** Sets the source of the descriptions in a process that is not bundled. */
export const provideAgents = (given: Source): void => {
  source = given;
};

/** Returns the agents that the service runs. @throws Error if neither the bundler nor `provideAgents` supplied them */
export const builtAgents: Source = () => {
  if (!source) throw new Error('No descriptions of the agents were bundled or provided');
  return source();
};
