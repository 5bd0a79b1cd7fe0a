import * as z from 'zod';
import { line, prose } from '../fields.ts';

/** Names of agents and tasks: lower case, so that no two differ by case alone. */
const name = z.string().regex(/^[a-z0-9](?:[a-z0-9_-]{0,126}[a-z0-9])?$/, 'must be 1 to 128 of a-z, 0-9, "-" and "_"');

/** Every workflow of a task in the order of its steps. */
const Workflow = z
  .strictObject({
    name: line(256).min(1).meta({ description: 'What the workflow is called', example: 'Read a stored file' }),
    trigger: line(512).min(1).meta({ description: 'What starts it', example: 'A message in the queue process' }),
    steps: z
      .array(prose(2048).min(1))
      .min(1)
      .max(100)
      .meta({ description: 'What is done, in this order', example: ['Reads the file', 'Stores its text'] }),
  })
  .meta({ id: 'AgentWorkflow', description: 'How a task is done' });

const schema = z.record(z.string(), z.unknown());

/** One thing that an agent does. */
export const AgentTask = z
  .strictObject({
    task_id: name.meta({ description: 'Unique among the tasks of its agent', example: 'process-document' }),
    name: line(256).min(1).meta({ description: 'What the task is called', example: 'Read a stored file' }),
    description: prose(8192).meta({ description: 'What the task is for', example: 'Reads text and sheets of a file' }),
    input_schema: schema.meta({ description: 'JSON Schema (2020-12) of what the task is given' }),
    output_schema: schema.meta({ description: 'JSON Schema (2020-12) of what it leaves behind' }),
    workflows: z.array(Workflow).max(50).meta({ description: 'How it is done' }),
  })
  .meta({ id: 'AgentTask' });
export type AgentTask = z.infer<typeof AgentTask>;

/** An agent as the documentation export shows it. */
export const Agent = z
  .strictObject({
    id: name.meta({ description: 'The identifier of the agent', example: 'document-processing' }),
    title: line(256).min(1).meta({ description: 'What the agent is called', example: 'Document processing' }),
    description: prose(8192).meta({ description: 'What the agent is for', example: 'Reads uploaded files' }),
    type: line(64).min(1).meta({ description: 'What kind of agent it is', example: 'pipeline' }),
    tasks: z.array(AgentTask).max(100).meta({ description: 'What it does for all organizations' }),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

/** To whom an agent or task belongs: null for all. */
const Owner = line(128).min(1).nullable();
const TaskRecord = AgentTask.extend({ organization_id: Owner, project_id: Owner });

/** A stored agent. */
export const AgentRecord = z.object({
  id: z.string(),
  /** `NO_ORGANIZATION` where it belongs to none. */
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

/** An agent as an operator's file states it; what belongs to all may leave out its owners. */
const LoadedAgent = Agent.extend({
  organization_id: Owner.default(null),
  project_id: Owner.default(null),
  tasks: z
    .array(TaskRecord.extend({ organization_id: Owner.default(null), project_id: Owner.default(null) }))
    .max(100)
    .refine((tasks) => areUnique(tasks.map(({ task_id }) => task_id)), 'names a task_id twice'),
});
export type LoadedAgent = z.infer<typeof LoadedAgent>;

/** The file of `operate load-agents`. */
export const AgentsFile = z.strictObject({
  agents: z
    .array(LoadedAgent)
    .min(1)
    .max(500)
    .refine((agents) => areUnique(agents.map(({ id }) => id)), 'names an id twice'),
});
