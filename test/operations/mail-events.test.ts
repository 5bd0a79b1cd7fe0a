import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActivityRecord } from '../../shared/domain/mail/activity.ts';
import { activityOfTags, mailTags } from '../../shared/domain/mail/mail-tags.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { activity } from '../support/activities.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { eventually, type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.end());

const ports = () => portsFor(['activities.read', 'activities.write', 'suppressions.read']);
const stored = (given: Partial<ActivityRecord> = {}) => ports()['activities.write'].create(activity(given));
const logged = async ({ organization_id, id }: ActivityRecord) =>
  (await ports()['activities.read'].get(organization_id, id)) ?? expect.fail('no record');
const suppressed = (address: string) => ports()['suppressions.read'].find(address);

const AT = '2026-11-21T09:00:00.000Z';
const PERMANENT = { bounceType: 'Permanent', bounceSubType: 'General' };
const details = (address: string) => ({
  Send: {},
  Delivery: {},
  Reject: { reject: { reason: 'Bad content' } },
  Bounce: { bounce: { ...PERMANENT, bouncedRecipients: [{ emailAddress: address, diagnosticCode: '550 unknown' }] } },
  Transient: {
    bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull', bouncedRecipients: [{ emailAddress: address }] },
  },
  Complaint: { complaint: { complainedRecipients: [{ emailAddress: address }], complaintFeedbackType: 'abuse' } },
  'Not spam': { complaint: { complainedRecipients: [{ emailAddress: address }], complaintFeedbackType: 'not-spam' } },
});
type Kind = keyof ReturnType<typeof details>;
const TYPES = { Transient: 'Bounce', 'Not spam': 'Complaint' } as Record<string, string>;

const eventOf = (record: Pick<ActivityRecord, 'organization_id' | 'id' | 'recipient_email'>, kind: Kind) => ({
  eventType: TYPES[kind] ?? kind,
  mail: {
    ...{ messageId: 'from-event', timestamp: AT },
    tags: Object.fromEntries(Object.entries(mailTags(record)).map(([name, value]) => [name, [value]])),
  },
  ...details(record.recipient_email)[kind],
});

let deliveries = 0;
const tell = async (event: unknown) =>
  (await runWorker('receive-mail-events', delivery(event, `event-${deliveries++}`))).batchItemFailures;

describe('a mail accepted by the embedded SES', () => {
  test.each([
    ['ann@example.com', 'delivered', undefined],
    ['bounce+monday@simulator.amazonses.com', 'bounced', 'bounce'],
    ['complaint@simulator.amazonses.com', 'complained', 'complaint'],
    ['suppressionlist@simulator.amazonses.com', 'bounced', 'bounce'],
  ])('sent to %s becomes %s', async (recipient_email, status, reason) => {
    const record = await stored({ recipient_email, organization_id: 'Ünusual & name' });
    const Data = Buffer.from(`From: ${process.env.MAIL_SENDER}\r\nTo: ${recipient_email}\r\nSubject: x\r\n\r\nx`);
    const Tags = Object.entries(mailTags(record)).map(([Name, Value]) => ({ Name, Value }));
    const ConfigurationSetName = process.env.MAIL_CONFIGURATION_SET;
    const { MessageId } = await new SESClient().send(
      new SendRawEmailCommand({ RawMessage: { Data }, Tags, ConfigurationSetName }),
    );
    const done = await eventually(async () => {
      const now = await logged(record);
      return now.status === status ? now : undefined;
    });
    expect(done).toMatchObject({ message_id: MessageId, sent_at: expect.stringMatching(/Z$/), handing_since: null });
    expect((await suppressed(recipient_email.toUpperCase()))?.reason).toBe(reason);
  });
});

