import { type Api, each, ok } from '../client.ts';
import { type Context, type Option, UsageError } from './command.ts';

export const projectsOf = (api: Api) =>
  each((page) => ok(api.GET('/api/v1/projects', { params: { query: { page, page_size: 100 } } })));

/** The option that selects a project. */
export const PROJECT: Option = { type: 'string', value: 'PROJECT', help: 'ID or name of the project (CDS_PROJECT)' };

const isId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

/**
 * Returns the id of the project selected by `--project` or `CDS_PROJECT`, by id or by name.
 * @returns undefined if neither is given
 * @throws UsageError if no project, or more than one, has the name
 */
export const chosenProject = async (api: Api, { values }: Context): Promise<string | undefined> => {
  const given = values.text('project') ?? process.env.CDS_PROJECT;
  if (!given || isId(given)) return given || undefined;
  const found: string[] = [];
  for await (const { id, name } of projectsOf(api)) if (name === given || id === given) found.push(id);
  if (found.length > 1)
    throw new UsageError(`${found.length} projects are named ${given}: use an ID (${found.join(', ')})`);
  if (found.length === 0) throw new UsageError(`There is no project ${given}: "cds projects" lists them`);
  return found[0];
};

/**
 * Like `chosenProject`.
 * @throws UsageError if none is given
 */
export const requiredProject = async (api: Api, context: Context): Promise<string> => {
  const project = await chosenProject(api, context);
  if (project === undefined) throw new UsageError('--project is missing');
  return project;
};
