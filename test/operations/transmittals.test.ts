import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { mailsTo } from '../support/mails.ts';
import { notificationsOf } from '../support/notifications.ts';
import { delivery, runWorker, workerPorts } from '../support/run-worker.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';
import { smallPlan } from '../support/small-plan.ts';

const PATH = '/api/v1/transmittals';

let service: Service;
let max: Api;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1', OUTSIDE_MAILS_PER_DAY: '3' });
  max = await service.as({ user: 'max' });
});
afterAll(() => service.end());

let made = 0;
/** A document with one sheet, which is corrected to have these fields. */
const sheet = async (project: string, fields: Record<string, string>, api = max): Promise<string> => {
  const bytes = await smallPlan(`FLOOR ${made++}`);
  const { id } = (await uploadForm(api, project, bytes, `sheet-${made}.pdf`)).body;
  await processed(api, id);
  const stated = { date: '2026-01-01', title: `Floor ${made}`, ...fields };
  expect((await api.call('PUT', `/api/v1/documents/${id}/sheets/1`, stated)).status).toBe(200);
  return id;
};
const send = (project: string, more: object, api = max) =>
  api.call('POST', PATH, {
    ...{ project_id: project, recipients: [{ email: `site${made++}@contractor.example.com` }] },
    ...{ subject: 'Ground floor', ...more },
  });
const mailed = (address: string) => eventually(async () => (await mailsTo(service, address))[0]);

