import { inNfc } from '../composed.ts';
import type { DocumentRecord } from '../documents/document.ts';
import type { ProjectRecord } from '../projects/project.ts';
import { searchedText } from '../register/register-line.ts';
import type { TaskRecord } from '../tasks/task.ts';
import type { FractionBox } from '../text/placed-text.ts';
import type { SectionName } from '../text/sections/index.ts';
import { indexedWords } from './analyse.ts';
import { describedWords } from './described.ts';

export const SEARCHED_TYPES = ['document', 'sheet', 'task', 'project'] as const;
export type SearchedType = (typeof SEARCHED_TYPES)[number];

/** Kinds of records that the index covers. */
export type SearchedKind = 'document' | 'task' | 'project';

/** The fields by which the index filters, in NFC, shared by a document, its sheets and its chunks. */
export interface Filterable {
  project_id: string;
  document_type: string | null;
  discipline: string | null;
  status: string | null;
  is_latest: boolean;
  created_at: string;
  revision_root: string | null;
}

/** A searchable item: a document, one of its sheets, a task or a project. */
export interface EntityRow extends Filterable {
  key: string;
  type: SearchedType;
  /** The record it is derived from, as named by `ownerOf`. */
  owner: string;
  /** The identifier of the record's last write, by which an outdated row is recognised. */
  version: string;
  /** Identifies the content that the document's chunks were made from; empty if there are none. */
  chunked: string;
  id: string;
  title: string;
  reference: string | null;
  /** Further text, for highlights. */
  body: string;
  words: string;
  /** The words of the title and the number. */
  heading: string;
  /** A document's title, reference and description, and their words (`describedWords`), by which lists are searched. */
  searched: string;
  described: string;
  page: number | null;
  processing_status: string | null;
  category: string | null;
  uploaded_by: string | null;
  filename: string | null;
  file_size: number | null;
  updated_at: string;
  uploaded_at: string | null;
}

/**
 * The pages (1-based) of a piece, where each begins in its text, and the box around the piece on it; empty if the text is
 * on no page. The first one has the section that contains the piece, if any.
 */
export type PageStarts = readonly { page: number; from: number; box?: FractionBox; section?: SectionName }[];

/** Returns the page of an offset in a piece, with the piece's box. */
export const pageAt = (pages: PageStarts, place: number): PageStarts[number] | undefined =>
  pages.findLast(({ from }) => from <= place);

/** Returns the text by which a piece is found: with the heading of its section, which later pieces do not repeat. */
export const headedText = (section: SectionName | null | undefined, text: string): string => {
  const heading = section ? [section.number, section.title].filter(Boolean).join(' ') : '';
  return heading === '' || text.startsWith(heading) ? text : `${heading}\n${text}`;
};

/** A piece of a document's text. */
export interface ChunkRow extends Filterable {
  key: string;
  owner: string;
  id: string;
  /** `PageStarts` as JSON. */
  pages: string;
  text: string;
  words: string;
}

/** A searchable record. */
export type Searched =
  | { kind: 'document'; record: DocumentRecord }
  | { kind: 'task'; record: TaskRecord }
  | { kind: 'project'; record: ProjectRecord };

/** Returns the name of a record, unique within its organization. */
export const ownerOf = (kind: SearchedKind, id: string): string => `${kind}:${id}`;

