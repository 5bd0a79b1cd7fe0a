import { describe, expect, test } from 'vitest';
import { addresseeOf } from '../../../functions/workers/send-mail/addressee.ts';
import { contents } from '../../../functions/workers/send-mail/contents/index.ts';
import { mailTemplateOf } from '../../../functions/workers/send-mail/template-of.ts';
import { NO_ORGANIZATION } from '../../../shared/domain/access/no-organization.ts';
import type { NotificationType } from '../../../shared/domain/mail/mail-values.ts';

process.env.PUBLIC_BASE_URL = 'https://api.example.com';
const now = new Date('2026-03-12T12:00:00Z');
const ann = { id: 'ann', name: 'Ann', email: 'ann@x.example' };

describe('the recipient of a mail', () => {
  const member = { name: 'Ann Lee', email: 'lee@x.example' };
  const person = { email: 'own@x.example', sees_every_project: false };
  interface Known {
    left?: boolean;
    member?: object | undefined;
    person?: object | undefined;
  }
  const found = async (recipient: object, known: Known = {}) => {
    const addressee = await addresseeOf(
      { organization_id: 'o', project_id: 'p' },
      { ...ann, is_own: false, ...recipient },
      {
        'memberships.read': { hasLeft: async () => known.left ?? false },
        'members.read': { get: async () => known.member },
        'people.read': { get: async () => known.person },
      } as never,
    );
    return addressee && `${addressee.id} ${addressee.name} ${addressee.address} ${addressee.subscriber}`;
  };
  const typed = 'null Ann ann@x.example mailto:ann@x.example';

  test("is the user's own address, else the membership's, else the typed one", async () => {
    expect(await found({}, { member, person })).toBe('ann Ann Lee own@x.example ann');
    expect(await found({ is_own: true }, { member })).toBe('ann Ann Lee ann@x.example ann');
    expect(await found({ is_own: true })).toBe('ann Ann ann@x.example ann');
    expect(await found({}, { member })).toBe('ann Ann Lee lee@x.example mailto:lee@x.example');
    expect(await found({}, { member: { ...member, email: null } })).toBe('ann Ann ann@x.example mailto:ann@x.example');
    expect(await found({})).toBe('ann Ann ann@x.example mailto:ann@x.example');
    expect(await found({ email: null }, { member: { ...member, email: null } })).toBeUndefined();
    expect(await found({ id: null }, { member, person })).toBe(typed);
  });

  test('excludes users who may not see the project, and not more than one address', async () => {
    for (const recipient of [{}, { is_own: true }]) {
      expect(await found(recipient, { left: true, member, person })).toBeUndefined();
    }
    expect(await found({ is_own: true }, { person })).toBeUndefined();
    const seesAll = { ...person, sees_every_project: true };
    expect(await found({ is_own: true }, { person: seesAll })).toBe('ann Ann own@x.example ann');
    // Whoever entered the address may notify it of the task only; the user's own address is not used.
    expect(await found({}, { person })).toBe(typed);
    expect(await found({ id: null }, { left: true })).toBe(typed);
    expect(await found({ id: null, email: 'a@x.example, b@x.example' })).toBeUndefined();
  });
});

/** The content of the mail; undefined if there is nothing to send. */
const told = async (
  type: NotificationType,
  record: object | undefined,
  { recipient = ann as object, ports = {}, more = {} } = {},
) => {
  const notification = {
    organization_id: 'o',
    project_id: 'p',
    entity_id: 'e',
    type,
    actor_name: null,
    changes: null,
    ...more,
  };
  const read = { get: async () => record };
  const reading = {
    ...{ 'tasks.read': read, 'documents.read': read, 'comparisons.read': read, 'reports.read': read },
    'members.read': { get: async () => undefined },
    'links.seal': { seal: async ({ path }: { path: string }) => `sealed-${path}` },
    'files.read': { bytes: async () => Buffer.from('{"items":[]}') },
    ...ports,
  };
  return contents[type](notification as never, recipient as never, reading as never, now);
};

