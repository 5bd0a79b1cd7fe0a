import * as z from 'zod';
import { line, ProjectId } from '../../shared/domain/fields.ts';
import { SEARCHED_TYPES } from '../../shared/domain/search/rows.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { searchedProjects } from './searched-projects.ts';

const Suggestion = z
  .object({
    type: z.enum(SEARCHED_TYPES),
    id: z
      .string()
      .meta({ description: 'The id of the document, task or project; a sheet has the id of its document.' }),
    title: z.string(),
    reference: z.string().nullable().meta({ description: "The document's reference, or the sheet's number." }),
    project_id: z.string(),
    page: z.int().nullable().meta({ description: 'The page of a sheet.' }),
  })
  .meta({ id: 'SearchSuggestion' });

export const operation = defineOperation({
  id: 'suggest',
  method: 'GET',
  path: '/api/v1/search/suggest',
  tag: 'Search',
  summary: 'Get suggestions while typing',
  description:
    'Sheets, documents, projects and tasks that you may see whose number or title starts with `q`, or has words ' +
    'that start with its words. Latest revisions only; equal titles in one project are suggested once. Changes are ' +
    'suggested at once.',
  auth: { scope: 'search:read', role: 'viewer' },
  query: z.object({
    q: line(128).trim().min(1).meta({ description: 'The text typed so far.' }),
    project_id: ProjectId.optional(),
    limit: wholeNumber({ minimum: 1, maximum: 20 }).default(8),
  }),
  responses: {
    200: { description: 'Suggestions, the best first', schema: z.object({ items: z.array(Suggestion) }) },
  },
  errors: [404],
  uses: ['search.read'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { q: text, project_id, limit } = request.query;
  const projects = await searchedProjects(request, project_id);
  const items = await ports['search.read'].suggest(request.caller.organizationId, { text, projects, limit });
  return { status: 200, body: { items } };
};

export const handler = lambda(operation, handle);
