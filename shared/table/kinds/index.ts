import type { Kind, StoredRecord } from '../kind.ts';
import { ACTIVITIES } from './activities.ts';
import { AGENTS } from './agents.ts';
import { API_KEYS } from './api-keys.ts';
import { COMPARISONS } from './comparisons.ts';
import { DOCUMENTS } from './documents.ts';
import { MEMBERS } from './members.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { PREFERENCES } from './preferences.ts';
import { PROJECTS } from './projects.ts';
import { RECEIPTS } from './receipts.ts';
import { REPORTS } from './reports.ts';
import { REVIEWS } from './reviews.ts';
import { SET_COMPARISONS } from './set-comparisons.ts';
import { SHEET_CORRECTIONS } from './sheet-corrections.ts';
import { SHEET_TEMPLATES } from './sheet-templates.ts';
import { SUPPRESSIONS } from './suppressions.ts';
import { SYSTEMS } from './systems.ts';
import { TASKS } from './tasks.ts';
import { TEMPLATES } from './templates.ts';
import { TRANSMITTALS } from './transmittals.ts';
import { UPLOADS } from './uploads.ts';
import { WEBHOOKS } from './webhooks.ts';

/** Every type of record, by the name with which its ports begin. */
export const kinds = {
  activities: ACTIVITIES,
  agents: AGENTS,
  'api-keys': API_KEYS,
  comparisons: COMPARISONS,
  documents: DOCUMENTS,
  members: MEMBERS,
  organizations: ORGANIZATIONS,
  preferences: PREFERENCES,
  projects: PROJECTS,
  receipts: RECEIPTS,
  reports: REPORTS,
  reviews: REVIEWS,
  'set-comparisons': SET_COMPARISONS,
  'sheet-corrections': SHEET_CORRECTIONS,
  'sheet-templates': SHEET_TEMPLATES,
  suppressions: SUPPRESSIONS,
  systems: SYSTEMS,
  tasks: TASKS,
  templates: TEMPLATES,
  transmittals: TRANSMITTALS,
  uploads: UPLOADS,
  webhooks: WEBHOOKS,
} as const;

type Kinds = typeof kinds;
export type KindName = keyof Kinds;

/** The kinds whose declaration yields this port. */
type Declaring<P extends Kind<StoredRecord>['ports'][number]> = {
  [N in KindName]: P extends Kinds[N]['ports'][number] ? N : never;
}[KindName];
export type ReadKind = Declaring<'read'>;
export type WriteKind = Declaring<'write'>;
export type SearchKind = Declaring<'search'>;

export const readKinds = (Object.keys(kinds) as KindName[]).filter((name): name is ReadKind =>
  (kinds[name].ports as readonly string[]).includes('read'),
);
export const writeKinds = (Object.keys(kinds) as KindName[]).filter((name): name is WriteKind =>
  (kinds[name].ports as readonly string[]).includes('write'),
);
export const searchKinds = (Object.keys(kinds) as KindName[]).filter((name): name is SearchKind =>
  (kinds[name].ports as readonly string[]).includes('search'),
);

/** The kinds whose records are removed with their project, or with their organization. */
export type KindIn<P extends 'project' | 'organization'> = {
  [N in KindName]: P extends Kinds[N]['belongsTo'][number] ? N : never;
}[KindName];

/** The list that contains all records of a project or an organization. */
const WHOLE = { project: 'inProject', organization: 'inOrganization' } as const;
/** The kinds that are removed by their declaration: the port `write` is derived, and a list contains all records. */
export type RemovableIn<P extends 'project' | 'organization'> = {
  [N in KindIn<P> & WriteKind]: Kinds[N]['lists'] extends Readonly<Record<(typeof WHOLE)[P], unknown>> ? N : never;
}[KindIn<P> & WriteKind];
export const removableIn = <P extends 'project' | 'organization'>(place: P): RemovableIn<P>[] =>
  writeKinds.filter(
    (name) => (kinds[name].belongsTo as readonly string[]).includes(place) && WHOLE[place] in kinds[name].lists,
  ) as string[] as RemovableIn<P>[];

export type RecordOf<N extends KindName> = Kinds[N]['schema']['_zod']['output'];
export type IdOf<N extends KindName> = ReturnType<Kinds[N]['idOf']>;
/** The lists that the read port of a kind offers. */
export type ListOf<N extends KindName> = {
  [L in keyof Kinds[N]['lists']]: Kinds[N]['lists'][L] extends { isInternal: true } ? never : L;
}[keyof Kinds[N]['lists']] &
  string;
/** The fields that the entries of those lists carry. */
export type CarriedBy<N extends KindName> = Kinds[N]['lists'][ListOf<N> & keyof Kinds[N]['lists']] extends infer L
  ? L extends { carries: readonly (infer F)[] }
    ? F & keyof RecordOf<N>
    : never
  : never;
