import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import { Agent, type AgentTask } from '../domain/agents/agent.ts';
import { SERVICE_AGENTS, type ServiceAgentId } from '../domain/agents/service-agents.ts';
import type { Operation } from '../http/operation.ts';
import { messages } from '../queue/messages.ts';
import type { TaskOfAgent, Worker } from '../queue/worker.ts';

type JsonSchema = Record<string, unknown>;

/** Returns a schema as self-contained JSON Schema, with referenced schemas in its `$defs`. */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const made = createSchema(schema, {
    io,
    openapiVersion: '3.1.0',
    schemaRefPath: '#/$defs/',
    opts: { allowEmptySchema: { unknown: true, any: true } },
  });
  const definitions = Object.keys(made.components).length > 0 && { $defs: made.components };
  return JSON.parse(JSON.stringify({ ...made.schema, ...definitions })) as JsonSchema;
};

const inputOf = (worker: Worker): JsonSchema =>
  jsonSchema('queue' in worker ? messages[worker.queue] : z.strictObject({}), 'input');

/** Returns the schema of a task's outcome: the 200 response of an operation. @throws Error if there is none */
const outputOf = (operations: readonly Operation[], { shownBy }: TaskOfAgent): JsonSchema => {
  const shown = operations.find(({ id }) => id === shownBy)?.responses[200]?.schema;
  if (!shown) throw new Error(`No operation ${shownBy} returns the outcome of an agent's task`);
  return jsonSchema(shown, 'output');
};

const triggerOf = (worker: Worker): string => {
  if ('queue' in worker) return `A message in the queue ${worker.queue}`;
  if ('schedule' in worker)
    return 'dailyAt' in worker.schedule
      ? `The schedule, every day at ${worker.schedule.dailyAt} UTC`
      : `The schedule, every ${worker.schedule.rateMinutes} minutes`;
  return 'A change of a record';
};

const taskOf = (worker: Worker, task: TaskOfAgent, operations: readonly Operation[]): AgentTask => ({
  task_id: worker.id,
  name: task.name,
  description: worker.description,
  input_schema: inputOf(worker),
  output_schema: outputOf(operations, task),
  workflows: [{ name: task.name, trigger: triggerOf(worker), steps: [...task.steps] }],
});

/**
 * Describes the agents that the service runs, from the declarations of its workers and the schemas of its messages and
 * responses.
 * @throws Error for an agent without a task, or for a task whose outcome no operation returns
 */
export const describeAgents = (workers: readonly Worker[], operations: readonly Operation[]): Agent[] =>
  (Object.keys(SERVICE_AGENTS) as ServiceAgentId[]).map((id) => {
    const own = workers.flatMap((worker) => (worker.task?.agent === id ? [{ worker, task: worker.task }] : []));
    if (own.length === 0) throw new Error(`No worker performs a task of the agent ${id}`);
    return Agent.parse({
      id,
      ...SERVICE_AGENTS[id],
      tasks: own.map(({ worker, task }) => taskOf(worker, task, operations)),
    });
  });
