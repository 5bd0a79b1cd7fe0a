import * as z from 'zod';
import { ProjectId, SearchText, UserId } from '../../shared/domain/fields.ts';
import { LowerBound, SortOrder, UpdatedSince, UpperBound } from '../../shared/domain/query-values.ts';
import { readSheetId, SheetId } from '../../shared/domain/sheets/sheet-id.ts';
import { inTaskOrder, type ListedTask, passes, TASK_ORDERS } from '../../shared/domain/tasks/listing.ts';
import { TaskPriority, type TaskRecord, TaskStatus } from '../../shared/domain/tasks/task.ts';
import { locator } from '../../shared/domain/tasks/task-location.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { listedPage } from '../../shared/http/listed-page.ts';
import type { Handle, PortsOf, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { ShortPage, shortPageQuery, skipOf, toShortPage } from '../../shared/http/paging.ts';
import { readSheetRegister, SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import { requireProject } from '../../shared/http/require-project.ts';
import { locatorOf } from './lib/locate-task.ts';
import { Task, toTask } from './view.ts';

export const operation = defineOperation({
  id: 'list-tasks',
  method: 'GET',
  path: '/api/v1/tasks',
  tag: 'Tasks',
  summary: 'List tasks',
  description:
    'The tasks of a project, or of all projects that you may see, newest first unless `sort_by` and `sort_order` ' +
    'specify otherwise; tasks without a due date come last. `query` finds text in the title or description; limits ' +
    'of the due date exclude tasks without one. `sheet_id` finds the tasks pinned to any revision of a sheet.' +
    ' A page past the end is empty but has the true total.',
  auth: { scope: 'tasks:read', role: 'viewer' },
  query: z.object({
    project_id: ProjectId.optional(),
    status: TaskStatus.optional(),
    priority: TaskPriority.optional(),
    assignee_id: UserId.optional(),
    sheet_id: SheetId.optional().meta({ description: 'Tasks that are pinned to this sheet' }),
    due_before: UpperBound.optional(),
    due_after: LowerBound.optional(),
    query: SearchText,
    sort_by: z.enum(TASK_ORDERS).default('created_at'),
    sort_order: SortOrder.default('desc'),
    updated_since: UpdatedSince,
    ...shortPageQuery,
  }),
  responses: { 200: { description: 'One page', schema: ShortPage(Task) } },
  errors: [404],
  uses: ['projects.read', 'tasks.read', 'tasks.search', ...SHEET_PORTS],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

type Asked = Request<typeof operation>;
type Used = PortsOf<typeof operation>;

/** Projects whose lists are read concurrently. */
const AT_ONCE = 16;

const projectsOf = async (request: Asked, ports: Used): Promise<string[]> => {
  const { query, caller, projects } = request;
  const ofSheet = query.sheet_id === undefined ? undefined : readSheetId(query.sheet_id).project_id;
  if (ofSheet !== undefined) {
    if (query.project_id !== undefined && query.project_id !== ofSheet) return [];
    return [(await requireProject(request, ofSheet)).id];
  }
  if (query.project_id !== undefined) return [(await requireProject(request, query.project_id)).id];
  // Memberships of a project are stored until its deletion is complete, so they do not prove that it exists.
  const [visible, existing] = await Promise.all([
    projects.visible(),
    ports['projects.read'].ids(caller.organizationId, { list: 'inOrganization' }),
  ]);
  return visible === 'all' ? existing : existing.filter((id) => visible.has(id));
};

/** Returns whether a task is pinned to the sheet that the request asks for. */
const onSheet = async (request: Asked, ports: Used): Promise<(task: ListedTask) => boolean> => {
  const { sheet_id } = request.query;
  if (sheet_id === undefined) return () => true;
  const { project_id, key } = readSheetId(sheet_id);
  const register = await readSheetRegister(request, ports, project_id);
  const locate = locator(register);
  const wanted = register.find(key)?.key ?? key;
  // Entries written before tasks could be pinned have no location.
  return ({ location }) => location != null && locate(location).key === wanted;
};

/** Returns the tasks as they are answered; the registers of their projects are read for those that are pinned. */
const toTasks = async (request: Asked, ports: Used, tasks: readonly TaskRecord[]) => {
  const projects = [...Map.groupBy(tasks, ({ project_id }) => project_id)];
  const locators = new Map(
    await Promise.all(projects.map(async ([id, some]) => [id, await locatorOf(request, ports, id, some)] as const)),
  );
  return tasks.map((task) => toTask(task, locators.get(task.project_id) as ReturnType<typeof locator>));
};

/** Whether the request asks for a page of one project's list as it is stored, newest first. */
const isStoredList = ({
  sort_by,
  sort_order,
  page,
  page_size,
  project_id,
  updated_since,
  ...filters
}: Asked['query']) =>
  project_id !== undefined &&
  sort_by === 'created_at' &&
  sort_order === 'desc' &&
  Object.values(filters).every((filter) => filter === undefined);

/**
 * A page of one project's tasks in stored order is read by itself, and the list's total counted. For filters, other
 * orders and several projects, all list entries of a project are read and filtered here, about 4,000 per request to
 * the table: a few thousand tasks per project and some ten thousand visible to a caller in all fit into the function's
 * time. A text query is matched against the texts of all tasks, which are read in full as well, about 2,500 per
 * request.
 */
export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query } = request;
  const { organizationId } = request.caller;
  const parents = await projectsOf(request, ports);
  if (isStoredList(query) && parents.length === 1) {
    const place = { parent: parents[0]!, skip: skipOf(query), limit: query.page_size };
    const updatedFrom = query.updated_since;
    const page = await ports['tasks.read'].page(organizationId, { list: 'inProject', ...place, updatedFrom });
    return { status: 200, body: toShortPage(query, await toTasks(request, ports, page.records), page.total) };
  }
  const isWanted = await onSheet(request, ports);
  const listed: ListedTask[] = [];
  const readOneByOne = async () => {
    for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
      const [entries, holding] = await Promise.all([
        ports['tasks.read'].entries(organizationId, { list: 'inProject', parent }),
        query.query === undefined ? undefined : ports['tasks.search'].holding(organizationId, query.query, parent),
      ]);
      for (const entry of entries) {
        if (passes(entry, query) && isWanted(entry) && (holding === undefined || holding.has(entry.id)))
          listed.push(entry);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOneByOne));
  listed.sort(inTaskOrder(query.sort_by, query.sort_order));
  const page = await listedPage(query, listed, (ids) => ports['tasks.read'].getMany(organizationId, ids));
  return { status: 200, body: { ...page, items: await toTasks(request, ports, page.items) } };
};

export const handler = lambda(operation, handle);
