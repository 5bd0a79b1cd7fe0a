import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { ProjectRecord } from '../../../shared/domain/projects/project.ts';
import { PROJECTS } from '../../../shared/table/kinds/projects.ts';
import { itemsOf, recordOf } from '../../operations/support/register-world.ts';

const SUBJECTS =
  'Foundation Slab Wall Column Beam Roof Facade Stair Core Ceiling Duct Pipe Cable Lighting Drainage Door'.split(' ');
const KINDS = 'plan section elevation detail schedule specification calculation report diagram layout'.split(' ');
const PLACES = 'north south east west basement podium tower annex courtyard entrance plant parking'.split(' ');
const TYPES = ['DRAWING', 'DRAWING', 'DRAWING', 'SPECIFICATION', 'REPORT', 'SCHEDULE', 'CONTRACT', 'OTHER'];
const DISCIPLINES = ['A', 'S', 'M', 'E', 'P', 'C'];

const AT = Date.UTC(2026, 0, 1);

/** Picks one item of a list, the same for the same numbers. */
const pick = (from: readonly string[], ...seeds: readonly number[]): string => {
  let hash = 0x811c9dc5;
  for (const seed of seeds) hash = Math.imul(hash ^ seed, 0x01000193) ^ (hash >>> 13);
  return from[(hash >>> 4) % from.length]!;
};

export const projectOf = (index: number): string => `p${index}`;

const projectRecord = (organization_id: string, index: number): ProjectRecord => {
  const at = new Date(AT + index).toISOString();
  return {
    ...{ id: projectOf(index), organization_id, name: `${pick(PLACES, index)} quarter ${index}`, description: null },
    ...{ status: 'active', created_at: at, updated_at: at, record_version: 1, write_id: `w-${index}` },
    created_by: { _id: 'u1', name: null, email: null, company: null },
  };
};

/** A project's record with its entries in the lists, as stored. */
const projectItems = (organization: string, index: number): Record<string, unknown>[] => {
  const record = projectRecord(organization, index);
  const entries = Object.values(PROJECTS.lists).map(({ partition, prefix, sort, carries }) => ({
    ...Object.fromEntries(carries.map((field) => [field, record[field]])),
    ...{ pk: partition(organization), sk: `${prefix}${sort(record)}`, id: record.id },
  }));
  return [{ ...PROJECTS.key(organization, record.id), ...record }, ...entries];
};

/** Returns the `index`-th document of a project, deterministically. */
export const documentOf = (organization_id: string, project: number, index: number): DocumentRecord => {
  const [subject, place] = [pick(SUBJECTS, project, index, 1), pick(PLACES, project, index, 2)];
  const level = (project * 7 + index) % 60;
  const id = `d${project}-${index}`;
  const created = new Date(AT + project * 60_000 + index * 1000);
  return recordOf(
    index,
    {
      ...{ document_id: id, revision_root: id, organization_id, project_id: projectOf(project), write_id: `w-${id}` },
      title: `${subject} ${pick(KINDS, project, index, 3)} level ${level} ${place}`,
      document_reference: `${pick(DISCIPLINES, project, index, 4)}-${100 + (index % 900)}`,
      description: `${subject} of the ${place} wing, package ${project}`,
      filename: `${subject.toLowerCase()}-${level}-${index}.pdf`,
      document_type: pick(TYPES, project, index, 5),
      is_deleted: false,
      uploaded_at: created.toISOString(),
    },
    created,
  );
};

/** Returns the words of the `index`-th text of minutes: about 400, deterministically. */
export const minutesOf = (index: number): string =>
  Array.from({ length: 40 }, (_, line) => {
    const word = (from: readonly string[], seed: number) => pick(from, index, line, seed);
    const level = (index * 7 + line) % 60;
    return `${word(SUBJECTS, 1)} ${word(KINDS, 2)} of the ${word(PLACES, 3)} on level ${level} was checked: item ${index}-${line}.`;
  }).join('\n');

/** Returns the `index`-th question that minutes answer. */
export const questionOf = (index: number): string =>
  `${pick(SUBJECTS, index, 11)} ${pick(PLACES, index, 12)} level ${index % 60}`;

/** Creates projects of one organization with the given number of documents each, as stored in the table. */
export function* organizationItems(
  organization: string,
  projects: number,
  documents: number,
): Generator<Record<string, unknown>> {
  for (let project = 0; project < projects; project++) {
    yield* projectItems(organization, project);
    for (let index = 0; index < documents; index++) {
      yield* itemsOf(documentOf(organization, project, index), { withRecord: true });
    }
  }
}
