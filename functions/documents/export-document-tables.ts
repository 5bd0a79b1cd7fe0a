import { join } from 'node:path';
import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { derivedPath } from '../../shared/domain/uploads/store-path.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readDrawings } from '../../shared/sheets/stored-drawings.ts';
import { inTemporaryFolder } from '../../shared/temporary-folder.ts';
import { findDocument } from './lib/find-document.ts';
import { numbered } from './lib/table-view.ts';
import { TABLE_FILES, type TableFile } from './lib/write-tables.ts';

const LINK_SECONDS = 3600;

export const operation = defineOperation({
  id: 'export-document-tables',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/tables/{name}',
  tag: 'Documents',
  summary: 'Get the tables of a document as CSV or XLSX',
  description:
    'A link that works for one hour without a token. `tables.csv` contains all tables one below the other, each row ' +
    'preceded by the number, page, kind, title and box of its table. `tables.xlsx` has a sheet that lists the ' +
    'tables, and one sheet for each of the first 200. The text of a merged cell is in its first row and column.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({
    document_id: DocumentId,
    name: z.enum(Object.keys(TABLE_FILES) as [TableFile, ...TableFile[]]),
  }),
  responses: {
    200: {
      description: 'The link; every value is a string',
      schema: z.object({
        document_id: z.string(),
        filename: z.string(),
        download_url: z.string(),
        expires_at: z.string(),
      }),
    },
  },
  errors: [404],
  uses: ['documents.read', 'files.read', 'files.write', 'files.presign'],
  memoryMegabytes: 1024,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const { name } = request.params;
  const tables = numbered(await readDrawings(record, ports['files.read']));
  // Written on every request, because processing may have replaced the tables.
  const path = derivedPath(record.organization_id, record.document_id, name);
  await inTemporaryFolder(async (folder) => {
    const file = join(folder, name);
    await TABLE_FILES[name].write(tables, file);
    await ports['files.write'].putFile(path, file, TABLE_FILES[name].mimeType);
  });
  return {
    status: 200,
    body: {
      document_id: record.document_id,
      filename: name,
      download_url: await ports['files.presign'].download(path, name, LINK_SECONDS),
      expires_at: new Date(request.now.getTime() + LINK_SECONDS * 1000).toISOString(),
    },
  };
};

export const handler = lambda(operation, handle);
