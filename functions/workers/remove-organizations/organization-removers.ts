import { tenantFolders } from '../../../shared/domain/uploads/store-path.ts';
import type { KindIn, Ports, RemovableIn } from '../../../shared/ports.ts';
import { type Left, PAGE, type RemovalRun, removeAll, removeListed } from '../lib/remove-listed.ts';
import { removeWebhook } from '../lib/remove-webhook.ts';

/** The ports that the removers need, for `uses`. */
export const ORGANIZATION_REMOVER_PORTS = [
  'organizations.remove',
  'projects.read',
  'projects.delete',
  'systems.read',
  'credentials.write',
  'activities.read',
  'activities.write',
  'webhooks.read',
  'webhooks.write',
  'queue.search',
  'files.remove',
] as const;
type RemoverPorts = Pick<Ports, (typeof ORGANIZATION_REMOVER_PORTS)[number]>;

/** Removes all records of one type that belong to an organization; safe to run several times. */
type Remover = (organizationId: string, ports: RemoverPorts, run: RemovalRun) => Promise<Left>;

const WHOLE = { list: 'inOrganization', limit: PAGE } as const;

/** Removes projects created while the organization was being deleted; `remove-project` removes their contents. */
const projects: Remover = async (id, ports, run) => {
  const left = await removeListed(
    () => ports['projects.read'].list(id, WHOLE),
    (record) => ports['projects.delete'].begin(record, { now: run.now }),
    run,
  );
  if (left !== 'nothing') return left;
  return (await ports['organizations.remove'].deletesProjects(id)) ? 'later' : 'nothing';
};

const systems: Remover = (id, ports, run) =>
  removeListed(
    () => ports['systems.read'].list(id, WHOLE),
    async (record) => {
      await ports['credentials.write'].delete(record, {});
      await ports['organizations.remove'].removeCalls(id, record.system_id);
    },
    run,
  );

const activities: Remover = (id, ports, run) =>
  removeListed(
    () => ports['activities.read'].list(id, WHOLE),
    (record) => ports['activities.write'].delete(record),
    run,
  );

const webhooks: Remover = (id, ports, run) =>
  removeListed(
    () => ports['webhooks.read'].list(id, WHOLE),
    (record) => removeWebhook(record, ports),
    run,
  );

type WholeRemoval =
  | 'removeAgents'
  | 'removeDigests'
  | 'removeEvents'
  | 'removeStoredFiles'
  | 'removeNotifications'
  | 'removeSearchChanges'
  | 'removePeople';
const whole =
  (method: WholeRemoval): Remover =>
  async (id, ports) => {
    await ports['organizations.remove'][method](id);
    return 'nothing';
  };

/** The worker that writes the index also removes the index of a deleted organization. */
const searchIndex: Remover = async (id, ports) => {
  if (!(await ports['organizations.remove'].isIndexed(id))) return 'nothing';
  await ports['queue.search'].send({ organization_id: id, task: 'follow' });
  return 'later';
};

/** Objects whose records have been removed. */
const files: Remover = async (id, ports) => {
  for (const folder of tenantFolders(id)) await ports['files.remove'].below(folder);
  return 'nothing';
};

/** Records whose removal follows from the declaration of their kind. */
const declared: Remover = (id, ports, run) =>
  removeAll((limit) => ports['organizations.remove'].removeRecords(id, limit), run);

/** One remover for each type of record of an organization that needs its own; a missing type does not compile. */
const byKind = {
  projects,
  systems,
  activities,
  webhooks,
  agents: whole('removeAgents'),
} satisfies Record<Exclude<KindIn<'organization'>, RemovableIn<'organization'>>, Remover>;

/** In order of execution: projects first, people last. */
export const organizationRemovers: readonly Remover[] = [
  ...Object.values(byKind),
  declared,
  whole('removeDigests'),
  whole('removeNotifications'),
  searchIndex,
  whole('removeSearchChanges'),
  whole('removeEvents'),
  files,
  whole('removeStoredFiles'),
  whole('removePeople'),
];