describe('a mail about a task', () => {
  const task = {
    ...{ id: 't', organization_id: 'o', project_id: 'p', title: 'Paint', description: null, status: 'in_progress' },
    ...{ priority: 'high', due_date: '2026-11-27T23:59:59.999Z', assignee_id: 'ann', assignee_email: null },
    became_due_at: '2026-11-28T05:00:00.000Z',
  };
  test('states the current fields, and who set them', async () => {
    expect(
      (await told('task_updated', task, { more: { actor_name: 'Bob', changes: 'Status: open' } }))?.values,
    ).toEqual({
      ...{ task_id: 't', task_title: 'Paint', task_description: '', task_status: 'in progress', task_priority: 'high' },
      ...{ task_due_date: '27 November 2026', assignee_name: 'ann', actor_name: 'Bob', changes: 'Status: open' },
    });
    expect((await told('task_updated', { ...task, due_date: null }))?.values).toMatchObject({
      ...{ task_due_date: '', actor_name: 'Somebody', changes: '' },
    });
  });

  test.each<[object, object | undefined, string]>([
    [{}, { name: 'Ann Lee', email: 'lee@x.example' }, 'Ann Lee'],
    [{ assignee_email: 'ann@x.example' }, { name: null, email: 'lee@x.example' }, 'ann@x.example'],
    [{}, { name: null, email: 'lee@x.example' }, 'lee@x.example'],
    [{ assignee_id: null, assignee_email: 'ann@x.example' }, { name: 'nobody' }, 'ann@x.example'],
    [{ assignee_id: null }, { name: 'nobody' }, ''],
  ])('of %j, by the member %j, names %s', async (given, member, name) => {
    const ports = { 'members.read': { get: async () => member } };
    expect((await told('task_updated', { ...task, ...given }, { ports }))?.values.assignee_name).toBe(name);
  });

  test.each<[NotificationType, object, boolean]>([
    ['task_assigned', {}, true],
    ['task_assigned', { assignee_id: 'bob' }, false],
    ['task_assigned', { assignee_id: null, assignee_email: 'ann@x.example' }, true],
    ['task_assigned', { assignee_id: null, assignee_email: 'bob@x.example' }, false],
    ['task_due', {}, true],
    ['task_due', { status: 'done' }, false],
    ['task_due', { status: 'cancelled' }, false],
    ['task_due', { became_due_at: null }, false],
    ['task_updated', { status: 'done' }, true],
  ])('%s with %j is still to be sent: %s', async (type, given, expected) => {
    expect((await told(type, { ...task, ...given })) !== undefined).toBe(expected);
  });

  test('of a deleted task is not sent', async () => {
    expect(await told('task_updated', undefined)).toBeUndefined();
  });
});

describe('a mail about a document', () => {
  const document = {
    ...{
      document_id: 'd',
      title: null,
      filename: 'a.pdf',
      document_reference: null,
      revision: 'B',
      document_type: null,
    },
    ...{ page_count: 3, error: null, is_deleted: false, processing_status: 'PROCESSED', thumbnail_image_path: 'thumb' },
  };
  test('states its fields, with its first page', async () => {
    const mail = await told('document_processed', document);
    expect(mail?.values).toMatchObject({
      document_title: 'a.pdf',
      document_pages: '3',
      document_revision: 'B',
      error: '',
    });
    expect(mail?.picture?.filename).toBe('first-page.png');
    expect((await told('document_processed', { ...document, thumbnail_image_path: null }))?.picture).toBeUndefined();
    const failed = await told('document_failed', {
      ...document,
      processing_status: 'FAILED',
      error: 'locked',
      page_count: null,
    });
    expect(failed).toMatchObject({ values: { error: 'locked', document_pages: '' } });
    expect(failed && 'picture' in failed).toBe(false);
  });
  test.each<[NotificationType, object | undefined]>([
    ['document_processed', undefined],
    ['document_processed', { ...document, is_deleted: true }],
    ['document_processed', { ...document, processing_status: 'QUEUED' }],
    ['document_failed', document],
  ])('%s of %j is not sent', async (type, record) => {
    expect(await told(type, record)).toBeUndefined();
  });
});