/** Returns the most frequent discipline of the sheets; the first one of several equally frequent ones. */
const disciplineOf = ({ sheets }: DocumentRecord): string | null => {
  const counts = new Map<string, number>();
  for (const { discipline } of sheets) if (discipline) counts.set(discipline, (counts.get(discipline) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
};

const filterableOf = (record: DocumentRecord): Filterable => ({
  project_id: record.project_id,
  document_type: record.document_type,
  discipline: disciplineOf(record),
  status: inNfc(record.status),
  is_latest: record.is_latest,
  created_at: record.created_at,
  revision_root: record.revision_root,
});

/** Identifies the content of a document's chunks: it differs after another content, run or filter value. */
export const chunkedOf = (record: DocumentRecord): string => {
  if (record.chunks_count === 0 && record.content_source !== 'caller') return '';
  const { latest_version, chunks_count, queued_at, content_source } = record;
  return JSON.stringify([latest_version, chunks_count, queued_at, content_source, Object.values(filterableOf(record))]);
};

const undescribed = { searched: '', described: '' };

const none = {
  ...undescribed,
  reference: null,
  page: null,
  processing_status: null,
  category: null,
  uploaded_by: null,
  filename: null,
  file_size: null,
  uploaded_at: null,
  document_type: null,
  discipline: null,
  revision_root: null,
  is_latest: true,
  chunked: '',
};

/** Returns the words of a heading, each between spaces. */
const headingOf = (...heading: readonly (string | null)[]): string => ` ${indexedWords(...heading)} `;

const joined = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join('\n');

type Own = 'key' | 'type' | 'title' | 'words' | 'heading' | 'page';

const sheetRows = (record: DocumentRecord, shared: Omit<EntityRow, Own | keyof typeof undescribed>) =>
  record.sheets.flatMap((sheet): EntityRow[] => {
    const { sheet_number, title, page, revision, discipline } = sheet;
    if (!sheet_number && !title) return [];
    return [
      {
        ...shared,
        key: `sheet:${record.document_id}:${page}`,
        type: 'sheet',
        title: joined(sheet_number, title).replace('\n', ' '),
        reference: sheet_number,
        body: record.title ?? '',
        words: indexedWords(sheet_number, title, revision && `rev ${revision}`),
        heading: headingOf(sheet_number, title),
        ...undescribed,
        discipline: discipline ?? null,
        page,
      },
    ];
  });

const documentRows = (record: DocumentRecord): EntityRow[] => {
  if (record.is_deleted || record.purge_started_at) return [];
  const { document_id: id, title, document_reference, description, summary, purpose, keywords, filename } = record;
  const owner = ownerOf('document', id);
  const body = joined(description, purpose, summary);
  const shared = {
    ...filterableOf(record),
    owner,
    id,
    version: record.write_id,
    chunked: chunkedOf(record),
    reference: document_reference,
    body,
    processing_status: record.processing_status,
    category: inNfc(record.category),
    uploaded_by: record.uploaded_by._id,
    filename,
    file_size: record.file_size,
    updated_at: record.updated_at,
    uploaded_at: record.uploaded_at,
  };
  const searched = searchedText(record);
  const words = indexedWords(title, document_reference, filename, body, record.category, ...keywords);
  const document: EntityRow = {
    ...shared,
    searched,
    described: describedWords(searched),
    key: owner,
    type: 'document',
    title: title ?? filename,
    words,
    heading: headingOf(title ?? filename, document_reference),
    page: null,
  };
  return [document, ...sheetRows(record, shared)];
};

/** Returns the rows of a record, without a document's chunks. */
export const entityRowsOf = (searched: Searched): EntityRow[] => {
  if (searched.kind === 'document') return documentRows(searched.record);
  const { record, kind } = searched;
  const key = ownerOf(kind, record.id);
  const { id, status, created_at, updated_at, description, write_id: version } = record;
  const common = { ...none, key, owner: key, type: kind, id, status, created_at, updated_at, version };
  const body = description ?? '';
  if (searched.kind === 'task') {
    const { title, project_id, assignee_email } = searched.record;
    return [
      {
        ...common,
        project_id,
        title,
        body,
        words: indexedWords(title, body, assignee_email),
        heading: headingOf(title),
      },
    ];
  }
  const { name } = searched.record;
  return [{ ...common, project_id: id, title: name, body, words: indexedWords(name, body), heading: headingOf(name) }];
};

/** Returns the searchable chunks of a document. */
export const chunkRowsOf = (
  record: DocumentRecord,
  chunks: readonly { index: number; pages: PageStarts; text: string }[],
): ChunkRow[] =>
  chunks.map(({ index, pages, text }) => ({
    ...filterableOf(record),
    key: `chunk:${record.document_id}:${index}`,
    owner: ownerOf('document', record.document_id),
    id: record.document_id,
    pages: JSON.stringify(pages),
    text,
    words: indexedWords(headedText(pages[0]?.section, text)),
  }));
