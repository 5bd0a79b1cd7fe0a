import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Api;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { idle: true });
  admin = await service.as({ role: 'org_admin' });
});
afterAll(() => service.end());

const PATH = '/api/v1/email-templates';
const body = {
  name: 'Ours',
  description: 'Sent to site staff',
  template_type: 'notification',
  notification_type: 'task_assigned',
  subject: '{{task_title}}',
  body: 'Dear {{recipient_name}}',
  html_body: '<p>{{task_title}}</p>',
  created_by: 'somebody else',
};
const create = async (api: Api, more: object = {}) => (await api.call('POST', PATH, { ...body, ...more })).body;

test('a created template has defaults for omitted fields and can be read', async () => {
  const answer = await admin.call('POST', PATH, body);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.headers.get('location')).toBe(`${PATH}/${answer.body._id}`);
  expect(answer.body).toMatchObject({
    ...{ created_by: 'ann', organization_id: 'acme', is_active: true },
    variables: ['task_title', 'recipient_name'],
  });
  const read = await admin.call('GET', `${PATH}/${answer.body._id}`);
  expect([read.body, read.headers.get('etag')]).toEqual([answer.body, '"1"']);
});

test('faults in the texts are 422, each with field, line and column', async () => {
  const html_body = '<p>{{task_title}}</p>\n<a href="javascript:x()">{{{x}}}</a>';
  const answer = await admin.call('POST', PATH, { ...body, html_body, variables: ['task_title'] });
  expect(answer.status).toBe(422);
  expect(answer.body.detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc.join('.'), msg])).toEqual([
    ['body.html_body', expect.stringMatching(/^line 2, column 4: href of <a>/)],
    ['body.html_body', expect.stringMatching(/^line 2, column 26: Triple braces/)],
    ['body.variables', expect.stringMatching(/^body, line 1, column 6: {{recipient_name}} is not listed/)],
  ]);
});

test('an update replaces the whole template, at the version that was read', async () => {
  const made = await create(admin);
  const path = `${PATH}/${made._id}`;
  const other = { ...made, subject: '{{task_title}}!', notification_type: null, variables: undefined };
  const stale = await admin.call('PUT', path, other, { 'if-match': '"7"' });
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict']);
  const { variables, ...without } = other;
  const updated = await admin.call('PUT', path, without, { 'if-match': '"1"' });
  expect(updated.status, updated.text).toBe(200);
  expect(updated.body).toMatchObject({
    subject: '{{task_title}}!',
    notification_type: null,
    created_at: made.created_at,
  });
  expect((await admin.call('PUT', path, { ...without, body: '{{' })).status).toBe(422);
  expect((await admin.call('DELETE', path)).status).toBe(204);
  expect((await admin.call('GET', path)).status).toBe(404);
});

test("the list holds the organization's templates, the shared and the built-in ones, and can be filtered", async () => {
  const api = await service.as({ role: 'org_admin', organization: 'lister' });
  const platform = await service.as({ role: 'platform_admin', organization: 'lister' });
  const first = await create(api, { name: 'first' });
  const digest = await create(api, { name: 'digest', template_type: 'digest', notification_type: null });
  const inactive = await create(api, { is_active: false });
  const common = await create(platform, { organization_id: null });
  expect(common.organization_id).toBeNull();
  const ids = async (query: string) =>
    (await api.call('GET', `${PATH}${query}`)).body.map(({ _id }: { _id: string }) => _id);

  const all = await ids('');
  expect(all.slice(0, 2)).toEqual([digest._id, first._id]);
  expect(all).toContain(common._id);
  expect(all).not.toContain(inactive._id);
  expect(all.at(-1)).toBe('built-in.digest');
  expect(await ids('?organization_id=lister')).toEqual([digest._id, first._id]);
  expect(await ids('?organization_id=lister&active_only=false')).toEqual([inactive._id, digest._id, first._id]);
  expect(await ids('?template_type=digest')).toEqual([digest._id, 'built-in.batch', 'built-in.digest']);
  expect(await ids('?limit=1&skip=1')).toEqual([first._id]);
  expect((await api.call('GET', `${PATH}?limit=101`)).status).toBe(422);
  expect((await api.call('GET', `${PATH}?organization_id=acme`)).status).toBe(403);
});

test('shared templates are readable by all and writable by service administrators, built-in ones by no one', async () => {
  const platform = await service.as({ role: 'platform_admin' });
  const common = await create(platform, { organization_id: null });
  const stranger = await service.as({ role: 'org_admin', organization: 'rival' });
  const path = `${PATH}/${common._id}`;
  expect((await stranger.call('GET', path)).body).toEqual(common);
  expect((await stranger.call('POST', PATH, { ...body, organization_id: null })).status).toBe(403);
  expect((await stranger.call('PUT', path, body)).status).toBe(403);
  expect((await stranger.call('DELETE', path)).status).toBe(403);
  expect((await platform.call('PUT', path, { ...body, organization_id: null, name: 'All' })).body).toMatchObject({
    ...{ name: 'All', organization_id: null },
  });
  expect((await platform.call('DELETE', path)).status).toBe(204);
  const builtIn = `${PATH}/built-in.task_assigned`;
  expect((await stranger.call('GET', builtIn)).body).toMatchObject({ _id: 'built-in.task_assigned', is_active: true });
  for (const [method, given] of [['PUT', body], ['DELETE']] as const) {
    expect((await platform.call(method, builtIn, given)).status).toBe(409);
  }
});

test('a preview does not resolve a variable to a built-in property such as `constructor`', async () => {
  const names = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf'];
  const text = names.map((name) => `{{${name}}}`).join(' ');
  for (const kind of [{}, { notification_type: null }, { template_type: 'digest', notification_type: null }]) {
    const made = await create(admin, { ...kind, subject: text, body: text, html_body: `<p>${text}</p>` });
    const preview = await admin.call('POST', `${PATH}/${made._id}/preview`);
    expect([preview.status, preview.body.body], preview.text).toEqual([
      200,
      names.map((name) => `[${name}]`).join(' '),
    ]);
  }
});

test('a preview escapes given values and fills in samples for the others', async () => {
  const made = await create(admin, { html_body: '<p>{{task_title}} {{of_ours}}</p>' });
  const variables = { task_title: '<b>{{recipient_name}}</b>\nline' };
  const preview = await admin.call('POST', `${PATH}/${made._id}/preview`, { variables });
  expect([preview.status, preview.body]).toEqual([
    200,
    {
      subject: '<b>{{recipient_name}}</b> line',
      body: 'Dear Ann Lee',
      html_body: '<p>&lt;b&gt;{{recipient_name}}&lt;/b&gt;<br>line [of_ours]</p>',
    },
  ]);
  const builtIn = await admin.call('POST', `${PATH}/built-in.comparison_completed/preview`);
  expect(builtIn.status, builtIn.text).toBe(200);
  expect(builtIn.body.html_body).not.toContain('{{');
  expect(builtIn.body.subject).toBe('Comparison ready: A-101, B to C');
});
