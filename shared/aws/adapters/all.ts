import type { Environment } from '../../environment.ts';
import type { PortName, Ports } from '../../ports.ts';
import { adapter as activitiesRead } from './activities.read.ts';
import { adapter as activitiesWrite } from './activities.write.ts';
import { adapter as agentsRead } from './agents.read.ts';
import { adapter as apiCall } from './api.call.ts';
import { adapter as apiKeysRead } from './api-keys.read.ts';
import { adapter as callsWrite } from './calls.write.ts';
import { adapter as changesAside } from './changes.aside.ts';
import { adapter as chunksWrite } from './chunks.write.ts';
import { adapter as comparisonsBusy } from './comparisons.busy.ts';
import { adapter as comparisonsRead } from './comparisons.read.ts';
import { adapter as comparisonsWrite } from './comparisons.write.ts';
import { adapter as credentialsRead } from './credentials.read.ts';
import { adapter as credentialsWrite } from './credentials.write.ts';
import { adapter as deliveriesBatches } from './deliveries.batches.ts';
import { adapter as deliveriesCompare } from './deliveries.compare.ts';
import { adapter as deliveriesDeleteProject } from './deliveries.delete-project.ts';
import { adapter as deliveriesMail } from './deliveries.mail.ts';
import { adapter as deliveriesMailEvents } from './deliveries.mail-events.ts';
import { adapter as deliveriesOcr } from './deliveries.ocr.ts';
import { adapter as deliveriesProcess } from './deliveries.process.ts';
import { adapter as deliveriesReports } from './deliveries.reports.ts';
import { adapter as deliveriesSearch } from './deliveries.search.ts';
import { adapter as deliveriesSlices } from './deliveries.slices.ts';
import { adapter as deliveriesSnapshots } from './deliveries.snapshots.ts';
import { adapter as deliveriesUploadEvents } from './deliveries.upload-events.ts';
import { adapter as describer } from './describer.ts';
import { adapter as digestsWrite } from './digests.write.ts';
import { adapter as documentsAwaited } from './documents.awaited.ts';
import { adapter as documentsBusy } from './documents.busy.ts';
import { adapter as documentsDelete } from './documents.delete.ts';
import { adapter as documentsPurge } from './documents.purge.ts';
import { adapter as documentsRead } from './documents.read.ts';
import { adapter as documentsUnread } from './documents.unread.ts';
import { adapter as documentsWrite } from './documents.write.ts';
import { adapter as embedder } from './embedder.ts';
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
import { adapter as linksSeal } from './links.seal.ts';
import { adapter as mailSend } from './mail.send.ts';
import { adapter as membersRead } from './members.read.ts';
import { adapter as membersWrite } from './members.write.ts';
import { adapter as membershipsRead } from './memberships.read.ts';
import { adapter as notificationsRead } from './notifications.read.ts';
import { adapter as ocr } from './ocr.ts';
import { adapter as organizationsDelete } from './organizations.delete.ts';
import { adapter as organizationsRead } from './organizations.read.ts';
import { adapter as organizationsRemove } from './organizations.remove.ts';
import { adapter as organizationsWrite } from './organizations.write.ts';
import { adapter as outbound } from './outbound.ts';
import { adapter as outsideMailsWrite } from './outside-mails.write.ts';
import { adapter as peopleRead } from './people.read.ts';
import { adapter as peopleWrite } from './people.write.ts';
import { adapter as preferencesRead } from './preferences.read.ts';
import { adapter as preferencesWrite } from './preferences.write.ts';
import { adapter as projectsDelete } from './projects.delete.ts';
import { adapter as projectsRead } from './projects.read.ts';
import { adapter as projectsRemove } from './projects.remove.ts';
import { adapter as projectsSearch } from './projects.search.ts';
import { adapter as projectsWrite } from './projects.write.ts';
import { adapter as queueBatches } from './queue.batches.ts';
import { adapter as queueCompare } from './queue.compare.ts';
import { adapter as queueDeleteProject } from './queue.delete-project.ts';
import { adapter as queueMail } from './queue.mail.ts';
import { adapter as queueMailEvents } from './queue.mail-events.ts';
import { adapter as queueOcr } from './queue.ocr.ts';
import { adapter as queueProcess } from './queue.process.ts';
import { adapter as queueReports } from './queue.reports.ts';
import { adapter as queueSearch } from './queue.search.ts';
import { adapter as queueSlices } from './queue.slices.ts';
import { adapter as queueSnapshots } from './queue.snapshots.ts';
import { adapter as queueUploadEvents } from './queue.upload-events.ts';
import { adapter as registerRead } from './register.read.ts';
import { adapter as registerSnapshot } from './register.snapshot.ts';
import { adapter as reportsBusy } from './reports.busy.ts';
import { adapter as reportsRead } from './reports.read.ts';
import { adapter as reportsWrite } from './reports.write.ts';
import { adapter as reviewsRead } from './reviews.read.ts';
import { adapter as reviewsWrite } from './reviews.write.ts';
import { adapter as searchIndex } from './search.index.ts';
import { adapter as searchKnown } from './search.known.ts';
import { adapter as searchRead } from './search.read.ts';
import { adapter as sheetIndexRead } from './sheet-index.read.ts';
import { adapter as sheetTemplatesRead } from './sheet-templates.read.ts';
import { adapter as sheetTemplatesWrite } from './sheet-templates.write.ts';
import { adapter as slicesWrite } from './slices.write.ts';
import { adapter as suppressionsRead } from './suppressions.read.ts';
import { adapter as suppressionsWrite } from './suppressions.write.ts';
import { adapter as systemsRead } from './systems.read.ts';
import { adapter as systemsWrite } from './systems.write.ts';
import { adapter as tasksDue } from './tasks.due.ts';
import { adapter as tasksRead } from './tasks.read.ts';
import { adapter as tasksSearch } from './tasks.search.ts';
import { adapter as tasksWrite } from './tasks.write.ts';
import { adapter as templatesRead } from './templates.read.ts';
import { adapter as templatesWrite } from './templates.write.ts';
import { adapter as unsubscribeOpen } from './unsubscribe.open.ts';
import { adapter as unsubscribeSeal } from './unsubscribe.seal.ts';
import { adapter as uploadsExpire } from './uploads.expire.ts';
import { adapter as uploadsRead } from './uploads.read.ts';
import { adapter as uploadsWrite } from './uploads.write.ts';

