import type { Environment } from '../../environment.ts';
import type { PortName, Ports } from '../../ports.ts';
import { adapter as activitiesRead } from './activities.read.ts';
import { adapter as activitiesWrite } from './activities.write.ts';
import { adapter as apiCall } from './api.call.ts';
import { adapter as apiKeysRead } from './api-keys.read.ts';
import { adapter as archivesRequest } from './archives.request.ts';
import { adapter as blockReader } from './block-reader.ts';
import { adapter as callsWrite } from './calls.write.ts';
import { adapter as changesAside } from './changes.aside.ts';
import { adapter as chunksWrite } from './chunks.write.ts';
import { adapter as comparisonsBusy } from './comparisons.busy.ts';
import { adapter as comparisonsWrite } from './comparisons.write.ts';
import { adapter as credentialsRead } from './credentials.read.ts';
import { adapter as credentialsWrite } from './credentials.write.ts';
import { type DerivedPort, derived } from './derived.ts';
import { adapter as describer } from './describer.ts';
import { adapter as digestsDue } from './digests.due.ts';
import { adapter as digestsWrite } from './digests.write.ts';
import { adapter as documentsAwaited } from './documents.awaited.ts';
import { adapter as documentsBusy } from './documents.busy.ts';
import { adapter as documentsDelete } from './documents.delete.ts';
import { adapter as documentsPurge } from './documents.purge.ts';
import { adapter as documentsRead } from './documents.read.ts';
import { adapter as documentsUnread } from './documents.unread.ts';
import { adapter as documentsWrite } from './documents.write.ts';
import { adapter as embedder } from './embedder.ts';
import { adapter as eventsAppend } from './events.append.ts';
import { adapter as eventsRead } from './events.read.ts';
import { adapter as eventsVerify } from './events.verify.ts';
import { adapter as filesArrived } from './files.arrived.ts';
import { adapter as filesKeep } from './files.keep.ts';
import { adapter as filesMultipart } from './files.multipart.ts';
import { adapter as filesPresign } from './files.presign.ts';
import { adapter as filesRead } from './files.read.ts';
import { adapter as filesRemove } from './files.remove.ts';
import { adapter as filesWrite } from './files.write.ts';
import { adapter as idempotencyWrite } from './idempotency.write.ts';
import { adapter as limitsWrite } from './limits.write.ts';
import { adapter as linksOpen } from './links.open.ts';
import { adapter as mailSend } from './mail.send.ts';
import { adapter as membersWrite } from './members.write.ts';
import { adapter as membershipsRead } from './memberships.read.ts';
import { adapter as notificationsRead } from './notifications.read.ts';
import { adapter as notificationsWrite } from './notifications.write.ts';
import { adapter as ocr } from './ocr.ts';
import { adapter as organizationsDelete } from './organizations.delete.ts';
import { adapter as organizationsRemove } from './organizations.remove.ts';
import { adapter as organizationsWrite } from './organizations.write.ts';
import { adapter as outbound } from './outbound.ts';
import { adapter as outsideMailsWrite } from './outside-mails.write.ts';
import { adapter as peopleRead } from './people.read.ts';
import { adapter as peopleWrite } from './people.write.ts';
import { adapter as projectsDelete } from './projects.delete.ts';
import { adapter as projectsRemove } from './projects.remove.ts';
import { adapter as projectsWrite } from './projects.write.ts';
import { adapter as registerRead } from './register.read.ts';
import { adapter as registerSnapshot } from './register.snapshot.ts';
import { adapter as reportsBusy } from './reports.busy.ts';
import { adapter as reportsWrite } from './reports.write.ts';
import { adapter as reviewsWrite } from './reviews.write.ts';
import { adapter as searchIndex } from './search.index.ts';
import { adapter as searchKnown } from './search.known.ts';
import { adapter as searchRead } from './search.read.ts';
import { adapter as sentSheetsRead } from './sent-sheets.read.ts';
import { adapter as sheetIndexRead } from './sheet-index.read.ts';
import { adapter as slicesWrite } from './slices.write.ts';
import { adapter as suppressionsRead } from './suppressions.read.ts';
import { adapter as suppressionsWrite } from './suppressions.write.ts';
import { adapter as systemsWrite } from './systems.write.ts';
import { adapter as tasksDue } from './tasks.due.ts';
import { adapter as tasksWrite } from './tasks.write.ts';
import { adapter as transmittalLinksOpen } from './transmittal-links.open.ts';
import { adapter as transmittalsWrite } from './transmittals.write.ts';
import { adapter as unsubscribeOpen } from './unsubscribe.open.ts';
import { adapter as uploadsExpire } from './uploads.expire.ts';
import { adapter as uploadsRead } from './uploads.read.ts';
import { adapter as uploadsWrite } from './uploads.write.ts';
import { adapter as viewerLinksOpen } from './viewer-links.open.ts';
import { adapter as webhooksDeliver } from './webhooks.deliver.ts';
import { adapter as webhooksLog } from './webhooks.log.ts';
import { adapter as webhooksOpen } from './webhooks.open.ts';
import { adapter as webhooksSeal } from './webhooks.seal.ts';
import { adapter as webhooksWrite } from './webhooks.write.ts';

