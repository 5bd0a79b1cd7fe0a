import * as z from 'zod';
import { line, ProjectId } from '../../shared/domain/fields.ts';
import { separated, UpperBound } from '../../shared/domain/query-values.ts';
import { DocumentTypes } from '../../shared/domain/register/list-parameters.ts';
import { modelFacts } from '../../shared/domain/search/models.ts';
import { SEARCHED_TYPES } from '../../shared/domain/search/rows.ts';
import { DISCIPLINES } from '../../shared/domain/sheets/discipline.ts';
import type { SheetRegister } from '../../shared/domain/sheets/sheet-register.ts';
import { supersededPages, withSuperseding } from '../../shared/domain/sheets/superseded.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { projectSheets } from '../../shared/http/project-sheets.ts';
import { SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import { errorFields, log } from '../../shared/log.ts';
import type { Embedder, FoundRow, SearchRequest } from '../../shared/ports.ts';
import { searchedProjects } from './searched-projects.ts';
import { Facets, Hit, toHit } from './view.ts';

export const operation = defineOperation({
  id: 'search',
  method: 'GET',
  path: '/api/v1/search',
  tag: 'Search',
  summary: 'Search everything',
  description:
    'Documents by their fields and content, sheets, tasks and projects that you may see, the best match first. ' +
    'Numbers and codes (`S-101`, `ASTM A615`) match as written, with or without dashes; words match in every ' +
    'inflection, as prefixes, and with one typing error if there is no exact match; words in quotation marks match ' +
    'as a phrase. `did_you_mean` is the query with the spelling of what was found. `facets` count all of `total`; ' +
    'if `total_is_exact` is false, there are more matches than the best 400 rows of each type. Changes are ' +
    'searchable at once.',
  auth: { scope: 'search:read', role: 'viewer' },
  query: z.object({
    query: line(512).trim().min(1),
    project_id: ProjectId.optional(),
    type: separated(
      z.enum(SEARCHED_TYPES),
      'One of document, sheet, task and project, or several separated by commas.',
    ),
    document_type: DocumentTypes,
    discipline: separated(z.enum(DISCIPLINES), 'One discipline, or several separated by commas.'),
    status: line(64).min(1).optional(),
    revision: z
      .enum(['current', 'superseded'])
      .optional()
      .meta({
        description:
          'Only the latest revisions, or only superseded ones: revised documents, replaced sheets, and documents all of ' +
          'whose sheets have been replaced. Replaced sheets are known in the projects of the best hits, at most 50.',
      }),
    as_of: UpperBound.optional().meta({
      description:
        'From each chain of revisions, the document that was the latest at that time; nothing created later.',
    }),
    skip: wholeNumber({ minimum: 0, maximum: 1000 }).default(0),
    limit: wholeNumber({ minimum: 1, maximum: 100 }).default(10),
  }),
  responses: {
    200: {
      description: 'The matches',
      schema: z.object({
        items: z.array(Hit),
        total: z.int(),
        total_is_exact: z.boolean(),
        is_complete: z.boolean().meta({
          description: 'False while the index is being built: until then only what changed in the last days is found.',
        }),
        facets: Facets,
        did_you_mean: z.string().nullable(),
        ranking: z.object({ model: z.string().nullable(), is_semantic: z.boolean() }).meta({
          description:
            'The embedding model used in addition to words, null if it was not available; a model that is not ' +
            'semantic compares only words.',
        }),
      }),
    },
  },
  errors: [404],
  uses: ['search.read', 'embedder', 'documents.read', ...SHEET_PORTS],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

/** Returns the query's vector; undefined if the embedder is not available, in which case only words are matched. */
const vectorOf = async (embedder: Embedder, text: string): Promise<SearchRequest['vector']> => {
  try {
    const [values = []] = await embedder.embed([text], 'query');
    return { model: embedder.model, values };
  } catch (error) {
    log('warn', 'The embedder does not answer', errorFields(error));
    return undefined;
  }
};

/** Maximum number of projects whose registers of sheets are read, and of documents, in the order of the best hits. */
const MOST_PROJECTS = 50;
const MOST_DOCUMENTS = 200;

const most = (ids: Iterable<string>, count: number): string[] => [...new Set(ids)].slice(0, count);

/** Finds which rows later revisions have replaced: sheets, and documents all of whose sheets have been replaced. */
const supersession = (organizationId: string, ports: PortsOf<typeof operation>) => {
  const projects = new Map<string, SheetRegister>();
  const pagesOf = ({ project_id, id }: Pick<FoundRow, 'project_id' | 'id'>) => {
    const register = projects.get(project_id);
    return register ? supersededPages(register, id) : [];
  };
  const replacing = (row: Pick<FoundRow, 'type' | 'id' | 'project_id' | 'page'>) =>
    row.type === 'sheet' ? pagesOf(row).find(({ page }) => page === row.page)?.by : undefined;
  const among = async (rows: readonly FoundRow[]): Promise<Set<string>> => {
    const ofDocuments = rows.filter(({ type }) => type === 'sheet' || type === 'document');
    const wanted = most(
      ofDocuments.map(({ project_id }) => project_id),
      MOST_PROJECTS,
    );
    const read = async (project_id: string) => {
      projects.set(project_id, await projectSheets({ organization_id: organizationId, project_id }, ports));
    };
    await Promise.all(wanted.map(read));
    const partly = ofDocuments.filter((row) => row.type === 'document' && pagesOf(row).length > 0);
    const ids = most(
      partly.map(({ id }) => id),
      MOST_DOCUMENTS,
    );
    const records = ids.length === 0 ? [] : await ports['documents.read'].getMany(organizationId, ids);
    const whole = new Set(
      records.flatMap((record) => {
        const register = record && projects.get(record.project_id);
        return register && !withSuperseding(record, register).is_latest ? [record.document_id] : [];
      }),
    );
    const isReplaced = (row: FoundRow) => (row.type === 'document' ? whole.has(row.id) : replacing(row) !== undefined);
    return new Set(ofDocuments.filter(isReplaced).map(({ key }) => key));
  };
  return { among, replacing };
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query, caller } = request;
  const { embedder } = ports;
  const [projects, vector] = await Promise.all([
    searchedProjects(request, query.project_id),
    vectorOf(embedder, query.query),
  ]);
  const { among, replacing } = supersession(caller.organizationId, ports);
  const { isSemantic, floor } = modelFacts(embedder.model);
  const found = await ports['search.read'].find(caller.organizationId, {
    text: query.query,
    vector,
    floor,
    projects,
    types: query.type,
    documentTypes: query.document_type,
    disciplines: query.discipline,
    statuses: query.status === undefined ? undefined : [query.status],
    isLatest: query.revision === undefined ? undefined : query.revision === 'current',
    superseded: among,
    asOf: query.as_of,
    skip: query.skip,
    limit: query.limit,
  });
  return {
    status: 200,
    body: {
      items: found.items.map((hit) => toHit(hit, replacing(hit) ?? null)),
      total: found.total,
      total_is_exact: found.isExact,
      is_complete: found.isComplete,
      facets: found.facets,
      did_you_mean: found.didYouMean,
      ranking: { model: vector ? embedder.model : null, is_semantic: vector !== undefined && isSemantic },
    },
  };
};

export const handler = lambda(operation, handle);
