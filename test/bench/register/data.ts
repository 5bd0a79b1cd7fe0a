import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { projectKey } from '../../../shared/table/keys.ts';
import { itemsOf, recordOf } from '../../operations/support/register-world.ts';

export const SIZES = [1_000, 10_000, 100_000] as const;
export const projectOf = (size: number): string => `p${size}`;

const SUBJECTS =
  'Foundation Slab Wall Column Beam Roof Facade Stair Core Ceiling Duct Pipe Cable Lighting Drainage Door'.split(' ');
const KINDS = 'plan section elevation detail schedule specification calculation report diagram layout'.split(' ');
const PLACES = 'north south east west basement podium tower annex courtyard entrance plant parking'.split(' ');
const TYPES = ['DRAWING', 'DRAWING', 'DRAWING', 'SPECIFICATION', 'REPORT', 'SCHEDULE', 'CONTRACT', 'OTHER'];
const STATES = ['draft', 'in_review', 'approved', 'issued_for_construction', 'superseded'];

/** Returns reproducible pseudo-random numbers in [0, 1). */
const numbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

const word = (random: () => number, from: readonly string[]): string => from[Math.floor(random() * from.length)]!;

const record = (project: string, index: number, random: () => number): DocumentRecord => {
  const subject = word(random, SUBJECTS);
  const place = word(random, PLACES);
  const level = Math.floor(random() * 60);
  const created = new Date(Date.UTC(2024, 0, 1) + index * 120_000 + Math.floor(random() * 100_000));
  const id = `${project}-${index.toString(16).padStart(8, '0')}-${Math.floor(random() * 2 ** 40).toString(16)}`;
  const path = `files/o1/${id}`;
  return recordOf(
    index,
    {
      document_id: id,
      revision_root: id,
      project_id: project,
      title: `${subject} ${word(random, KINDS)} level ${level} ${place} ${index % 997}`,
      document_reference: `${subject.slice(0, 2).toUpperCase()}-${level}-${index}`,
      description: `${subject} of the ${place} wing on level ${level}, package ${Math.floor(random() * 900)}, checked by ${word(random, PLACES)} team against revision ${Math.floor(random() * 12)}`,
      filename: `${subject.toLowerCase()}-${level}-${index}.pdf`,
      document_type: word(random, TYPES),
      status: word(random, STATES),
      category: word(random, KINDS),
      processing_status: random() < 0.97 ? 'PROCESSED' : 'FAILED',
      is_deleted: random() < 0.02,
      file_size: Math.floor(random() * 9e6),
      full_image_path: `${path}/pages/1.png`,
      thumbnail_image_path: `${path}/pages/1-small.png`,
      content_excerpt: 'Text of the sheet. '.repeat(20),
      uploaded_at: created.toISOString(),
    },
    created,
  );
};

/** Projects of all sizes: entries, records, and the index of the measured alternative. */
export function* benchItems(): Generator<Record<string, unknown>> {
  for (const size of SIZES) {
    const project = projectOf(size);
    const random = numbers(size);
    const at = new Date(0).toISOString();
    yield {
      ...projectKey('o1', project),
      ...{ id: project, organization_id: 'o1', name: project, description: null, status: 'active', record_version: 1 },
      ...{
        created_at: at,
        updated_at: at,
        write_id: 'w',
        created_by: { _id: 'u1', name: null, email: null, company: null },
      },
    };
    for (let index = 0; index < size; index++) {
      const document = record(project, index, random);
      const [entry, stored] = itemsOf(document, { withRecord: true });
      yield { ...entry, gsi1pk: `ALTERNATIVE#${project}`, gsi1sk: document.created_at };
      yield stored!;
    }
  }
}
