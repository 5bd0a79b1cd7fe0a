import type { PersonRecord } from '../domain/access/person.ts';
import type { Due } from '../domain/due.ts';
import type { WebhookDelivery, WebhookRecord, WebhookState } from '../domain/events/webhook.ts';
import type { ChangeGuard, RecordsWrite } from './record-ports.ts';

export interface WebhookPorts {
  'webhooks.write': WebhooksWrite;
  'webhooks.seal': WebhooksSeal;
  'webhooks.open': WebhooksOpen;
  'webhooks.deliver': WebhooksDeliver;
  'webhooks.log': WebhooksLog;
}

type Subscription = Pick<WebhookRecord, 'organization_id' | 'id'>;

export interface WebhooksWrite extends Omit<RecordsWrite<WebhookRecord>, 'create'> {
  /** Stores a subscription whose first event is the next one of the feed. */
  create(record: WebhookRecord): Promise<WebhookRecord>;
  /** As `change`. If the webhook is active then, its failures are cleared and becomes due, in the same transaction. */
  resume: RecordsWrite<WebhookRecord>['change'];
  /**
   * Disables an active webhook, and notifies its creator and the administrators, in one transaction.
   * @throws Conflict unless it is active
   */
  disable(
    webhook: Subscription,
    reason: string,
    administrators: readonly PersonRecord[],
    guard: Pick<ChangeGuard, 'writeId' | 'now'>,
  ): Promise<WebhookRecord>;
  /** Removes what is stored beside the record of a subscription. */
  removeBeside(organizationId: string, id: string): Promise<void>;
}

export interface WebhooksSeal {
  /** Encrypts a secret for one subscription. */
  seal(webhook: Subscription, secret: string): Promise<string>;
}

export interface WebhooksOpen {
  /** Returns a secret that was sealed for this subscription. @throws Error for any other */
  open(webhook: Subscription, sealed: string): Promise<string>;
}

/** A run of a worker that has the deliveries of a subscription. */
export interface DeliveryHolder {
  owner: string;
  /** The message that the run is for: a further delivery of it shows that the earlier run has ended. */
  message: string;
}

/** The deliveries of a subscription, which one worker at a time makes. */
export interface WebhooksDeliver {
  /**
   * Reserves the deliveries for one run of a worker; again for the same, and for a further delivery of its message. If
   * another one has them, that run is made to read the feed again, and undefined is returned.
   * @param until epoch milliseconds
   */
  claim(organizationId: string, id: string, holder: DeliveryHolder, until: number): Promise<WebhookState | undefined>;
  /** Stores progress; false if another worker has taken over. */
  advance(state: WebhookState, owner: string, until: number): Promise<boolean>;
  /**
   * Stores progress, ends the reservation and makes the subscription due at `retry_at`, if there is one. False if the
   * reservation goes on because the feed is to be read again, or if another worker has taken over.
   */
  release(state: WebhookState, former: WebhookState, owner: string): Promise<boolean>;
  log(organizationId: string, id: string, delivery: WebhookDelivery): Promise<void>;
  /** Returns subscriptions that became due before a time (ISO 8601), at most `limit` per shard. */
  due(before: string, limit: number): Promise<Due[]>;
  /** Ends that entry. */
  settle(due: Due): Promise<void>;
}

export interface WebhooksLog {
  /** Returns at most `limit` deliveries, newest first, and the cursor of the next ones; null at the end. */
  list(
    organizationId: string,
    id: string,
    page: { cursor?: string | undefined; limit: number },
  ): Promise<{ deliveries: WebhookDelivery[]; cursor: string | null }>;
  get(organizationId: string, id: string, deliveryId: string): Promise<WebhookDelivery | undefined>;
}
