import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { load } from 'js-yaml';
import { recordsRead } from '../../shared/aws/records/read-records.ts';
import { recordsWrite } from '../../shared/aws/records/write-records.ts';
import { NO_ORGANIZATION } from '../../shared/domain/access/no-organization.ts';
import { AgentsFile, type LoadedAgent } from '../../shared/domain/agents/agent.ts';
import { SERVICE_AGENTS } from '../../shared/domain/agents/service-agents.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { AGENTS } from '../../shared/table/kinds/agents.ts';
import { LocalError } from '../local/local-error.ts';
import type { Target } from './target.ts';

/** Agents by the effect of loading them, or the effect it would have. */
export interface LoadedAgents {
  created: string[];
  changed: string[];
  unchanged: string[];
}

const reasonOf = (error: unknown): string => (error as Error).message.split('\n')[0] ?? '';

/**
 * Reads agents from a YAML file.
 * @throws LocalError naming the file and every error in it
 */
export const readAgentsFile = (path: string): LoadedAgent[] => {
  let content: unknown;
  try {
    // With aliases, a few lines could expand to gigabytes or to a circular value.
    content = load(readFileSync(path, 'utf8'), { filename: path, maxAliases: 0 });
  } catch (error) {
    throw new LocalError(`${path} cannot be read as YAML: ${reasonOf(error)}`);
  }
  const parsed = AgentsFile.safeParse(content);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: place, message }) => `${place.join('.') || 'file'}: ${message}`);
    throw new LocalError(`${path} does not describe agents:\n  ${problems.join('\n  ')}`);
  }
  const taken = parsed.data.agents.filter(({ id }) => Object.hasOwn(SERVICE_AGENTS, id)).map(({ id }) => id);
  if (taken.length > 0) throw new LocalError(`${path} contains agents of the service itself: ${taken.join(', ')}`);
  return parsed.data.agents;
};

/**
 * Creates or updates the loaded agents from a file; others are kept. Running it twice changes nothing.
 * @throws LocalError like `readAgentsFile`
 */
export const loadAgents = async ({ table }: Target, path: string, isDry: boolean): Promise<LoadedAgents> => {
  const [read, write] = [recordsRead(table, AGENTS), recordsWrite(table, AGENTS)];
  const done: LoadedAgents = { created: [], changed: [], unchanged: [] };
  for (const { organization_id, id, ...fields } of readAgentsFile(path)) {
    const tenancy = organization_id ?? NO_ORGANIZATION;
    const existing = await read.get(tenancy, id);
    const now = new Date();
    const at = now.toISOString();
    const writeId = randomUUID();
    if (!existing) {
      done.created.push(id);
      const times = { created_at: at, updated_at: at, record_version: 1, write_id: writeId };
      if (!isDry) await write.create({ id, organization_id: tenancy, ...fields, ...times });
      continue;
    }
    const same = Object.entries(fields).every(([name, value]) =>
      isDeepStrictEqual(existing[name as keyof typeof fields], value),
    );
    done[same ? 'unchanged' : 'changed'].push(id);
    if (!same && !isDry) await write.change(tenancy, id, fields, { writeId, now });
  }
  return done;
};

/**
 * Removes a loaded agent, shared or of one organization.
 * @throws NotFound if it does not exist
 */
export const removeAgent = async (
  { table }: Target,
  id: string,
  organizationId: string | undefined,
  isDry: boolean,
): Promise<void> => {
  const record = await recordsRead(table, AGENTS).get(organizationId ?? NO_ORGANIZATION, id);
  if (!record) throw new NotFound(`There is no loaded agent ${id}`);
  if (!isDry) await recordsWrite(table, AGENTS).delete(record);
};
