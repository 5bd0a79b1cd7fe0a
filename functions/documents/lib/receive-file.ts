import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { newDocument } from '../../../shared/domain/documents/new-document.ts';
import { Filename } from '../../../shared/domain/documents/values.ts';
import { Invalid, type Problem } from '../../../shared/domain/errors.ts';
import { filePath } from '../../../shared/domain/uploads/store-path.ts';
import type { UploadedFile } from '../../../shared/http/operation.ts';
import { toProblems } from '../../../shared/http/problems.ts';
import { requireProject } from '../../../shared/http/require-project.ts';
import { arrivedState, factsOfBytes, keptType } from './file-facts.ts';
import type { DocumentForm, StoringPorts, StoringRequest } from './new-document-request.ts';
import { chainRoot, storeDocument } from './store-document.ts';

type FormRequest = StoringRequest & { form: { fields: z.output<typeof DocumentForm>; file: UploadedFile } };

/**
 * Seconds after which a file without a document is removed. An `Idempotency-Key` is remembered for a day; until then a
 * retry may store the file under the same id again.
 */
const UNREGISTERED_AFTER_SECONDS = 25 * 3600;

/** Attributes a problem of the file name to the part of the form that states it. */
const ofFileName = ({ msg, type }: Problem): Problem => ({ loc: ['body', 'file'], msg: `File name: ${msg}`, type });

/**
 * Stores a file that came with the request under a generated id, then registers it. The file is noted first, so that it
 * is removed if the registration is rejected or never runs.
 */
export const receiveFile = async (request: FormRequest, ports: StoringPorts) => {
  const { caller, now, form } = request;
  const { organizationId } = caller;
  const { fields, file } = form;
  // Forms also send empty text fields; they count as absent.
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as typeof fields;
  const named = Filename.safeParse(file.filename);
  if (!named.success) throw new Invalid(toProblems(named.error, file.filename, 'body').map(ofFileName));
  const filename = named.data;

  await requireProject(request, fields.project_id);
  const documentId = request.newId();
  const root =
    fields.revision_of === undefined
      ? documentId
      : await chainRoot(ports['documents.read'], organizationId, fields.project_id, fields.revision_of);

  const facts = await factsOfBytes(file.bytes, filename);
  const storePath = filePath(organizationId, documentId, filename);
  const unregisteredAt = new Date(now.getTime() + UNREGISTERED_AFTER_SECONDS * 1000).toISOString();
  const noted = { organization_id: organizationId, id: documentId, at: unregisteredAt, path: storePath };
  await ports['documents.write'].noteFile(noted);
  await ports['files.write'].put(storePath, file.bytes, facts.mime_type);

  const at = now.toISOString();
  return storeDocument(
    newDocument(caller, now, {
      ...given,
      document_id: documentId,
      filename,
      store_path: storePath,
      ...arrivedState(facts, file.bytes.length, at, filename, file.mimeType),
      write_id: documentId,
      revision_of: fields.revision_of ?? null,
      revision_root: root,
      file_size: file.bytes.length,
      mime_type: keptType(facts, filename, file.mimeType),
      file_extension: facts.extension,
      file_handling_tier: facts.tier,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      uploaded_at: at,
      last_modified: at,
    }),
    ports,
    { file: noted },
  );
};
