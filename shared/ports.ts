import type { ComparisonPorts } from './ports/comparisons.ts';
import type { DocumentPorts } from './ports/documents.ts';
import type { EventPorts } from './ports/events.ts';
import type { ExternalSystemPorts } from './ports/external-systems.ts';
import type { FilePorts } from './ports/files.ts';
import type { MailPorts } from './ports/mail.ts';
import type { OrganizationPorts } from './ports/organizations.ts';
import type { AsidePorts, DeliveryPorts, QueuePorts } from './ports/queues.ts';
import type { ReadPorts, WritePorts } from './ports/records.ts';
import type { ReportPorts } from './ports/reports.ts';
import type { RequestPorts } from './ports/requests.ts';
import type { SearchPorts } from './ports/search.ts';
import type { TaskPorts } from './ports/tasks.ts';
import type { TransmittalPorts } from './ports/transmittals.ts';
import type { WebhookPorts } from './ports/webhooks.ts';

export type * from './ports/comparisons.ts';
export type * from './ports/documents.ts';
export type * from './ports/events.ts';
export type * from './ports/external-systems.ts';
export type * from './ports/files.ts';
export type * from './ports/mail.ts';
export type * from './ports/organizations.ts';
export type * from './ports/queues.ts';
export type * from './ports/records.ts';
export type * from './ports/reports.ts';
export type * from './ports/requests.ts';
export type * from './ports/search.ts';
export type * from './ports/tasks.ts';
export type * from './ports/transmittals.ts';
export type * from './ports/webhooks.ts';
export type { KindIn, RemovableIn } from './table/kinds/index.ts';

/**
 * The capabilities that an operation or a worker can declare in `uses`. Each name stands for the type that the handler
 * receives, the adapter in its bundle and the grant of its function; reads and writes are separate. The first parameter
 * of every method is the tenant, which is part of each key.
 */
export interface Ports
  extends ReadPorts,
    WritePorts,
    DocumentPorts,
    ComparisonPorts,
    ReportPorts,
    SearchPorts,
    OrganizationPorts,
    EventPorts,
    WebhookPorts,
    MailPorts,
    TaskPorts,
    TransmittalPorts,
    FilePorts,
    ExternalSystemPorts,
    QueuePorts,
    DeliveryPorts,
    AsidePorts,
    RequestPorts {}
export type PortName = keyof Ports;
