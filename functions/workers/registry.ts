import * as announceChanges from './announce-changes/worker.ts';
import * as announceEvents from './announce-events/worker.ts';
import * as announceNotifications from './announce-notifications/worker.ts';
import * as buildArchive from './build-archive/worker.ts';
import * as buildReport from './build-report/worker.ts';
import * as compareDrawings from './compare-drawings/worker.ts';
import * as deliverWebhooks from './deliver-webhooks/worker.ts';
import * as indexChanges from './index-changes/worker.ts';
import * as markDueTasks from './mark-due-tasks/worker.ts';
import * as processDocument from './process-document/worker.ts';
import * as processSlice from './process-slice/worker.ts';
import * as purgeDocuments from './purge-documents/worker.ts';
import * as recallSheets from './recall-sheets/worker.ts';
import * as receiveMailEvents from './receive-mail-events/worker.ts';
import * as receiveUpload from './receive-upload/worker.ts';
import * as recogniseText from './recognise-text/worker.ts';
import * as removeOrganizations from './remove-organizations/worker.ts';
import * as removeProject from './remove-project/worker.ts';
import * as runBatch from './run-batch/worker.ts';
import * as sendDigests from './send-digests/worker.ts';
import * as sendMail from './send-mail/worker.ts';
import * as sequenceEvents from './sequence-events/worker.ts';
import * as snapshotRegister from './snapshot-register/worker.ts';
import * as sweepComparisons from './sweep-comparisons/worker.ts';
import * as sweepDeletions from './sweep-deletions/worker.ts';
import * as sweepDocuments from './sweep-documents/worker.ts';
import * as sweepReports from './sweep-reports/worker.ts';
import * as sweepUploads from './sweep-uploads/worker.ts';
import * as sweepWebhooks from './sweep-webhooks/worker.ts';
import * as tendIndexes from './tend-indexes/worker.ts';

/** Adds to the exports of a worker's module its path: the folder of its id. */
const registered = <M extends { worker: { id: string } }>(exports: M) => ({
  ...exports,
  module: `functions/workers/${exports.worker.id}/worker.ts`,
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