const own = {
  'activities.read': activitiesRead,
  'activities.write': activitiesWrite,
  'api-keys.read': apiKeysRead,
  'api.call': apiCall,
  'block-reader': blockReader,
  'calls.write': callsWrite,
  'changes.aside': changesAside,
  'chunks.write': chunksWrite,
  'comparisons.busy': comparisonsBusy,
  'comparisons.write': comparisonsWrite,
  'credentials.read': credentialsRead,
  'credentials.write': credentialsWrite,
  describer,
  'digests.due': digestsDue,
  'digests.write': digestsWrite,
  'documents.awaited': documentsAwaited,
  'documents.busy': documentsBusy,
  'documents.delete': documentsDelete,
  'documents.purge': documentsPurge,
  'documents.read': documentsRead,
  'documents.unread': documentsUnread,
  'documents.write': documentsWrite,
  embedder,
  'events.append': eventsAppend,
  'events.read': eventsRead,
  'events.verify': eventsVerify,
  'files.arrived': filesArrived,
  'files.keep': filesKeep,
  'files.multipart': filesMultipart,
  'files.presign': filesPresign,
  'files.read': filesRead,
  'files.remove': filesRemove,
  'files.write': filesWrite,
  'idempotency.write': idempotencyWrite,
  'limits.write': limitsWrite,
  'links.open': linksOpen,
  'mail.send': mailSend,
  'members.write': membersWrite,
  'memberships.read': membershipsRead,
  'notifications.read': notificationsRead,
  'notifications.write': notificationsWrite,
  ocr,
  'organizations.delete': organizationsDelete,
  'organizations.remove': organizationsRemove,
  'organizations.write': organizationsWrite,
  outbound,
  'outside-mails.write': outsideMailsWrite,
  'people.read': peopleRead,
  'people.write': peopleWrite,
  'projects.delete': projectsDelete,
  'projects.remove': projectsRemove,
  'projects.write': projectsWrite,
  'register.read': registerRead,
  'register.snapshot': registerSnapshot,
  'reports.busy': reportsBusy,
  'reports.write': reportsWrite,
  'reviews.write': reviewsWrite,
  'search.index': searchIndex,
  'search.known': searchKnown,
  'search.read': searchRead,
  'sent-sheets.read': sentSheetsRead,
  'sheet-index.read': sheetIndexRead,
  'slices.write': slicesWrite,
  'suppressions.read': suppressionsRead,
  'suppressions.write': suppressionsWrite,
  'systems.write': systemsWrite,
  'tasks.due': tasksDue,
  'tasks.write': tasksWrite,
  'archives.request': archivesRequest,
  'transmittal-links.open': transmittalLinksOpen,
  'transmittals.write': transmittalsWrite,
  'unsubscribe.open': unsubscribeOpen,
  'uploads.expire': uploadsExpire,
  'uploads.read': uploadsRead,
  'uploads.write': uploadsWrite,
  'webhooks.deliver': webhooksDeliver,
  'webhooks.log': webhooksLog,
  'webhooks.open': webhooksOpen,
  'webhooks.seal': webhooksSeal,
  'webhooks.write': webhooksWrite,
  'viewer-links.open': viewerLinksOpen,
} satisfies { [P in Exclude<PortName, DerivedPort>]: (environment: Environment) => Ports[P] };

/** The adapters of all ports, for a single machine and for tests; a Lambda bundle imports only those it declares. */
export const adapters = { ...derived, ...own };
