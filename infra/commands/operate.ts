import { parseArgs } from 'node:util';
import { workers } from '../../functions/workers/registry.ts';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import { type QueueName, queueNames } from '../../shared/queue/queues.ts';
import { isPreview } from '../cloud/stages.ts';
import { audit } from '../operator/audit.ts';
import { emptyBuckets } from '../operator/empty-buckets.ts';
import { exportTenant } from '../operator/export-tenant.ts';
import { liftSuppression } from '../operator/lift-suppression.ts';
import { loadAgents, removeAgent } from '../operator/manage-agents.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../operator/manage-api-keys.ts';
import { pruneVersions } from '../operator/prune-versions.ts';
import { auditTenant, purgeTenant } from '../operator/purge-tenant.ts';
import { rebuildRegister } from '../operator/rebuild-register.ts';
import { rebuildSearch } from '../operator/rebuild-search.ts';
import { redrive } from '../operator/redrive.ts';
import { redriveStream, streamWorkerOf } from '../operator/redrive-stream.ts';
import { replay } from '../operator/replay.ts';
import { localTarget, stageTarget, type Target } from '../operator/target.ts';
import { CommandUsageError, runCommand } from './run-command.ts';

const usage = `npm run -s operate -- COMMAND [--stage STAGE] [--dry-run]
  redrive QUEUE                                        sends the messages in its dead-letter queue again; also for announce-…
  rebuild-register --organization O [--project P]      makes the registers agree with the documents
  rebuild-search --organization O                      rebuilds the search index; reports how the current one differs
  replay --organization O --document D                 reads a document again
  lift-suppression --address A                         allows mails again to an address that bounced or complained
  export-tenant --organization O --out FOLDER          writes all records and files of a tenant
  audit [--organization O] [--repair]                  checks all stored data against the invariants; exit code 1
                                                       if a violation was found and not repaired
  purge-tenant --organization O --yes O                permanently removes all data of a tenant
  load-agents FILE.yaml                                 adds or changes agents of the documentation export
  remove-agent ID [--organization O]                   removes a loaded agent
  create-key --name N [--days D]                       creates an X-Api-Key for the documentation export, shown once
  list-keys                                            lists the keys
  revoke-key ID                                        revokes a key
  empty-buckets --stage pr-N --yes pr-N                empties the buckets of a preview, so that it can be destroyed
  prune-versions --stage STAGE                         deletes old versions of functions except the newest three
Without --stage it uses the service running on this DATA_DIR. --dry-run reports what would be done.`;

/** Versions of each function that are kept for a rollback. */
const VERSIONS_RETAINED = 3;

const text = { type: 'string' } as const;
const options = {
  stage: text,
  organization: text,
  project: text,
  document: text,
  out: text,
  address: text,
  yes: text,
  name: text,
  days: text,
  repair: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true });
type Values = ReturnType<typeof parse>['values'];

const needed = (values: Values, name: 'organization' | 'document' | 'out' | 'name' | 'address'): string => {
  const value = values[name];
  if (!value) throw new CommandUsageError(`--${name} is missing`);
  return value;
};

const named = (argument: string | undefined, what: string): string => {
  if (!argument) throw new CommandUsageError(`Name ${what}`);
  return argument;
};

const daysOf = ({ days }: Values): number | undefined => {
  if (days === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(days)) throw new CommandUsageError(`--days must be a whole number from 1 to 99999`);
  return Number(days);
};

const redrivable = [...queueNames, ...workers.flatMap(({ worker }) => ('stream' in worker ? [worker.id] : []))];
const isQueue = (name: string | undefined): name is QueueName => (queueNames as string[]).includes(name ?? '');

/** Printed to standard error, because standard output is the result. */
const progress = (message: string): void => console.error(message);

type Command = (target: Target, values: Values, argument: string | undefined) => Promise<unknown>;

