import { ProjectRecord } from '../../domain/projects/project.ts';
import { byTime, organizationList, projectKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { lifecycle } from '../kind-events.ts';

export const PROJECTS = {
  name: 'project',
  schema: ProjectRecord,
  belongsTo: ['organization'],
  ports: ['read', 'search'],
  key: projectKey,
  idOf: ({ id }) => id,
  lists: {
    inOrganization: {
      partition: organizationList('PROJECTS'),
      prefix: 'PROJECT#',
      sort: ({ created_at, id }) => byTime(created_at, id),
      carries: ['status'],
    },
    /** Separate from the list, whose pages would take longer to read with the texts. */
    texts: {
      isInternal: true,
      partition: organizationList('PROJECT_TEXTS'),
      prefix: 'TEXT#',
      sort: ({ id }) => id,
      carries: ['name', 'description'],
    },
  },
  status: 'status',
  events: {
    entity: 'project',
    projectOf: (_, after) => after?.id ?? null,
    typeOf: lifecycle('project'),
    ignores: [],
    values: ['name', 'status'],
  },
} as const satisfies Kind<ProjectRecord>;
