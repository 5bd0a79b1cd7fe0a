import * as z from 'zod';
import { line, ProjectId } from '../../shared/domain/fields.ts';
import { separated, UpperBound } from '../../shared/domain/query-values.ts';
import { DocumentTypes } from '../../shared/domain/register/list-parameters.ts';
import { modelFacts } from '../../shared/domain/search/models.ts';
import { SEARCHED_TYPES } from '../../shared/domain/search/rows.ts';
import { DISCIPLINES } from '../../shared/domain/sheets/discipline.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { readSuperseded } from '../../shared/http/read-sheets.ts';
import { errorFields, log } from '../../shared/log.ts';
import type { Embedder, SearchHit, SearchRequest } from '../../shared/ports.ts';
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
      .meta({ description: 'Only the latest revisions, or only superseded ones.' }),
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
  uses: ['search.read', 'embedder', 'register.read', 'sheet-corrections.read'],
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

/** Returns the hits; sheets with the revision that has replaced them. */
const withSuperseding = async (
  organizationId: string,
  hits: readonly SearchHit[],
  ports: PortsOf<typeof operation>,
) => {
  const projects = new Set(hits.flatMap(({ type, project_id }) => (type === 'sheet' ? project_id : [])));
  const read = async (id: string) => [id, await readSuperseded(organizationId, id, ports)] as const;
  const superseded = new Map(await Promise.all([...projects].map(read)));
  return hits.map((hit) => {
    const pages = hit.type === 'sheet' ? superseded.get(hit.project_id)?.get(hit.id) : undefined;
    return toHit(hit, pages?.find(({ page }) => page === hit.page)?.by ?? null);
  });
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query, caller } = request;
  const { embedder } = ports;
  const [projects, vector] = await Promise.all([
    searchedProjects(request, query.project_id),
    vectorOf(embedder, query.query),
  ]);
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
    asOf: query.as_of,
    skip: query.skip,
    limit: query.limit,
  });
  const items = await withSuperseding(caller.organizationId, found.items, ports);
  return {
    status: 200,
    body: {
      items,
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