const commands: Readonly<Record<string, Command>> = {
  redrive: async (target, values, queue) => {
    const stream = streamWorkerOf(queue);
    if (stream) return redriveStream(target, stream, values['dry-run'], (message) => console.log(message));
    if (!isQueue(queue))
      throw new CommandUsageError(`Name a queue, or the worker of a stream: ${redrivable.join(', ')}`);
    const isDry = values['dry-run'];
    const messages = await redrive(target, queue, isDry, (message) => console.log(message));
    return isDry ? { would_send: messages } : { sent: messages };
  },
  'rebuild-register': (target, values) =>
    rebuildRegister(target, needed(values, 'organization'), values.project, values['dry-run']),
  'rebuild-search': async (target, values) => {
    const isDry = values['dry-run'];
    const index = await rebuildSearch(target, needed(values, 'organization'), isDry);
    return { index, ...(isDry ? { would_rebuild: true } : { queued: true }) };
  },
  replay: async (target, values) => {
    const [organization, document] = [needed(values, 'organization'), needed(values, 'document')];
    const before = await replay(target, organization, document, values['dry-run']);
    return { document, before, ...(values['dry-run'] ? { would_queue: true } : { queued: true }) };
  },
  'lift-suppression': async (target, values) => {
    const isDry = values['dry-run'];
    const lifted = await liftSuppression(target, needed(values, 'address'), isDry);
    return isDry ? { would_lift: lifted } : { lifted };
  },
  audit: async (target, { organization, repair, 'dry-run': isDry }) => {
    const onQueued = (queued: object) => console.error(`waiting for what is queued: ${JSON.stringify(queued)}`);
    const report = await audit(target, { organizationId: organization, repair: repair && !isDry, onQueued });
    if (report.findings.length > report.repaired.length) process.exitCode = 1;
    return report;
  },
  'export-tenant': async (target, values) => {
    const organization = needed(values, 'organization');
    if (values['dry-run']) return { would_export: await auditTenant(target, organization) };
    return { exported: await exportTenant(target, organization, needed(values, 'out'), progress) };
  },
  'load-agents': async (target, values, file) => {
    const isDry = values['dry-run'];
    const loaded = await loadAgents(target, named(file, 'a file'), isDry);
    return isDry ? { would_load: loaded } : { loaded };
  },
  'remove-agent': async (target, values, id) => {
    const agent = named(id, 'an agent');
    await removeAgent(target, agent, values.organization, values['dry-run']);
    return values['dry-run'] ? { would_remove: agent } : { removed: agent };
  },
  'create-key': async (target, values) => {
    const [name, days] = [needed(values, 'name'), daysOf(values)];
    return values['dry-run'] ? { would_create: { name, days } } : { created: await createApiKey(target, name, days) };
  },
  'list-keys': async (target) => ({ keys: await listApiKeys(target) }),
  'revoke-key': async (target, values, id) => {
    const revoked = await revokeApiKey(target, named(id, 'a key'), values['dry-run']);
    return values['dry-run'] ? { would_revoke: revoked } : { revoked };
  },
  'empty-buckets': async (target, values) => {
    const { stage } = values;
    if (stage === undefined || !isPreview(stage))
      throw new CommandUsageError('Only the buckets of a preview can be emptied');
    if (values.yes !== stage) throw new CommandUsageError(`Confirm the stage: --yes ${stage}`);
    return { removed: await emptyBuckets(target, values['dry-run']) };
  },
  'prune-versions': async (_target, values) => {
    const { stage } = values;
    if (stage === undefined) throw new CommandUsageError('Name a --stage: only functions in the cloud have versions');
    const pruned = await pruneVersions(stage, VERSIONS_RETAINED, values['dry-run']);
    return values['dry-run'] ? { would_remove: pruned } : { removed: pruned };
  },
  'purge-tenant': async (target, values) => {
    const organization = needed(values, 'organization');
    if (values['dry-run']) return { would_remove: await auditTenant(target, organization) };
    if (values.yes !== organization) throw new CommandUsageError(`Confirm the organization: --yes ${organization}`);
    const removed = await purgeTenant(target, organization, progress);
    return { removed, left: await auditTenant(target, organization) };
  },
};

/** Prints the result as JSON. */
const main = async (args: string[]): Promise<void> => {
  const { values, positionals } = parse(args);
  const [name = '', argument] = positionals;
  const command = commands[name];
  if (!command) throw new CommandUsageError(name === '' ? 'Name a command.' : `There is no command ${name}.`);
  const target = values.stage === undefined ? localTarget(process.env) : await stageTarget(values.stage);
  console.log(JSON.stringify(await command(target, values, argument), null, 2));
};

await runCommand(usage, main, [Conflict, NotFound]);