describe('sending', () => {
  test('freezes the content, numbers the transmittal and mails each recipient a personal link', async () => {
    const project = await createProject(max);
    await max.call('PUT', `/api/v1/projects/${project}/members/bob`, { name: 'Bob Mason', email: 'Bob@example.com' });
    const older = await sheet(project, { sheet_number: 'A-101', revision: 'A', title: 'Ground & floor' });
    const { status, body, text } = await send(project, {
      document_ids: [older, older],
      recipients: [
        { email: 'bob@example.com' },
        { email: 'lead@contractor.example.com', name: 'Lea <d>', company: 'Contractor' },
        { email: 'LEAD@contractor.example.com', company: 'Another' },
      ],
      ...{ purpose: 'construction', note: 'Replace issue 0', due_date: '2026-12-01' },
    });
    expect(status, text).toBe(201);
    expect(body).toMatchObject({
      ...{ number: 'TR-0001', purpose: 'construction', due_date: '2026-12-01T23:59:59.999Z', sheet_count: 1 },
      recipients: [
        { user_id: 'bob', name: 'Bob Mason', email: 'bob@example.com' },
        { user_id: null, name: 'Lea <d>', email: 'lead@contractor.example.com', company: 'Contractor' },
      ],
      documents: [{ document_id: older, file_size: expect.any(Number) }],
      sheets: [{ document_id: older, page: 1, sheet_key: 'A101', sheet_number: 'A-101', revision: 'A' }],
    });
    const [toBob, toLead] = [await mailed('Bob@example.com'), await mailed('lead@contractor.example.com')];
    for (const mail of [toBob, toLead]) {
      expect(mail.subject).toBe('TR-0001: Ground floor (Harbour Street)');
      expect(mail.text).toContain('A-101  rev A  Ground & floor');
      expect(mail.text).toContain('Replace issue 0');
      expect(mail.headers.map(({ name }) => name.toLowerCase())).toContain('list-unsubscribe');
    }
    const linkIn = (text = '') => /\/api\/public\/transmittals\/[\w-]+/.exec(text)?.[0];
    expect(linkIn(toBob.text)).toBeDefined();
    expect(linkIn(toBob.text)).not.toBe(linkIn(toLead.text));

    await max.call('PUT', `/api/v1/documents/${older}/sheets/1`, { sheet_number: 'A-999' });
    expect((await max.call('GET', `${PATH}/${body.id}`)).body).toEqual(body);
    const listed = (await max.call('GET', `${PATH}?project_id=${project}`)).body;
    const { documents, sheets, downloads, ...short } = body;
    expect(listed).toMatchObject({ total: 1, items: [short] });
    expect(listed.items[0]).not.toHaveProperty('sheets');
  });

  test('takes the current revision of each sheet for the current set, also of one discipline', async () => {
    const project = await createProject(max);
    await sheet(project, { sheet_number: 'A-1', revision: 'A' });
    const newer = await sheet(project, { sheet_number: 'A-1', revision: 'B' });
    const structure = await sheet(project, { sheet_number: 'S-1', revision: 'A' });
    const ids = (body: { documents: { document_id: string }[] }) => body.documents.map((each) => each.document_id);
    expect(ids((await send(project, { current_set: true })).body)).toEqual([newer, structure]);
    expect(ids((await send(project, { current_set: true, discipline: 'structural' })).body)).toEqual([structure]);
    const none = await send(project, { current_set: true, discipline: 'electrical' });
    expect([none.status, none.body.errors?.[0]?.msg ?? none.text]).toEqual([422, expect.stringContaining('no sheets')]);
  });

  test('gives concurrent transmittals of a project distinct numbers, and a repeated request none', async () => {
    const project = await createProject(max);
    const document = await sheet(project, { sheet_number: 'A-1' });
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(project, { document_ids: [document] })));
    const numbers = sent.map(({ body }) => body.number).sort();
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `TR-000${n}`));
    const body = {
      ...{ project_id: project, document_ids: [document], subject: 'Again' },
      recipients: [{ email: 'again@contractor.example.com' }],
    };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await max.call('POST', PATH, body, headers);
    expect(await max.call('POST', PATH, body, headers)).toMatchObject({ status: 201, body: first.body });
    expect((await max.call('GET', `${PATH}?project_id=${project}`)).body.total).toBe(9);
  });

  test('rejects what cannot be sent, with the reason', async () => {
    const project = await createProject(max);
    const elsewhere = await sheet(await createProject(max), { sheet_number: 'A-1' });
    const document = await sheet(project, { sheet_number: 'A-1' });
    const statusOf = async (more: object) => (await send(project, more)).status;
    expect(await statusOf({})).toBe(422);
    expect(await statusOf({ document_ids: [document], current_set: true })).toBe(422);
    expect(await statusOf({ document_ids: [document], discipline: 'structural' })).toBe(422);
    expect(await statusOf({ document_ids: [document, elsewhere] })).toBe(422);
    expect(await statusOf({ document_ids: [document], recipients: [] })).toBe(422);
    expect(await statusOf({ document_ids: [document], recipients: [{ email: 'a@b.example, c@d.example' }] })).toBe(422);
    await max.call('DELETE', `/api/v1/documents/${document}`);
    expect(await statusOf({ document_ids: [document] })).toBe(409);
  });

  test('requires the role member and access to the project', async () => {
    const project = await createProject(max);
    const document = await sheet(project, { sheet_number: 'A-1' });
    const { body } = await send(project, { document_ids: [document] });
    await max.call('PUT', `/api/v1/projects/${project}/members/vic`, {});
    const viewer = await service.as({ user: 'vic', role: 'viewer' });
    expect((await send(project, { document_ids: [document] }, viewer)).status).toBe(403);
    expect((await viewer.call('GET', `${PATH}/${body.id}`)).status).toBe(200);
    const stranger = await service.as({ user: 'eve', role: 'member' });
    expect((await send(project, { document_ids: [document] }, stranger)).status).toBe(404);
    expect((await stranger.call('GET', `${PATH}/${body.id}`)).status).toBe(404);
    expect((await stranger.call('GET', `${PATH}?project_id=${project}`)).status).toBe(404);
  });

  test("counts mails to outside addresses against the sender's limit, and logs mails beyond it", async () => {
    const kim = await service.as({ user: 'kim' });
    const admin = await service.as({ user: 'ada', role: 'org_admin' });
    const project = await createProject(kim);
    await kim.call('PUT', `/api/v1/projects/${project}/members/mia`, { email: 'mia@example.com' });
    const document = await sheet(project, { sheet_number: 'A-1' }, kim);
    const outside = [1, 2, 3, 4].map((n) => ({ email: `outside${n}@contractor.example.com` }));
    await send(project, { document_ids: [document], recipients: [...outside, { email: 'mia@example.com' }] }, kim);
    const log = await eventually(async () => {
      const { body } = await admin.call('GET', `/api/v1/email-activities?project_id=${project}`);
      const statuses = body.map((each: { status: string }) => each.status);
      return statuses.length === 5 && !statuses.includes('queued') && !statuses.includes('sent') ? body : undefined;
    }, 30);
    const failed = log.filter((each: { status: string }) => each.status === 'failed');
    expect(failed).toMatchObject([{ entity_type: 'transmittal', notification_type: 'transmittal_sent' }]);
    expect(failed[0].recipient_email).toMatch(/^outside/);
    expect(failed[0].metadata.reason).toContain('More than 3 mails per day');
  });
});

