import type { ZodType } from 'zod';
import type { LifecycleEntity } from '../domain/events/event.ts';
import { byTime, organizationList, projectList, recordKey } from './keys.ts';
import type { Kind, StoredRecord } from './kind.ts';
import { lifecycle } from './kind-events.ts';

interface Options<T> {
  /** Fields whose values events carry: neither secret nor large. */
  values: readonly (keyof T & string)[];
  /** Fields of work in progress: a change of these alone has no event. */
  ignores?: readonly (keyof T & string)[];
  /** The first part of the lists' sort keys, if it is not the kind's own. */
  prefix?: string;
}

type Listed = StoredRecord & { id: string };

/** What the kinds of records have in common that requests alone create, change and delete. */
const common = <T extends Listed>(
  entity: LifecycleEntity,
  schema: ZodType<T>,
  { values, ignores = [] }: Options<T>,
) => {
  const key = entity.toUpperCase().replaceAll('_', '-');
  return {
    list: `${key}S`,
    kind: {
      name: entity.replaceAll('_', ' '),
      schema,
      ports: ['read', 'write'],
      key: recordKey(key),
      idOf: ({ id }: T) => id,
      events: { entity, typeOf: lifecycle(entity), ignores, values },
    },
    entries: { prefix: `${key}#`, sort: ({ created_at, id }: T) => byTime(created_at, id) },
  } as const;
};

/** Returns the kind of records that belong to a project, which lists them newest first. */
export const projectKind = <T extends Listed & { project_id: string }>(
  entity: LifecycleEntity,
  schema: ZodType<T>,
  options: Options<T>,
) => {
  const { kind, list, entries } = common(entity, schema, options);
  const { prefix = entries.prefix } = options;
  const partition = projectList(list);
  return {
    ...kind,
    belongsTo: ['project'],
    lists: { inProject: { ...entries, prefix, partition, parentOf: ({ project_id }: T) => project_id } },
  } as const satisfies Kind<T>;
};

/** Returns the kind of records that belong to an organization, which lists them newest first. */
export const organizationKind = <T extends Listed>(
  entity: LifecycleEntity,
  schema: ZodType<T>,
  options: Options<T>,
) => {
  const { kind, list, entries } = common(entity, schema, options);
  return {
    ...kind,
    belongsTo: ['organization'],
    lists: { inOrganization: { ...entries, partition: organizationList(list) } },
  } as const satisfies Kind<T>;
};
