import { recallsOf } from '../../shared/domain/transmittals/recall.ts';
import { PROJECT_SHEETS_PORTS, projectSheets } from '../../shared/http/project-sheets.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';

export const worker = defineWorker({
  id: 'recall-sheets',
  description: 'Notifies recipients of transmittals of sheets that a processed document has superseded',
  queue: 'recalls',
  timeoutSeconds: 120,
  memoryMegabytes: 1769,
  uses: [
    ...PROJECT_SHEETS_PORTS,
    'memberships.read',
    'documents.read',
    'sent-sheets.read',
    'transmittals.read',
    'notifications.write',
  ],
});

/** The longest list of sheets in a mail, in lines. */
const SHOWN = 100;

/** One notification per recipient and document, whatever the number of its sheets and of deliveries of the message. */
export const handle: HandleMessage<typeof worker> = async (message, ports, { now }) => {
  const { organization_id, project_id, document_id } = message;
  const document = await ports['documents.read'].get(organization_id, document_id);
  if (!document || document.is_deleted || !(await ports['memberships.read'].stands(organization_id, project_id)))
    return;
  const brought = (await projectSheets(message, ports)).sheets.filter(
    ({ current, revisions }) => current.document_id === document_id && revisions.length > 1,
  );
  const keys = brought.flatMap(({ key, merged }) => [key, ...merged]);
  const sendings = await ports['sent-sheets.read'].find(organization_id, project_id, keys);
  const ids = [...new Set(sendings.map(({ transmittal_id }) => transmittal_id))];
  const records = await ports['transmittals.read'].getMany(organization_id, ids);
  const transmittals = new Map(records.flatMap((record) => (record ? [[record.id, record] as const] : [])));
  for (const { recipient, caused_by, lines } of recallsOf(brought, sendings, transmittals)) {
    const { user_id, name, email } = recipient;
    const shown = lines.length > SHOWN ? [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`] : lines;
    await ports['notifications.write'].add(
      {
        ...{ organization_id, project_id, type: 'sheets_superseded', entity_type: 'document', entity_id: document_id },
        recipients: [{ id: user_id, name, email, is_own: false }],
        ...{ actor_name: null, caused_by, changes: shown.join('\n'), created_at: now.toISOString() },
      },
      email.toLowerCase(),
    );
  }
};

export const handler = queueWorker(worker, handle);