describe("the recipient's page", () => {
  const open = (url: string) => fetch(url, { redirect: 'manual' });
  const post = (url: string) => fetch(url, { method: 'POST', redirect: 'manual' });
  /** A transmittal of two sheets, and the link mailed to an address. */
  const sent = async (project: string, more: object, address: string, api = max) => {
    const documents = [
      await sheet(project, { sheet_number: 'A-101', revision: 'A', title: 'Plan <script>' }, api),
      await sheet(project, { sheet_number: 'A-102', revision: 'A' }, api),
    ];
    const all = { document_ids: documents, recipients: [{ email: address }], ...more };
    const { status, body, text } = await send(project, all, api);
    expect(status, text).toBe(201);
    const url = /http\S+\/api\/public\/transmittals\/[\w-]+/.exec((await mailed(address)).text ?? '')?.[0] ?? '';
    return { id: body.id as string, documents, url: service.baseUrl + new URL(url).pathname };
  };

  test('lists the content, escaped, with a link to each file and to a ZIP of all, and records downloads', async () => {
    const lee = await service.as({ user: 'lee' });
    const project = await createProject(lee);
    const { id, documents, url } = await sent(project, { note: '<b>' }, 'page@contractor.example.com', lee);
    const page = await open(url);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self' http/);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).toContain('Plan &lt;script&gt;');
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('<script');
    const downloads = async () => (await lee.call('GET', `${PATH}/${id}`)).body.downloads;
    expect(await downloads()).toEqual([]);

    for (let i = 0; i < 2; i++) {
      const file = await post(`${url}/documents/${documents[0]}`);
      expect(file.status).toBe(303);
      const got = await fetch(file.headers.get('location') ?? '');
      expect(
        Buffer.from(await got.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    expect(await downloads()).toEqual([
      { recipient_id: '1', document_id: documents[0], downloaded_at: expect.any(String) },
    ]);
    expect((await post(`${url}/documents/nowhere`)).status).toBe(404);

    const requested = await post(`${url}/archive`);
    expect(requested.status).toBe(303);
    expect(requested.headers.get('location')).toMatch(/\?waits=0$/);
    const waiting = `${url}?waits=0`;
    const ready = await eventually(async () => {
      const shown = await (await open(waiting)).text();
      return shown.includes('Download all as ZIP (') ? shown : undefined;
    }, 30);
    expect(ready).not.toContain('http-equiv="refresh"');
    const archive = await post(`${url}/archive`);
    const zip = await fetch(archive.headers.get('location') ?? '');
    expect(zip.headers.get('content-disposition')).toContain('TR-0001.zip');
    const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(entries)).toHaveLength(2);
    for (const bytes of Object.values(entries)) expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await downloads()).map((each: { document_id: string | null }) => each.document_id)).toEqual([
      null,
      documents[0],
    ]);
    const event = await eventually(async () => {
      const { items } = (await lee.call('GET', `/api/v1/events?project_id=${project}`)).body;
      return items.find((each: { type: string }) => each.type === 'transmittal.downloaded');
    });
    expect(event).toMatchObject({
      ...{ entity: { type: 'transmittal', id }, values: { recipient_id: '1', document_id: documents[0] } },
      actor: { type: 'user', id: 'mailto:page@contractor.example.com', name: null },
    });
  });

  test('marks superseded sheets, and omits deleted documents from page and ZIP', async () => {
    const ned = await service.as({ user: 'ned' });
    const project = await createProject(ned);
    const { documents, url } = await sent(project, {}, 'old@contractor.example.com', ned);
    expect(await (await open(url)).text()).not.toContain('Superseded');
    const [{ id: sheetId }] = (await ned.call('GET', `/api/v1/sheets?project_id=${project}&query=a-101`)).body.items;
    const recipients = async () => (await ned.call('GET', `/api/v1/sheets/${sheetId}/recipients`)).body;
    const sending = { number: 'TR-0001', document_id: documents[0], page: 1, revision: 'A' };
    const recipient = { email: 'old@contractor.example.com', downloaded_at: null };
    const before = { total: 1, items: [{ ...sending, is_superseded: false, recipients: [recipient] }] };
    expect(await recipients()).toMatchObject(before);
    await post(`${url}/documents/${documents[0]}`);
    const newer = await sheet(project, { sheet_number: 'A-101', revision: 'B' }, ned);
    expect(await (await open(url)).text()).toContain('Superseded by revision B');
    const taken = { ...recipient, downloaded_at: expect.any(String) };
    expect((await recipients()).items).toMatchObject([{ ...sending, is_superseded: true, recipients: [taken] }]);
    await send(project, { document_ids: [newer] }, ned);
    expect((await recipients()).items).toMatchObject([
      { number: 'TR-0002', document_id: newer, revision: 'B', is_superseded: false },
      { number: 'TR-0001', is_superseded: true },
    ]);
    const eve = await service.as({ user: 'eve', role: 'member' });
    expect((await eve.call('GET', `/api/v1/sheets/${sheetId}/recipients`)).status).toBe(404);
    await ned.call('DELETE', `/api/v1/documents/${documents[0]}`);
    const html = await (await open(url)).text();
    expect(html).toContain('Withdrawn');
    expect(html).not.toContain('Download all');
    expect((await post(`${url}/documents/${documents[0]}`)).status).toBe(404);
    expect((await post(`${url}/documents/${documents[1]}`)).status).toBe(303);
    await ned.call('DELETE', `/api/v1/documents/${documents[1]}`);
    expect((await post(`${url}/archive`)).status).toBe(404);
  });

  test("stops working with the recipient's membership, for outsiders with the sender's, and on withdrawal", async () => {
    const boss = await service.as({ user: 'boss' });
    const project = await createProject(boss);
    const member = (user: string) => `/api/v1/projects/${project}/members/${user}`;
    await boss.call('PUT', member('uma'), { email: 'uma@example.com' });
    await boss.call('PUT', member('sender'), {});
    const sender = await service.as({ user: 'sender', role: 'member' });
    const own = await sent(project, {}, 'uma@example.com', sender);
    const outside = await sent(project, {}, 'someone@contractor.example.com', sender);
    await boss.call('DELETE', member('sender'));
    expect([(await open(own.url)).status, (await open(outside.url)).status]).toEqual([200, 404]);
    expect((await post(`${outside.url}/documents/${outside.documents[0]}`)).status).toBe(404);
    expect((await post(`${outside.url}/archive`)).status).toBe(404);
    await boss.call('DELETE', member('uma'));
    expect((await open(own.url)).status).toBe(404);
    await boss.call('PUT', member('sender'), {});
    expect((await open(outside.url)).status).toBe(200);
    expect((await open(`${outside.url.slice(0, -2)}xx`)).status).toBe(404);
    expect((await boss.call('DELETE', `${PATH}/${outside.id}`)).status).toBe(204);
    expect((await open(outside.url)).status).toBe(404);
    expect((await boss.call('GET', `${PATH}?project_id=${project}`)).body.total).toBe(1);
  });

  test('expires, and stops working with its project', async () => {
    const zoe = await service.as({ user: 'zoe', role: 'org_admin' });
    const project = await createProject(zoe);
    const { id, url } = await sent(project, { expires_in: 3600 }, 'brief@contractor.example.com', zoe);
    const { handle } = await import('../../functions/transmittals/open-transmittal.ts');
    const ports = (await workerPorts([
      'transmittal-links.open',
      'register.read',
      'sheet-corrections.read',
      'files.presign',
    ])) as never;
    const at = (now: Date) =>
      handle({ params: { token: url.split('/').at(-1) }, query: {}, now } as never, ports).then(
        ({ status }) => status,
        (error) => error.name,
      );
    const { expires_at } = (await zoe.call('GET', `${PATH}/${id}`)).body;
    expect([await at(new Date(Date.parse(expires_at) - 1)), await at(new Date(expires_at))]).toEqual([200, 'NotFound']);
    expect((await zoe.call('DELETE', `/api/v1/projects/${project}?cascade=true`)).status).toBe(204);
    expect((await open(url)).status).toBe(404);
  });
});

