import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subscription } from '../../shared/domain/mail/subscription.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { unsubscribeUrl } from '../../shared/mail/unsubscribe-link.ts';
import { createProject } from '../support/documents.ts';
import { mailsTo } from '../support/mails.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

let service: Service;
let ann: Api;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' });
  ann = await service.as();
});
afterAll(() => service.end());

const PATH = '/api/v1/notification-preferences';
const modesOf = async (api: Api) => (await api.call('GET', PATH)).body.modes;
const link = (given: Partial<Subscription> = {}) =>
  unsubscribeUrl(
    { organization_id: 'acme', subscriber: 'ann', mails: 'digest', ...given },
    portsFor(['unsubscribe.seal'])['unsubscribe.seal'],
  );
/** Unsubscribes as a mail program does: RFC 8058, section 3.1. */
const oneClick = (
  url: string,
  body: NonNullable<RequestInit['body']> = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
) => fetch(url, { method: 'POST', body, redirect: 'error' });

test('everything but processed files is mailed immediately by default; each update replaces the former preferences', async () => {
  const first = await ann.call('GET', PATH);
  expect([first.status, first.headers.get('etag'), first.body.updated_at]).toEqual([200, '"0"', null]);
  const { document_processed, document_failed, ...others } = first.body.modes;
  expect([document_processed, document_failed]).toEqual(['batch', 'batch']);
  expect(new Set(Object.values(others))).toEqual(new Set(['immediate']));
  const chosen = await ann.call('PUT', PATH, { modes: { task_updated: 'digest', report_ready: 'off' } });
  expect([chosen.status, chosen.headers.get('etag')]).toEqual([200, '"1"']);
  expect(chosen.body.modes).toMatchObject({ task_updated: 'digest', report_ready: 'off', task_due: 'immediate' });
  expect((await ann.call('GET', PATH)).body).toEqual(chosen.body);
  await ann.call('PUT', PATH, { modes: { task_due: 'off' } });
  expect(await modesOf(ann)).toMatchObject({ task_updated: 'immediate', report_ready: 'immediate', task_due: 'off' });
});

test('preferences belong to one user of one organization', async () => {
  await ann.call('PUT', PATH, { modes: { task_due: 'off' } });
  for (const who of [{ user: 'bob' }, { organization: 'other' }]) {
    expect((await modesOf(await service.as(who))).task_due).toBe('immediate');
  }
});

test('a stale version, unknown types and unknown modes are rejected', async () => {
  const eve = await service.as({ user: 'eve' });
  const put = (version: string, modes: object) => eve.call('PUT', PATH, { modes }, { 'if-match': `"${version}"` });
  expect((await put('1', {})).status).toBe(409);
  expect((await put('0', { task_due: 'digest' })).status).toBe(200);
  expect((await put('0', { task_due: 'off' })).status).toBe(409);
  expect((await put('1', { task_due: 'off' })).status).toBe(200);
  for (const modes of [{ task_lost: 'off' }, { task_due: 'never' }]) {
    expect((await eve.call('PUT', PATH, { modes })).status).toBe(422);
  }
});

test('opening the link changes nothing; one click unsubscribes, and repeating it is harmless', async () => {
  const fay = await service.as({ user: 'fay' });
  await fay.call('PUT', PATH, { modes: { task_updated: 'digest', report_ready: 'digest', task_due: 'immediate' } });
  const url = await link({ subscriber: 'fay' });
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* form-action 'self'/);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await page.text()).toContain('<form method="post"><button name="List-Unsubscribe" value="One-Click">');
  expect((await modesOf(fay)).task_updated).toBe('digest');

  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [undefined, form, new URLSearchParams()]) {
    const answer = await oneClick(url, body);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Unsubscribed')]);
    expect(await modesOf(fay)).toMatchObject({ task_updated: 'off', report_ready: 'off', task_due: 'immediate' });
  }
});

test('two concurrent clicks both take effect', async () => {
  const kim = await service.as({ user: 'kim' });
  const urls = await Promise.all(
    (['task_due', 'task_updated', 'report_ready'] as const).map((mails) => link({ subscriber: 'kim', mails })),
  );
  const answers = await Promise.all(urls.map((url) => oneClick(url)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await modesOf(kim)).toMatchObject({ task_due: 'off', task_updated: 'off', report_ready: 'off' });
});

test('an altered link, or one sealed for another purpose, is rejected', async () => {
  const url = await link({ subscriber: 'guy' });
  const token = url.split('/').at(-1) ?? '';
  const { seal } = portsFor(['links.seal'])['links.seal'];
  const file = await seal({
    ...{ organization_id: 'acme', project_id: 'p', record: { type: 'document', id: 'd' } },
    ...{ path: 'files/x', filename: 'x', holder: 'ann', until: Date.now() + 60_000 },
  });
  const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
  for (const wrong of [changed, file, 'x', `${token}x`]) {
    const address = url.replace(token, wrong);
    expect((await fetch(address)).status, wrong).toBe(404);
    expect((await oneClick(address)).status, wrong).toBe(404);
  }
  // Nor does it download files.
  expect((await fetch(`${service.baseUrl}/api/public/files/${token}`)).status).toBe(404);
  expect((await modesOf(await service.as({ user: 'guy' }))).task_due).toBe('immediate');
});

test('the link of a mail unsubscribes an address without a user, too', async () => {
  const project = await createProject(ann);
  const assign = (title: string, assignee_email: string) =>
    ann.call('POST', '/api/v1/tasks', { title, project_id: project, assignee_email });
  await assign('First', 'Visitor@example.com');
  const [mail] = await eventually(async () => {
    const found = await mailsTo(service, 'Visitor@example.com');
    return found.length > 0 ? found : undefined;
  });
  const header = (name: string) => mail?.headers.find((each) => each.name.toLowerCase() === name)?.value;
  const url = /^<(http:\/\/\S+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(url).toContain(`${service.baseUrl}/api/public/unsubscribe/`);
  expect(mail?.text).toContain(url);
  expect(mail?.html).toContain(url);
  expect((await oneClick(url)).status).toBe(200);

  await assign('Second', 'visitor@example.com');
  await assign('Third', 'other@example.com');
  await eventually(async () => ((await mailsTo(service, 'other@example.com')).length > 0 ? true : undefined));
  expect(await mailsTo(service, 'visitor@example.com')).toEqual([]);
});
