import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTIVITY_TRANSITIONS, type ActivityRecord } from '../../shared/domain/mail/activity.ts';
import { modesOf } from '../../shared/domain/mail/mail-preferences.ts';
import { portsFor } from '../../shared/http/provide.ts';
import { activity } from '../support/activities.ts';
import { createProject } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Api;
let project: string;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1' }, { idle: true });
  admin = await service.as({ role: 'org_admin' });
  project = await createProject(admin);
});
afterAll(() => service.end());

const PATH = '/api/v1/email-activities';
const store = (given: Partial<ActivityRecord>) =>
  portsFor(['activities.write'])['activities.write'].create(activity(given));
const idsOf = async (api: Api, query = ''): Promise<string[]> => {
  const answer = await api.call('GET', `${PATH}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.map(({ _id }: { _id: string }) => _id);
};

test('the newest mails come first, with each filter and with all combined', async () => {
  const organization_id = 'filters';
  const boss = await service.as({ role: 'org_admin', organization: organization_id });
  const inProject = await createProject(boss);
  const [a, b, c] = [
    await store({ organization_id, project_id: inProject }),
    await store({ organization_id, recipient_id: 'bob', template_id: 'mine', notification_id: 'n-2' }),
    await store({ organization_id, recipient_id: null, project_id: inProject, template_id: 'mine' }),
  ].map(({ id }) => id);
  expect(await idsOf(boss)).toEqual([c, b, a]);
  expect(await idsOf(boss, `?project_id=${inProject}`)).toEqual([c, a]);
  expect(await idsOf(boss, '?recipient_id=bob')).toEqual([b]);
  expect(await idsOf(boss, '?template_id=mine')).toEqual([c, b]);
  expect(await idsOf(boss, '?notification_id=n-2')).toEqual([b]);
  expect(await idsOf(boss, `?project_id=${inProject}&template_id=mine`)).toEqual([c]);
  expect(await idsOf(boss, '?recipient_id=bob&template_id=other')).toEqual([]);
  expect(await idsOf(boss, '?limit=1&skip=1')).toEqual([b]);
  expect(await idsOf(boss, '?template_id=mine&limit=1&skip=1')).toEqual([b]);
  expect(await idsOf(boss, '?skip=3')).toEqual([]);
});

test('the page size defaults to 50 and is at most 100', async () => {
  const organization_id = 'many';
  const boss = await service.as({ role: 'org_admin', organization: organization_id });
  await Promise.all(Array.from({ length: 101 }, () => store({ organization_id })));
  expect(await idsOf(boss)).toHaveLength(50);
  expect(await idsOf(boss, '?limit=100')).toHaveLength(100);
  for (const wrong of ['limit=0', 'limit=101', 'skip=-1', 'limit=x']) {
    expect((await boss.call('GET', `${PATH}?${wrong}`)).status, wrong).toBe(422);
  }
});

test('users who are not administrators see only mails to themselves, whatever the filters', async () => {
  const organization_id = 'private';
  const as = (user: string, role: 'manager' | 'org_admin') => service.as({ user, role, organization: organization_id });
  const own = await store({ organization_id, recipient_id: 'sam' });
  const other = await store({ organization_id, recipient_id: 'tom', notification_id: 'theirs' });
  const unknown = await store({ organization_id, recipient_id: null });
  const sam = await as('sam', 'manager');
  expect(await idsOf(sam)).toEqual([own.id]);
  expect(await idsOf(sam, '?recipient_id=sam')).toEqual([own.id]);
  expect(await idsOf(sam, '?recipient_id=tom')).toEqual([]);
  expect(await idsOf(sam, '?notification_id=theirs')).toEqual([]);
  expect(await idsOf(await as('sam', 'org_admin'))).toEqual([unknown.id, other.id, own.id]);
  expect(await idsOf(await service.as({ user: 'sam', role: 'org_admin', organization: 'elsewhere' }))).toEqual([]);
});

test("an entry shows what was sent, and none of the service's internal fields", async () => {
  const { id } = await store({ organization_id: 'shown', metadata: { reason: 'suppressed' }, status: 'failed' });
  const boss = await service.as({ role: 'org_admin', organization: 'shown' });
  const { body } = await boss.call('GET', PATH);
  expect(body).toEqual([
    {
      ...{ _id: id, organization_id: 'shown', entity_type: 'task', entity_id: 't-1', project_id: null },
      ...{ notification_id: 'n-1', notification_type: 'task_assigned', template_id: 'built-in.task_assigned' },
      ...{ recipient_id: 'ann', recipient_email: 'ann@example.com', subject: expect.any(String), sent_at: null },
      ...{ status: 'failed', metadata: { reason: 'suppressed' } },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    },
  ]);
});

test('SES events are accepted in any order, and none sets the status back', async () => {
  const { id } = await store({});
  const write = portsFor(['activities.write'])['activities.write'];
  const move = (name: keyof typeof ACTIVITY_TRANSITIONS) =>
    write.change('acme', id, {}, { transition: ACTIVITY_TRANSITIONS[name], writeId: name, now: new Date() });
  expect((await move('deliver')).status).toBe('delivered');
  await expect(move('send')).rejects.toThrow('delivered');
  expect((await move('complain')).status).toBe('complained');
  await expect(move('bounce')).rejects.toThrow('complained');
});

test('preferences default to immediate', async () => {
  const ports = portsFor(['preferences.read', 'preferences.write']);
  expect(modesOf(await ports['preferences.read'].get('acme', 'nobody')).task_due).toBe('immediate');
  const at = new Date().toISOString();
  const stamps = { created_at: at, updated_at: at, record_version: 1, write_id: 'w' };
  const modes = { task_due: 'digest', report_ready: 'off' } as const;
  await ports['preferences.write'].create({ organization_id: 'acme', user_id: 'pat', modes, ...stamps });
  expect(modesOf(await ports['preferences.read'].get('acme', 'pat'))).toMatchObject({
    ...modes,
    task_assigned: 'immediate',
  });
  expect(await ports['preferences.read'].get('rival', 'pat')).toBeUndefined();
});

test('an address in any spelling is suppressed once, and only its digest is stored', async () => {
  const ports = portsFor(['suppressions.read', 'suppressions.write']);
  const [read, write] = [ports['suppressions.read'], ports['suppressions.write']];
  expect(await read.find('Gone@Example.com')).toBeUndefined();
  await write.suppress('Gone@Example.com', { reason: 'bounce', detail: '550', now: new Date() });
  await write.suppress('gone@example.com', { reason: 'complaint', detail: null, now: new Date() });
  const found = await read.find(' gone@example.COM');
  expect(found).toMatchObject({ reason: 'bounce', detail: '550' });
  expect(JSON.stringify(found).toLowerCase()).not.toContain('gone@');
});

test('mails about a project are found by its members only', async () => {
  const { id } = await store({ project_id: project, recipient_id: 'lea' });
  const lea = await service.as({ user: 'lea', role: 'member' });
  expect((await lea.call('GET', `${PATH}?project_id=${project}`)).status).toBe(404);
  await admin.call('PUT', `/api/v1/projects/${project}/members/lea`, {});
  expect(await idsOf(lea, `?project_id=${project}`)).toEqual([id]);
});

test('mails about a project are listed while the reader can see it, and `skip` counts only those', async () => {
  const passing = await createProject(admin, 'Passing');
  const eva = await service.as({ user: 'eva', role: 'member' });
  const other = await store({ recipient_id: 'eva' });
  const { id } = await store({ recipient_id: 'eva', project_id: passing });
  const member = `/api/v1/projects/${passing}/members/eva`;
  expect((await admin.call('PUT', member, {})).status).toBe(200);
  expect(await idsOf(eva)).toEqual([id, other.id]);
  await admin.call('DELETE', member);
  expect(await idsOf(eva)).toEqual([other.id]);
  expect(await idsOf(eva, '?limit=1')).toEqual([other.id]);
  expect(await idsOf(eva, '?skip=1')).toEqual([]);
  expect(await idsOf(admin, '?recipient_id=eva')).toEqual([id, other.id]);
  await admin.call('PUT', member, {});
  expect(await idsOf(eva)).toEqual([id, other.id]);
  expect((await admin.call('DELETE', `/api/v1/projects/${passing}?cascade=true`)).status).toBe(204);
  for (const reader of [eva, admin]) expect(await idsOf(reader, '?recipient_id=eva')).toEqual([other.id]);
});
