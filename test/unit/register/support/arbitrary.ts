import fc from 'fast-check';
import { type RegisterQuery, SORT_FIELDS } from '../../../../shared/domain/register/register.ts';
import type { RegisterLine } from '../../../../shared/domain/register/register-line.ts';

const IDS = Array.from({ length: 12 }, (_, index) => `doc-${index}`);
const some = <V>(...values: V[]) => fc.constantFrom(...values);
/** Few distinct times, so that equal ones, and bounds that match exactly, are common. */
const instant = fc.integer({ min: 0, max: 6 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString());
const text = fc.oneof(
  some<string | null>(
    null,
    '',
    'Ground floor',
    'GROUND slab',
    'ground',
    'Ebene Süd',
    'Ebene Su\u0308d',
    'a\u0000b',
    '階段 詳細図',
    'Ground floors S-101',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);

export const line: fc.Arbitrary<RegisterLine> = fc.record({
  document_id: some(...IDS),
  title: text,
  description: text,
  document_reference: text,
  status: some(null, 'draft', 'approved', 'gepr\u00fcft', 'gepru\u0308ft'),
  processing_status: some(null, 'PROCESSED', 'FAILED', 'QUEUED'),
  document_type: some(null, 'DRAWING', 'brochure', 'OTHER'),
  category: some(null, 'structure', 'Structure', 'Baut\u00e9n', 'Baute\u0301n'),
  filename: some<string | null>(null, 'a.pdf', 'B.pdf', 'ä.pdf'),
  file_size: some<number | null>(null, 0, 5, 5_000_000_000),
  uploaded_by: some(null, 'u1', 'u2'),
  created_at: instant,
  updated_at: instant,
  uploaded_at: fc.option(instant),
  is_deleted: fc.boolean(),
  deleted_at: fc.option(instant),
  revision_root: some(...IDS, 'unknown-root'),
  sheet_lines: some<string | null>(null, '[[1,"A-101",null,"A",null,null,1]]', '[[2,"A-102",null,"B",null,null,1]]'),
});

/** Mostly absent: a query with every filter matches nothing. */
const optional = <V>(value: fc.Arbitrary<V>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

export const query: fc.Arbitrary<RegisterQuery> = fc.record({
  sortBy: some(...SORT_FIELDS),
  sortOrder: some('asc', 'desc'),
  skip: fc.integer({ min: 0, max: 8 }),
  limit: fc.integer({ min: 1, max: 8 }),
  isDeleted: optional(fc.boolean()),
  documentTypes: optional(fc.subarray(['DRAWING', 'brochure', 'SCHEDULE'], { minLength: 1 })),
  processingStatuses: optional(fc.subarray(['PROCESSED', 'QUEUED'], { minLength: 1 })),
  excludedProcessingStatuses: optional(fc.subarray(['FAILED', 'QUEUED', 'ACCEPTED'], { minLength: 1 })),
  statuses: optional(fc.subarray(['draft', 'approved', 'gepr\u00fcft'], { minLength: 1 })),
  category: optional(some('structure', 'Structure', 'Baut\u00e9n', 'other')),
  uploadedBy: optional(some('u1', 'u3')),
  createdFrom: optional(instant),
  updatedFrom: optional(instant),
  createdTo: optional(instant),
  text: fc.oneof(fc.constant(undefined), some('', 'ground', 'd fl', 'süd', '詳細', 'gr', 'floor ground', '-')),
  asOf: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: instant }),
});