describe('a recall', () => {
  /** Whether an address has received a mail about superseded sheets, and its text. */
  const recalled = async (address: string) =>
    (await mailsTo(service, address)).filter(({ subject }) => subject.startsWith('Superseded'));

  const recallRequests = async () => vi.spyOn((await workerPorts(['queue.recalls']))['queue.recalls'], 'send');

  test('reaches recipients of an earlier revision who did not receive the current one, once for each document', async () => {
    const rex = await service.as({ user: 'rex' });
    // Only this test runs the worker, after the second transmittal.
    const requests = await recallRequests();
    requests.mockImplementation(async () => {});
    const project = await createProject(rex);
    const older = [
      await sheet(project, { sheet_number: 'A-1', revision: 'A' }, rex),
      await sheet(project, { sheet_number: 'A-2', revision: 'A' }, rex),
    ];
    // A member, whose mails do not count against the limit.
    await rex.call('PUT', `/api/v1/projects/${project}/members/late`, { email: 'late@contractor.example.com' });
    const [early, late] = ['early@contractor.example.com', 'late@contractor.example.com'];
    await send(project, { document_ids: older, recipients: [{ email: early }, { email: late }] }, rex);
    const newer = await sheet(project, { sheet_number: 'A-1', revision: 'B' }, rex);
    await send(project, { document_ids: [newer], recipients: [{ email: late }] }, rex);
    const message = { organization_id: 'acme', project_id: project, document_id: newer };
    requests.mockRestore();
    for (let i = 0; i < 2; i++) await runWorker('recall-sheets', delivery(message, `recall-${i}`));
    const [mail] = await eventually(async () => ((await recalled(early)).length > 0 ? recalled(early) : undefined));
    expect(mail?.text).toContain('A-1: revision A is superseded by revision B');
    expect(mail?.text).not.toContain('A-2');
    expect(mail?.headers.map(({ name }) => name.toLowerCase())).toContain('list-unsubscribe');
    await runWorker('recall-sheets', delivery(message, 'recall-again'));
    expect(await recalled(late)).toEqual([]);
    const stored = (await notificationsOf('acme')).filter(({ type }) => type === 'sheets_superseded');
    expect(stored.filter(({ entity_id }) => entity_id === newer)).toHaveLength(1);
  });

  test('is requested after processing a document in a project with transmittals, and in no other', async () => {
    const project = await createProject(max);
    const requests = await recallRequests();
    const requested = () => requests.mock.calls.map(([{ document_id }]) => document_id);
    const first = await sheet(project, { sheet_number: 'A-1', revision: 'A' });
    // A late notification, handled after the transmittal, would request a recall that finds nothing.
    const notification = (await notificationsOf('acme')).find(
      ({ type, entity_id }) => type === 'document_processed' && entity_id === first,
    );
    const message = { organization_id: 'acme', notification_id: notification?.id };
    expect(message.notification_id).toBeDefined();
    expect((await runWorker('send-mail', delivery(message, 'no-transmittal'))).batchItemFailures).toEqual([]);
    expect(requested()).not.toContain(first);
    await send(project, { document_ids: [first], recipients: [{ email: 'x@contractor.example.com' }] });
    const second = await sheet(project, { sheet_number: 'A-1', revision: 'B' });
    await eventually(async () => (requested().includes(second) ? true : undefined));
    requests.mockRestore();
  });
});