describe('the status of a mail only moves forward:', () => {
  test.each<[ActivityRecord['status'], Kind[], ActivityRecord['status']]>([
    ['queued', ['Send'], 'sent'],
    ['queued', ['Delivery', 'Send'], 'delivered'],
    ['queued', ['Delivery'], 'delivered'],
    ['sent', ['Delivery', 'Bounce'], 'bounced'],
    ['sent', ['Bounce', 'Delivery'], 'bounced'],
    ['sent', ['Complaint', 'Delivery', 'Bounce'], 'complained'],
    ['sent', ['Transient'], 'bounced'],
    ['sent', ['Delivery', 'Transient'], 'delivered'],
    ['sent', ['Not spam'], 'sent'],
    ['sent', ['Reject'], 'failed'],
    ['delivered', ['Reject'], 'delivered'],
  ])('%s, %j: %s', async (status, kinds, expected) => {
    const record = await stored({ status, message_id: 'kept', sent_at: '2026-11-21T08:00:00.000Z' });
    for (const kind of kinds) expect(await tell(eventOf(record, kind))).toEqual([]);
    expect(await logged(record)).toMatchObject({
      ...{ status: expected, message_id: 'kept', sent_at: '2026-11-21T08:00:00.000Z' },
    });
  });
});

test('a repeated event changes the log once', async () => {
  const record = await stored({ status: 'sent', metadata: { digest: 'no' }, recipient_email: 'twice@example.com' });
  expect(await tell(eventOf(record, 'Bounce'))).toEqual([]);
  const after = await logged(record);
  expect(after.metadata).toEqual({
    ...{ digest: 'no', code: 'Permanent/General', reason: 'Permanent/General: 550 unknown' },
  });
  expect(await tell(eventOf(record, 'Bounce'))).toEqual([]);
  expect(await logged(record)).toEqual(after);
});

test('permanent failures suppress the addresses concerned, if the mail was sent to them', async () => {
  const [soft, hard] = [
    await stored({ status: 'sent', recipient_email: 'full@example.com' }),
    await stored({ status: 'sent', recipient_email: 'gone@example.com' }),
  ];
  await tell(eventOf(soft, 'Transient'));
  await tell(eventOf({ ...hard, recipient_email: 'forwarded@example.com' }, 'Bounce'));
  expect(await suppressed('full@example.com')).toBeUndefined();
  expect(await suppressed('forwarded@example.com')).toBeUndefined();
  expect(await suppressed('gone@example.com')).toMatchObject({
    ...{ reason: 'bounce', detail: 'Permanent/General' },
  });
});

test('an event of a mail whose record was deleted still suppresses; an event without tags is no error', async () => {
  const gone = activity({ recipient_email: 'left@example.com' });
  expect(await tell(eventOf(gone, 'Complaint'))).toEqual([]);
  expect(await suppressed('left@example.com')).toMatchObject({ reason: 'complaint' });
  const untagged = eventOf(gone, 'Delivery');
  expect(await tell({ ...untagged, mail: { ...untagged.mail, tags: {} } })).toEqual([]);
});

test('an invalid event is dropped without failing the others', async () => {
  const record = await stored({ status: 'sent' });
  const [poison, good] = [{ eventType: 'Other' }, eventOf(record, 'Delivery')];
  const event = { Records: [...delivery(poison, 'poison').Records, ...delivery(good, 'good').Records] };
  const { batchItemFailures } = await runWorker('receive-mail-events', event);
  expect(batchItemFailures).toEqual([{ itemIdentifier: 'poison' }]);
  expect((await logged(record)).status).toBe('delivered');
});

test('an event that collides with another write is recorded after it, in the same delivery', async () => {
  const record = await stored({ status: 'queued' });
  const { 'activities.read': reading } = ports();
  const get = reading.get;
  reading.get = async (...args) => {
    const before = await get(...args);
    reading.get = get;
    const guard = { transition: { from: ['queued'], to: 'sent' }, writeId: 'meanwhile', now: new Date() };
    await ports()['activities.write'].change('acme', record.id, { status: 'sent', message_id: 'mine' }, guard);
    return before;
  };
  expect(await tell(eventOf(record, 'Delivery'))).toEqual([]);
  expect(await logged(record)).toMatchObject({ status: 'delivered', message_id: 'mine' });
});

test('tags can name any record', () => {
  const record = { organization_id: 'a b/c·ü', id: 'x-1' };
  const tags = mailTags(record);
  expect(tags.organization).toMatch(/^[\w-]+$/);
  expect(activityOfTags({ organization: [tags.organization], activity: [tags.activity] })).toEqual(record);
  expect(activityOfTags({ organization: ['x'] })).toBeUndefined();
});
