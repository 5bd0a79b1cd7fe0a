import { tenantFolders } from '../../../shared/domain/uploads/store-path.ts';
import type { Ports } from '../../../shared/ports.ts';

/** What the removers take, for `uses`. */
export const REMOVER_PORTS = [
  'organizations.remove',
  'projects.read',
  'projects.delete',
  'systems.read',
  'credentials.write',
  'templates.read',
  'templates.write',
  'sheet-templates.read',
  'sheet-templates.write',
  'activities.read',
  'activities.write',
  'preferences.read',
  'preferences.write',
  'queue.search',
  'files.remove',
] as const;
type RemoverPorts = Pick<Ports, (typeof REMOVER_PORTS)[number]>;

/** `more`: the run's time was over first. `later`: another worker has to finish before. */
export type Left = 'nothing' | 'more' | 'later';

interface Run {
  now: Date;
  isOver(): boolean;
}

/** Removes all records of one type that an organization has; any number of times. */
type Remover = (organizationId: string, ports: RemoverPorts, run: Run) => Promise<Left>;

const PAGE = 25;
const WHOLE = { list: 'inOrganization', limit: PAGE } as const;

/** Removes what a list names, page after page: what has been removed is not listed again. */
const each = async <R>(
  list: () => Promise<{ records: R[] }>,
  remove: (record: R) => Promise<unknown>,
  run: Run,
): Promise<Left> => {
  for (;;) {
    const { records } = await list();
    if (records.length === 0) return 'nothing';
    for (const record of records) {
      if (run.isOver()) return 'more';
      await remove(record);
    }
  }
};

/** Projects that a request created while the organization was being deleted; `remove-project` removes what they hold. */
const projects: Remover = async (id, ports, run) => {
  const left = await each(
    () => ports['projects.read'].list(id, WHOLE),
    (record) => ports['projects.delete'].begin(record, { now: run.now }),
    run,
  );
  if (left !== 'nothing') return left;
  return (await ports['organizations.remove'].deletesProjects(id)) ? 'later' : 'nothing';
};

const systems: Remover = (id, ports, run) =>
  each(
    () => ports['systems.read'].list(id, WHOLE),
    async (record) => {
      await ports['credentials.write'].delete(record, {});
      await ports['organizations.remove'].removeCalls(id, record.system_id);
    },
    run,
  );

const templates: Remover = (id, ports, run) =>
  each(
    () => ports['templates.read'].list(id, WHOLE),
    (record) => ports['templates.write'].delete(record),
    run,
  );

const sheetTemplates: Remover = (id, ports, run) =>
  each(
    () => ports['sheet-templates.read'].list(id, WHOLE),
    (record) => ports['sheet-templates.write'].delete(record),
    run,
  );

const activities: Remover = (id, ports, run) =>
  each(
    () => ports['activities.read'].list(id, WHOLE),
    (record) => ports['activities.write'].delete(record),
    run,
  );

const preferences: Remover = (id, ports, run) =>
  each(
    () => ports['preferences.read'].list(id, WHOLE),
    (record) => ports['preferences.write'].delete(record),
    run,
  );

type WholeRemoval = 'removeAgents' | 'removeDigests' | 'removeNotifications' | 'removeSearchChanges' | 'removePeople';
const whole =
  (method: WholeRemoval): Remover =>
  async (id, ports) => {
    await ports['organizations.remove'][method](id);
    return 'nothing';
  };

/** The worker that writes the index removes that of a deleted organization. */
const searchIndex: Remover = async (id, ports) => {
  if (!(await ports['organizations.remove'].isIndexed(id))) return 'nothing';
  await ports['queue.search'].send({ organization_id: id, task: 'follow' });
  return 'later';
};

/** Objects whose records are gone. */
const files: Remover = async (id, ports) => {
  for (const folder of tenantFolders(id)) await ports['files.remove'].below(folder);
  return 'nothing';
};

/** All that an organization has: one remover for each type of record. Projects come first, people last. */
export const removers: readonly Remover[] = [
  projects,
  systems,
  templates,
  sheetTemplates,
  activities,
  preferences,
  whole('removeAgents'),
  whole('removeDigests'),
  whole('removeNotifications'),
  searchIndex,
  whole('removeSearchChanges'),
  files,
  whole('removePeople'),
];
