import * as z from 'zod';
import { line, prose } from '../fields.ts';

/** Names of agents and tasks are in lower case, so that no two differ by case alone. */
const name = z.string().regex(/^[a-z0-9](?:[a-z0-9_-]{0,126}[a-z0-9])?$/, 'must be 1 to 128 of a-z, 0-9, "-" and "_"');

/** A workflow of a task, with its steps in order. */
const Workflow = z
  .strictObject({
    name: line(256).min(1).meta({ description: 'The name of the workflow', example: 'Read a stored file' }),
    trigger: line(512).min(1).meta({ description: 'What triggers it', example: 'A message in the queue process' }),
    steps: z
      .array(prose(2048).min(1))
      .min(1)
      .max(100)
      .meta({ description: 'The steps, in order', example: ['Reads the file', 'Stores its text'] }),
  })
  .meta({ id: 'AgentWorkflow', description: 'How a task is performed' });

const schema = z.record(z.string(), z.unknown());

/** A task of an agent. */
export const AgentTask = z
  .strictObject({
    task_id: name.meta({ description: 'Unique among the tasks of its agent', example: 'process-document' }),
    name: line(256).min(1).meta({ description: 'The name of the task', example: 'Read a stored file' }),
    description: prose(8192).meta({
      description: 'The purpose of the task',
      example: 'Reads text and sheets of a file',
    }),
    input_schema: schema.meta({ description: 'JSON Schema (2020-12) of the input' }),
    output_schema: schema.meta({ description: 'JSON Schema (2020-12) of the output' }),
    workflows: z.array(Workflow).max(50).meta({ description: 'The workflows of the task' }),
  })
  .meta({ id: 'AgentTask' });
export type AgentTask = z.infer<typeof AgentTask>;

/** An agent as represented in the documentation export. */
export const Agent = z
  .strictObject({
    id: name.meta({ description: 'The identifier of the agent', example: 'document-processing' }),
    title: line(256).min(1).meta({ description: 'The name of the agent', example: 'Document processing' }),
    description: prose(8192).meta({ description: 'The purpose of the agent', example: 'Reads uploaded files' }),
    type: line(64).min(1).meta({ description: 'The kind of agent', example: 'pipeline' }),
    tasks: z.array(AgentTask).max(100).meta({ description: 'Its tasks for all organizations' }),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

/** The owner of an agent or task; null if it belongs to all. */
const Owner = line(128).min(1).nullable();
const TaskRecord = AgentTask.extend({ organization_id: Owner, project_id: Owner });

/** A stored agent. */
export const AgentRecord = z.object({
  id: z.string(),
  /** `NO_ORGANIZATION` if it belongs to none. */
  organization_id: z.string(),
  project_id: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  type: z.string(),
  tasks: z.array(TaskRecord),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type AgentRecord = z.infer<typeof AgentRecord>;

const areUnique = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** An agent in an operator's file; owners may be omitted. */
const LoadedAgent = Agent.extend({
  organization_id: Owner.default(null),
  project_id: Owner.default(null),
  tasks: z
    .array(TaskRecord.extend({ organization_id: Owner.default(null), project_id: Owner.default(null) }))
    .max(100)
    .refine((tasks) => areUnique(tasks.map(({ task_id }) => task_id)), 'contains a task_id twice'),
});
export type LoadedAgent = z.infer<typeof LoadedAgent>;

/** The file that `operate load-agents` reads. */
export const AgentsFile = z.strictObject({
  agents: z
    .array(LoadedAgent)
    .min(1)
    .max(500)
    .refine((agents) => areUnique(agents.map(({ id }) => id)), 'contains an id twice'),
});