describe('a mail about a report', () => {
  const report = {
    id: 'r',
    status: 'ready',
    title: 'Register',
    format: 'csv',
    row_count: 4,
    filename: 'r.csv',
    file_path: 'f',
  };
  test('states its size and its link', async () => {
    const { values } = (await told('report_ready', report))!;
    expect(values).toMatchObject({ report_format: 'CSV', report_rows: '4', filename: 'r.csv' });
    expect(values.download_url).toContain('sealed-f');
    expect((await told('report_ready', { ...report, row_count: null }))?.values.report_rows).toBe('');
  });
  test.each([
    undefined,
    { ...report, status: 'failed' },
    { ...report, file_path: null },
    { ...report, filename: null },
  ])('of %j is not sent', async (record) => expect(await told('report_ready', record)).toBeUndefined());
});

describe('a mail about a comparison', () => {
  const comparison = {
    ...{
      id: 'c',
      status: 'ready',
      organization_id: 'o',
      result_path: 'result',
      files: { report: 'report' },
      summary: null,
    },
    ...{ comparison_drawing_number: '', original_drawing_number: 'A-1', original_drawing_revision: null },
    comparison_drawing_revision: 'B',
  };
  const itemsOf = (count: number) => ({
    'files.read': {
      bytes: async () =>
        Buffer.from(
          JSON.stringify({
            items: Array.from({ length: count }, (_, i) => ({
              ...{ sheet: 1, difference_rating: 3, cost_effect: (i % 3) - 1, description: `Change ${i + 1}` },
            })),
          }),
        ),
    },
  });
  test('lists the most important changes and counts the rest', async () => {
    const { values } = (await told('comparison_completed', comparison, { ports: itemsOf(40) }))!;
    const lines = String(values.changes).split('\n');
    const rest = 40 - (lines.length - 1);
    expect([...lines.slice(0, 3), lines.at(-1)]).toEqual([
      ...['3/5  Change 1', '3/5  Change 3', '3/5  Change 4', `and ${rest} more`],
    ]);
    const few = (await told('comparison_completed', comparison, { ports: itemsOf(lines.length - 1) }))!.values;
    expect(String(few.changes).split('\n')).toHaveLength(lines.length - 1);
    expect(few).toMatchObject({ drawing_number: 'A-1', older_revision: 'older', newer_revision: 'B', summary: '' });
    expect(few.report_url).toContain('sealed-report');
    const bare = await told('comparison_completed', { ...comparison, files: {} }, { ports: itemsOf(0) });
    expect(bare?.values).toMatchObject({ report_url: '', changes: '', change_count: '0' });
    expect(await told('comparison_completed', { ...comparison, status: 'failed' })).toBeUndefined();
  });
});

describe('the template of a mail', () => {
  const template = (id: string, given: object = {}) => ({
    ...{ id, template_type: 'notification', notification_type: 'task_due', is_active: true, ...given },
  });
  const found = async (own: object[], common: object[], kind: 'task_due' | 'digest' = 'task_due') => {
    const of = (tenancy: string) => (tenancy === NO_ORGANIZATION ? common : own) as { id: string }[];
    return mailTemplateOf('o', kind, {
      'templates.read': {
        entries: async (tenancy: string) => of(tenancy),
        get: async (tenancy: string, id: string) => of(tenancy).find((one) => one.id === id && id !== 'gone'),
      },
    } as never);
  };
  test("is the organization's active one, else the shared one, else the built-in", async () => {
    const others = [
      template('off', { is_active: false }),
      template('other', { notification_type: 'report_ready' }),
      template('digest', { template_type: 'digest', notification_type: null }),
      template('custom', { template_type: 'custom' }),
    ];
    expect((await found([...others, template('own'), template('older')], [template('common')])).id).toBe('own');
    expect((await found([...others, template('gone')], [template('common')])).id).toBe('common');
    expect((await found(others, [], 'digest')).id).toBe('digest');
    expect(await found(others, [])).toMatchObject({ template_type: 'notification', notification_type: 'task_due' });
    expect(await found([], [], 'digest')).toMatchObject({ template_type: 'digest' });
  });
});