/** Every port's adapter, for one machine and for tests; a Lambda bundle imports only those it declares. */
export const adapters = {
  'agents.read': agentsRead,
  'api-keys.read': apiKeysRead,
  'calls.write': callsWrite,
  'chunks.write': chunksWrite,
  'comparisons.busy': comparisonsBusy,
  'comparisons.read': comparisonsRead,
  'comparisons.write': comparisonsWrite,
  'credentials.read': credentialsRead,
  'credentials.write': credentialsWrite,
  'changes.aside': changesAside,
  'deliveries.compare': deliveriesCompare,
  'deliveries.mail-events': deliveriesMailEvents,
  'deliveries.mail': deliveriesMail,
  'deliveries.ocr': deliveriesOcr,
  'deliveries.process': deliveriesProcess,
  'deliveries.reports': deliveriesReports,
  'deliveries.batches': deliveriesBatches,
  'deliveries.snapshots': deliveriesSnapshots,
  'deliveries.slices': deliveriesSlices,
  'deliveries.upload-events': deliveriesUploadEvents,
  'documents.busy': documentsBusy,
  'documents.delete': documentsDelete,
  'documents.read': documentsRead,
  'documents.write': documentsWrite,
  describer,
  embedder: embedder,
  'files.arrived': filesArrived,
  'files.keep': filesKeep,
  'files.multipart': filesMultipart,
  'links.open': linksOpen,
  'unsubscribe.seal': unsubscribeSeal,
  'unsubscribe.open': unsubscribeOpen,
  'links.seal': linksSeal,
  'files.presign': filesPresign,
  'files.read': filesRead,
  'files.write': filesWrite,
  'idempotency.write': idempotencyWrite,
  'limits.write': limitsWrite,
  'members.read': membersRead,
  'members.write': membersWrite,
  'memberships.read': membershipsRead,
  'organizations.read': organizationsRead,
  'organizations.write': organizationsWrite,
  'organizations.delete': organizationsDelete,
  'organizations.remove': organizationsRemove,
  'outside-mails.write': outsideMailsWrite,
  'people.read': peopleRead,
  'people.write': peopleWrite,
  'sheet-index.read': sheetIndexRead,
  'sheet-templates.read': sheetTemplatesRead,
  'sheet-templates.write': sheetTemplatesWrite,
  'templates.read': templatesRead,
  'templates.write': templatesWrite,
  'activities.read': activitiesRead,
  'activities.write': activitiesWrite,
  'mail.send': mailSend,
  'digests.write': digestsWrite,
  'notifications.read': notificationsRead,
  'preferences.read': preferencesRead,
  'preferences.write': preferencesWrite,
  'suppressions.read': suppressionsRead,
  'suppressions.write': suppressionsWrite,
  'tasks.read': tasksRead,
  'tasks.write': tasksWrite,
  'tasks.due': tasksDue,
  'tasks.search': tasksSearch,
  'projects.search': projectsSearch,
  ocr,
  'api.call': apiCall,
  outbound,
  'projects.read': projectsRead,
  'projects.write': projectsWrite,
  'queue.compare': queueCompare,
  'queue.mail-events': queueMailEvents,
  'queue.mail': queueMail,
  'queue.ocr': queueOcr,
  'queue.process': queueProcess,
  'queue.reports': queueReports,
  'queue.batches': queueBatches,
  'queue.snapshots': queueSnapshots,
  'queue.slices': queueSlices,
  'queue.upload-events': queueUploadEvents,
  'register.read': registerRead,
  'register.snapshot': registerSnapshot,
  'reports.busy': reportsBusy,
  'reports.read': reportsRead,
  'reports.write': reportsWrite,
  'reviews.read': reviewsRead,
  'reviews.write': reviewsWrite,
  'slices.write': slicesWrite,
  'systems.read': systemsRead,
  'systems.write': systemsWrite,
  'uploads.read': uploadsRead,
  'uploads.write': uploadsWrite,
  'documents.awaited': documentsAwaited,
  'documents.unread': documentsUnread,
  'documents.purge': documentsPurge,
  'files.remove': filesRemove,
  'projects.delete': projectsDelete,
  'projects.remove': projectsRemove,
  'uploads.expire': uploadsExpire,
  'deliveries.delete-project': deliveriesDeleteProject,
  'queue.delete-project': queueDeleteProject,
  'search.read': searchRead,
  'search.index': searchIndex,
  'search.known': searchKnown,
  'queue.search': queueSearch,
  'deliveries.search': deliveriesSearch,
} satisfies { [N in PortName]: (environment: Environment) => Ports[N] };
