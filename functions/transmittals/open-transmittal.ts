import * as z from 'zod';
import { NotFound } from '../../shared/domain/errors.ts';
import { supersededBy } from '../../shared/domain/sheets/superseded.ts';
import { archivePath } from '../../shared/domain/transmittals/archive.ts';
import type { Handle, PortsOf } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { PROJECT_SHEETS_PORTS, projectSheets } from '../../shared/http/project-sheets.ts';
import { publicLambda } from '../../shared/http/public-lambda.ts';
import { TRANSMITTAL_PATH } from '../../shared/http/transmittal-link.ts';
import { OPEN_PORTS, type Opened, openLink } from './lib/open-link.ts';
import { type ArchiveState, MOST_WAITS, pageHeaders, transmittalPage } from './lib/transmittal-page.ts';

export const operation = defineOperation({
  id: 'open-transmittal',
  method: 'GET',
  path: TRANSMITTAL_PATH,
  tag: 'Transmittals',
  summary: 'Show the page of a transmittal',
  description:
    'The target of the link in the mail of a transmittal: a page with the documents and sheets that were sent, and which ' +
    'of them have been superseded since. No token is needed; the address itself is sealed. An altered or expired link, ' +
    'and one whose member has been removed from the project, return 404; a deleted document is shown as withdrawn. ' +
    'Opening the page records nothing, because mail scanners follow links.',
  auth: 'public',
  params: z.object({ token: z.string().max(8192) }),
  query: z.object({
    waits: wholeNumber({ minimum: 0, maximum: MOST_WAITS })
      .optional()
      .meta({ description: 'Set by the page while it waits for the ZIP file', example: 1 }),
  }),
  responses: {
    200: {
      description: 'The page',
      contentType: 'text/html; charset=utf-8',
      schema: z.string().meta({ description: 'The page', example: '<!doctype html>' }),
      headers: {
        'Cache-Control': 'The page may not be stored',
        'Content-Security-Policy': 'Forbids loading anything; forms may only post to this service',
      },
    },
  },
  errors: [404],
  uses: [...OPEN_PORTS, ...PROJECT_SHEETS_PORTS, 'projects.read', 'files.read', 'files.presign'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

/** @param isAwaited whether the recipient has requested the archive */
const stateOfArchive = async (
  { record, files, withdrawn }: Opened,
  isAwaited: boolean,
  ports: Pick<PortsOf<typeof operation>, 'files.read'>,
): Promise<ArchiveState> => {
  if (files.size < 2) return null;
  const head = await ports['files.read'].head(archivePath(record, withdrawn));
  if (head) return { size: head.size };
  return isAwaited ? 'preparing' : 'absent';
};

export const handle: Handle<typeof operation> = async ({ params, query, now }, ports) => {
  const opened = await openLink(params.token, now, ports);
  const { organization_id, project_id } = opened.record;
  const [project, register, archive] = await Promise.all([
    ports['projects.read'].get(organization_id, project_id),
    projectSheets(opened.record, ports),
    stateOfArchive(opened, query.waits !== undefined, ports),
  ]);
  if (!project) throw new NotFound();
  // Any link shows the origin of the files.
  const files = new URL(await ports['files.presign'].view('derived/origin', 60)).origin;
  return {
    status: 200,
    headers: pageHeaders(files),
    body: transmittalPage({
      ...opened,
      token: params.token,
      projectName: project.name,
      archive,
      supersededBy: (sheet) => supersededBy(register, sheet),
      waits: query.waits ?? 0,
    }),
  };
};

export const handler = publicLambda(operation, handle);
