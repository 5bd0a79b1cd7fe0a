import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { Invalid } from '../../shared/domain/errors.ts';
import { line, ProjectId, prose } from '../../shared/domain/fields.ts';
import { UpperBound } from '../../shared/domain/query-values.ts';
import { DISCIPLINES } from '../../shared/domain/sheets/discipline.ts';
import {
  MAXIMUM_DOCUMENTS,
  MAXIMUM_RECIPIENTS,
  TransmittalPurpose,
} from '../../shared/domain/transmittals/transmittal.ts';
import { etag } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle, Request } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readSheetRegister, SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import { newRecordFields } from '../../shared/http/records.ts';
import { created } from '../../shared/http/versioned.ts';
import { findRecipients } from './lib/find-recipients.ts';
import { selectDocuments, type Wanted } from './lib/select-documents.ts';
import { Transmittal, toTransmittal } from './view.ts';

const DAY = 86_400;

export const operation = defineOperation({
  id: 'create-transmittal',
  method: 'POST',
  path: '/api/v1/transmittals',
  tag: 'Transmittals',
  summary: 'Send documents to recipients',
  description:
    'Sends documents, or the current set of sheets, to members of the project and outside addresses. Each recipient gets ' +
    "a mail with a link of their own to a page with the files. What was sent is stored and never changes. A member's link " +
    'ends when the member is removed from the project, that of an outside address when you are. Mails to outside ' +
    'addresses are limited per day; administrators see in `GET /email-activities` whether each was sent. At most 2 GiB of ' +
    'files.',
  auth: { scope: 'transmittals:write', role: 'member' },
  body: z.strictObject({
    project_id: ProjectId,
    document_ids: z
      .array(DocumentId)
      .min(1)
      .max(MAXIMUM_DOCUMENTS)
      .transform((ids) => [...new Set(ids)])
      .optional()
      .meta({ description: 'Documents of the project; either these or `current_set`' }),
    current_set: z
      .literal(true)
      .optional()
      .meta({ description: 'Send the current revision of every sheet, with the documents that contain them' }),
    discipline: z.enum(DISCIPLINES).optional().meta({ description: 'Limits `current_set` to one discipline' }),
    recipients: z
      .array(
        z.strictObject({
          email: z.email().max(254).meta({ example: 'site@contractor.example.com' }),
          name: line(200).optional(),
          company: line(200)
            .optional()
            .meta({ description: 'The company, which the recipient’s page shows with the name' }),
        }),
      )
      .min(1)
      .max(MAXIMUM_RECIPIENTS)
      .meta({
        description:
          'Members of the project and others, by address. An address given twice, also in other letters, is one recipient ' +
          'with the first name and company given for it',
      }),
    subject: line(200).trim().min(1).meta({ example: 'Ground floor, issue C' }),
    purpose: TransmittalPurpose.default('information'),
    note: prose(4000).nullable().default(null).meta({ description: 'A message to the recipients' }),
    due_date: UpperBound.nullable().default(null),
    expires_in: z
      .int()
      .min(3600)
      .max(90 * DAY)
      .default(30 * DAY)
      .meta({ description: 'Lifetime of the links in seconds, at most 90 days' }),
  }),
  responses: { 201: created('The transmittal', Transmittal, '/api/v1/transmittals/{id}') },
  errors: [404, 409],
  uses: [...SHEET_PORTS, 'documents.read', 'members.read', 'people.read', 'transmittals.write'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

/** @throws Invalid unless the body names either documents or the current set */
const readWanted = ({ document_ids, current_set, discipline }: Request<typeof operation>['body']): Wanted => {
  if (document_ids !== undefined && current_set === undefined && discipline === undefined) {
    return { documentIds: document_ids };
  }
  if (document_ids === undefined && current_set !== undefined) return { discipline };
  throw Invalid.at(['body', 'document_ids'], 'Give either document_ids, or current_set with an optional discipline');
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { body, caller, now } = request;
  const { project_id, subject, purpose, note, due_date, expires_in } = body;
  const place = { organizationId: caller.organizationId, projectId: project_id };
  const wanted = readWanted(body);
  const fields = newRecordFields(request);
  const { sheets } = await readSheetRegister(request, ports, project_id);
  const [selection, recipients] = await Promise.all([
    selectDocuments(place, wanted, sheets, ports['documents.read']),
    findRecipients(place, body.recipients, ports),
  ]);
  const record = await ports['transmittals.write'].create({
    ...{ ...fields, project_id, subject, purpose, note, due_date, ...selection, recipients },
    expires_at: new Date(now.getTime() + expires_in * 1000).toISOString(),
  });
  return { status: 201, headers: { ETag: etag(record.record_version) }, body: toTransmittal(record, []) };
};

export const handler = lambda(operation, handle);
