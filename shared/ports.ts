import type { ComparisonPorts } from './ports/comparison-ports.ts';
import type { DocumentPorts } from './ports/document-ports.ts';
import type { EventPorts } from './ports/event-ports.ts';
import type { ExternalSystemPorts } from './ports/external-system-ports.ts';
import type { FilePorts } from './ports/file-ports.ts';
import type { LinkOpenPorts, LinkSealPorts } from './ports/link-ports.ts';
import type { MailPorts } from './ports/mail-ports.ts';
import type { OrganizationPorts } from './ports/organization-ports.ts';
import type { AsidePorts, DeliveryPorts, QueuePorts } from './ports/queue-ports.ts';
import type { ReadPorts, TextSearchPorts, WritePorts } from './ports/record-ports.ts';
import type { ReportPorts } from './ports/report-ports.ts';
import type { RequestPorts } from './ports/request-ports.ts';
import type { SearchPorts } from './ports/search-ports.ts';
import type { TaskPorts } from './ports/task-ports.ts';
import type { TransmittalPorts } from './ports/transmittal-ports.ts';
import type { WebhookPorts } from './ports/webhook-ports.ts';

export type * from './ports/comparison-ports.ts';
export type * from './ports/document-ports.ts';
export type * from './ports/event-ports.ts';
export type * from './ports/external-system-ports.ts';
export type * from './ports/file-ports.ts';
export type * from './ports/link-ports.ts';
export type * from './ports/mail-ports.ts';
export type * from './ports/organization-ports.ts';
export type * from './ports/queue-ports.ts';
export type * from './ports/record-ports.ts';
export type * from './ports/report-ports.ts';
export type * from './ports/request-ports.ts';
export type * from './ports/search-ports.ts';
export type * from './ports/task-ports.ts';
export type * from './ports/transmittal-ports.ts';
export type * from './ports/webhook-ports.ts';
export type { KindIn, RemovableIn } from './table/kinds/index.ts';

/**
 * The capabilities that an operation or a worker can declare in `uses`. Each name stands for the type that the handler
 * receives, the adapter in its bundle and the grant of its function; reads and writes are separate. The first parameter
 * of every method is the tenant, which is part of each key.
 */
export interface Ports
  extends ReadPorts,
    WritePorts,
    TextSearchPorts,
    LinkSealPorts,
    LinkOpenPorts,
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
