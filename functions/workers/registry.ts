import * as announceChanges from './announce-changes.ts';
import * as announceEvents from './announce-events.ts';
import * as announceNotifications from './announce-notifications.ts';
import * as buildArchive from './build-archive.ts';
import * as buildReport from './build-report.ts';
import * as compareDrawings from './compare-drawings.ts';
import * as deliverWebhooks from './deliver-webhooks.ts';
import * as indexChanges from './index-changes.ts';
import * as markDueTasks from './mark-due-tasks.ts';
import * as processDocument from './process-document.ts';
import * as processSlice from './process-slice.ts';
import * as purgeDocuments from './purge-documents.ts';
import * as recallSheets from './recall-sheets.ts';
import * as receiveMailEvents from './receive-mail-events.ts';
import * as receiveUpload from './receive-upload.ts';
import * as recogniseText from './recognise-text.ts';
import * as removeOrganizations from './remove-organizations.ts';
import * as removeProject from './remove-project.ts';
import * as runBatch from './run-batch.ts';
import * as sendDigests from './send-digests.ts';
import * as sendMail from './send-mail.ts';
import * as sequenceEvents from './sequence-events.ts';
import * as snapshotRegister from './snapshot-register.ts';
import * as sweepComparisons from './sweep-comparisons.ts';
import * as sweepDeletions from './sweep-deletions.ts';
import * as sweepDocuments from './sweep-documents.ts';
import * as sweepReports from './sweep-reports.ts';
import * as sweepUploads from './sweep-uploads.ts';
import * as sweepWebhooks from './sweep-webhooks.ts';
import * as tendIndexes from './tend-indexes.ts';

/** Adds to the exports of a worker's module its path: the file of its id. */
const registered = <M extends { worker: { id: string } }>(exports: M) => ({
  ...exports,
  module: `functions/workers/${exports.worker.id}.ts`,
});

/** Every function that is started by a queue, a stream or a schedule. */
export const workers = [
  registered(processDocument),
  registered(processSlice),
  registered(compareDrawings),
  registered(buildReport),
  registered(buildArchive),
  registered(recallSheets),
  registered(receiveUpload),
  registered(receiveMailEvents),
  registered(recogniseText),
  registered(snapshotRegister),
  registered(sweepComparisons),
  registered(sweepDocuments),
  registered(sweepUploads),
  registered(purgeDocuments),
  registered(removeProject),
  registered(removeOrganizations),
  registered(sweepDeletions),
  registered(markDueTasks),
  registered(sweepReports),
  registered(announceChanges),
  registered(indexChanges),
  registered(tendIndexes),
  registered(runBatch),
  registered(announceEvents),
  registered(sequenceEvents),
  registered(deliverWebhooks),
  registered(sweepWebhooks),
  registered(announceNotifications),
  registered(sendMail),
  registered(sendDigests),
];
