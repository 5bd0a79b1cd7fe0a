import type * as z from 'zod';
import { contentChange } from '../../../shared/domain/documents/content.ts';
import { newDocument } from '../../../shared/domain/documents/new-document.ts';
import { Invalid } from '../../../shared/domain/errors.ts';
import { derivedPath, parseUploadPath } from '../../../shared/domain/uploads/store-path.ts';
import type { UploadRecord } from '../../../shared/domain/uploads/upload-record.ts';
import { ownOrganization } from '../../../shared/http/own-organization.ts';
import { requireProject } from '../../../shared/http/require-project.ts';
import { arrivedState, factsOfObject, keptType } from './file-facts.ts';
import { type DocumentBody, describedIn, type StoringPorts, type StoringRequest } from './new-document-request.ts';
import { chainRoot, storeDocument } from './store-document.ts';

/** States by which a caller announces that the file will arrive later. */
const ANNOUNCED = ['PENDING', 'PENDING_PROCESSING'] as const;

type Body = z.output<typeof DocumentBody>;
type RegisterRequest = StoringRequest & { body: Body | undefined };

/** Returns the upload record that a path names; undefined for a path that was not issued to the organization. */
const findUpload = async (organizationId: string, path: string, uploads: StoringPorts['uploads.read']) => {
  const issued = parseUploadPath(path);
  return issued?.organizationId === organizationId ? uploads.get(organizationId, issued.uploadId) : undefined;
};

/**
 * Asserts that an upload issued the path of a body. A path is trusted only if an upload record of this organization
 * names it; otherwise one tenant could read another's files.
 *
 * @throws Invalid if the path was not issued to the organization for this project, has expired, or its upload was aborted
 */
function assertIssued(upload: UploadRecord | undefined, body: Body, now: Date): asserts upload is UploadRecord {
  const isExpired = upload && upload.registrable_until * 1000 <= now.getTime();
  if (upload?.store_path !== body.store_path || upload.project_id !== body.project_id || isExpired) {
    throw Invalid.at(['body', 'store_path'], 'was not issued to your organization for this project in the last day');
  }
  if (upload.is_aborted) throw Invalid.at(['body', 'store_path'], 'is that of an upload that was aborted');
}

/** Registers a document whose file was, or will be, uploaded to an issued path. */
export const registerUploadedFile = async (request: RegisterRequest, ports: StoringPorts) => {
  const { body, caller, now } = request;
  const { organizationId } = caller;
  if (!body) throw Invalid.at(['body'], 'is required', 'missing');
  ownOrganization(caller, body.organization_id, 'body');
  const [upload] = await Promise.all([
    findUpload(organizationId, body.store_path, ports['uploads.read']),
    requireProject(request, body.project_id),
  ]);
  assertIssued(upload, body, now);
  const head = await ports['files.arrived'].head(body.store_path);
  const announced = ANNOUNCED.find((status) => status === body.processing_status);
  if (!head && !announced) {
    throw Invalid.at(['body', 'store_path'], 'nothing has been uploaded there');
  }
  const root = body.revision_of
    ? await chainRoot(ports['documents.read'], organizationId, body.project_id, body.revision_of)
    : body.document_id;
  const facts = head && (await factsOfObject(ports['files.read'], body.store_path, head.size, body.filename));

  const declared = upload.mime_type;
  const at = now.toISOString();
  const content = body.content ?? null;
  const versionId = request.newId();
  const contentPath = derivedPath(organizationId, body.document_id, `content-${versionId}.txt`);
  if (content !== null) {
    await ports['files.write'].put(contentPath, Buffer.from(content), 'text/plain; charset=utf-8');
  }
  const record = newDocument(caller, now, {
    document_id: body.document_id,
    filename: body.filename,
    store_path: body.store_path,
    project_id: body.project_id,
    ...(facts
      ? arrivedState(facts, head.size, at, body.filename, declared)
      : { processing_status: announced ?? 'PENDING' }),
    write_id: request.newId(),
    ...describedIn(body),
    revision_root: root,
    file_size: head?.size ?? upload.file_size,
    mime_type: facts ? keptType(facts, body.filename, declared) : declared,
    ...(facts && { file_extension: facts.extension }),
    file_handling_tier: facts?.tier ?? null,
    sha256: upload.sha256,
    ...(content !== null &&
      contentChange({ version_number: 0, versions: [] }, content, {
        id: versionId,
        path: contentPath,
        at,
        source: 'caller',
      })),
    uploaded_at: head ? head.lastModified.toISOString() : null,
    last_modified: head ? head.lastModified.toISOString() : null,
  });
  if (head) {
    // If the registration fails after this, a file without a record remains, never a record without its file.
    await ports['files.keep'].keep(body.store_path);
    return storeDocument(record, ports, { upload });
  }
  const answer = await storeDocument(record, ports, { upload });
  // The event of a file that arrived before the upload named this document had no recipient.
  if (await ports['files.read'].head(body.store_path))
    await ports['queue.upload-events'].send({ path: body.store_path });
  return answer;
};
