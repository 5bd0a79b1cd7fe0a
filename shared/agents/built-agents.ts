import type { Agent } from '../domain/agents/agent.ts';

/**
 * The bundler writes the finished descriptions in place of this name, so that the functions that serve them hold
 * neither the workers nor the operations that they are made from.
 */
declare const SERVICE_AGENT_DESCRIPTIONS: readonly Agent[] | undefined;

type Source = () => readonly Agent[] | Promise<readonly Agent[]>;

let source: Source | undefined =
  typeof SERVICE_AGENT_DESCRIPTIONS === 'undefined' || SERVICE_AGENT_DESCRIPTIONS === undefined
    ? undefined
    : () => SERVICE_AGENT_DESCRIPTIONS;

/** Says where the descriptions come from, in a process that has not been bundled. */
export const provideAgents = (given: Source): void => {
  source = given;
};

/** The agents that the service runs. @throws Error when neither the bundler nor `provideAgents` gave them */
export const builtAgents: Source = () => {
  if (!source) throw new Error('No descriptions of the agents were built in or provided');
  return source();
};
