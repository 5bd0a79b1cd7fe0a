import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { type Caller, hasRole, hasScope, seesEveryProject } from '../../shared/domain/access/caller.ts';
import { SCOPE_DEFINITIONS } from '../../shared/domain/access/scopes.ts';
import { type ChainedEvent, ENTITY_SCOPES, EventType } from '../../shared/domain/events/event.ts';
import { RETENTION_DAYS, readFeedCursor, writeFeedCursor } from '../../shared/domain/events/feed-cursor.ts';
import { ProjectId, RecordId } from '../../shared/domain/fields.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, PortsOf, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { projectAccess } from '../../shared/http/project-access.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import type { FeedEntry } from '../../shared/ports.ts';
import { EventOutput, toEvent } from './view.ts';

export const operation = defineOperation({
  id: 'list-events',
  method: 'GET',
  path: '/api/v1/events',
  tag: 'Events',
  summary: 'List events',
  description:
    'The changes that you may see at this moment, in order of delivery: within a project in the order in which they ' +
    'were made. Continue with `after` set to the `cursor` of the last page; without it the feed begins ' +
    `${RETENTION_DAYS} days ago, and \`after=latest\` returns the cursor of its end. ` +
    'With `wait` the response comes as soon as there is an event, or after so many seconds with an empty page. A ' +
    'page may be empty although `has_more` is true. An event may be received again after a lost response; its `id` is the same.',
  auth: { scope: 'events:read', role: 'viewer' },
  query: z.object({
    after: z.string().max(64).optional().meta({ description: 'A `cursor`, or `latest`', example: 'latest' }),
    type: z
      .string()
      .transform((types) => types.split(',').map((type) => type.trim()))
      .pipe(z.array(EventType).min(1).max(50))
      .optional()
      .meta({ description: 'One or more types, separated by commas', example: 'document.processed,document.failed' }),
    project_id: ProjectId.optional(),
    entity_id: RecordId.optional().meta({ description: 'The record that changed' }),
    limit: wholeNumber({ minimum: 1, maximum: 100 }).default(50),
    wait: wholeNumber({ minimum: 0, maximum: 20 })
      .default(0)
      .meta({ description: 'Seconds to wait for an event if there is none', example: 20 }),
  }),
  responses: {
    200: {
      description: 'One page',
      schema: z
        .object({
          items: z.array(EventOutput),
          cursor: z.string().meta({ description: 'The place after this page, for `after`' }),
          has_more: z.boolean(),
        })
        .meta({ id: 'EventPage' }),
    },
  },
  errors: [404],
  uses: ['memberships.read', 'events.read'],
  timeoutSeconds: 29,
});

type Asked = Request<typeof operation>;
type Used = PortsOf<typeof operation>;

/** Lines of the feed read at once, and the lines that one request reads at most before it returns a page. */
const AT_ONCE = 100;
const AT_MOST = 2_000;
/** Milliseconds between two reads of the end of the feed, and milliseconds reserved for the response. */
const LOOK = 500;
const RESERVE = 3_000;

const maySee = (caller: Caller, { project_id, entity }: FeedEntry): boolean => {
  const scope = ENTITY_SCOPES[entity.type];
  if (!hasScope(caller, scope) || !hasRole(caller, SCOPE_DEFINITIONS[scope].role)) return false;
  // The deletion of a project is an event of the organization.
  return entity.type !== 'project' || project_id !== null || seesEveryProject(caller);
};

const matches = ({ type, project_id, entity_id }: Asked['query'], entry: FeedEntry): boolean =>
  (type === undefined || type.includes(entry.type)) &&
  (project_id === undefined || entry.project_id === project_id) &&
  (entity_id === undefined || entry.entity.id === entity_id);

/** Returns the lines that match and that the caller may see now. */
const visibleLines = async (
  { caller, query }: Asked,
  ports: Used,
  lines: readonly FeedEntry[],
): Promise<FeedEntry[]> => {
  // Checked for each read, because a membership may begin or end while the request waits.
  const access = projectAccess(caller, ports['memberships.read']);
  const found = lines.filter((line) => matches(query, line) && maySee(caller, line));
  const seen = await Promise.all(found.map(({ project_id }) => project_id === null || access.allows(project_id)));
  return found.filter((_, index) => seen[index]);
};

/** Reads on from a position until the page is full, the feed ends, or enough has been read. */
const readPage = async (request: Asked, ports: Used, from: number) => {
  const { organizationId } = request.caller;
  const events: ChainedEvent[] = [];
  let position = from;
  for (let read = 0; read < AT_MOST; read += AT_ONCE) {
    const lines = await ports['events.read'].feed(organizationId, position, AT_ONCE);
    const seen = await visibleLines(request, ports, lines);
    const wanted = seen.slice(0, request.query.limit - events.length);
    events.push(...(await ports['events.read'].events(organizationId, wanted)));
    const isFull = events.length >= request.query.limit;
    const isCut = wanted.length < seen.length;
    position = (isCut ? wanted.at(-1) : lines.at(-1))?.position ?? position;
    if (isFull || lines.length < AT_ONCE) return { events, position, hasMore: isCut || lines.length === AT_ONCE };
  }
  return { events, position, hasMore: true };
};

const startOf = async ({ query, caller, now }: Asked, ports: Used): Promise<number> => {
  if (query.after === undefined) return 0;
  if (query.after === 'latest') return ports['events.read'].newest(caller.organizationId);
  return readFeedCursor(query.after, now).position;
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query, remainingMilliseconds } = request;
  if (query.project_id !== undefined) await requireProject(request, query.project_id);
  const end = Date.now() + Math.min(query.wait * 1000, remainingMilliseconds() - RESERVE);
  let position = await startOf(request, ports);
  for (;;) {
    const page = await readPage(request, ports, position);
    position = page.position;
    if (page.events.length > 0 || page.hasMore || Date.now() + LOOK > end) {
      const cursor = writeFeedCursor({ position, at: Math.floor(Date.now() / 1000) });
      return { status: 200, body: { items: page.events.map(toEvent), cursor, has_more: page.hasMore } };
    }
    await delay(LOOK);
  }
};

export const handler = lambda(operation, handle);
