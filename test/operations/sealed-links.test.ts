import { afterAll, beforeAll, expect, test } from 'vitest';
import { portsFor } from '../../shared/http/provide.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService, type Who } from '../support/service.ts';

/** Sealed links are opened without a token, by the rights of the user for whom they were made. */
let service: Service;
let manager: Api;
beforeAll(async () => {
  service = await startService({}, { idle: true });
  manager = await service.as({ user: 'max' });
});
afterAll(() => service.end());

let made = 0;
const open = async (url: string): Promise<number> => (await fetch(url, { redirect: 'manual' })).status;
/** A document of a new project, and a user with a link to it. */
const shared = async (who: Who = {}, api = manager) => {
  const project = await createProject(api);
  const file = new TextEncoder().encode(`file ${made++}`);
  const document = (await uploadForm(api, project, file, 'a.txt')).body.id as string;
  const user = `holder${made}`;
  if (who.role === undefined) await api.call('PUT', `/api/v1/projects/${project}/members/${user}`, {});
  const holder = await service.as({ user, role: 'viewer', ...who });
  const asked = { document_ids: [document], expiration: 86_400 };
  const { status, body, text } = await holder.call('POST', '/api/v1/documents/downloads', asked);
  expect(status, text).toBe(200);
  const url = body.downloads[0].download_url as string;
  expect(await open(url)).toBe(302);
  return { project, document, user, url };
};

test('a link stops working with the membership of its user, and works again when the user is added again', async () => {
  const { project, user, url } = await shared();
  const member = `/api/v1/projects/${project}/members/${user}`;
  expect((await manager.call('DELETE', member)).status).toBe(204);
  expect(await open(url)).toBe(404);
  expect((await manager.call('PUT', member, {})).status).toBe(200);
  expect(await open(url)).toBe(302);
});

test('a link of a user who sees every project stops working with the first token of a lower role', async () => {
  const user = `admin${made++}`;
  const { url } = await shared({ user, role: 'org_admin' });
  const lower = await service.as({ user, role: 'member' });
  expect((await lower.call('GET', '/api/v1/projects')).status).toBe(200);
  expect(await open(url)).toBe(404);
});

test('a link that does not work shows a page in a browser, and JSON to programs', async () => {
  const { project, user, url } = await shared();
  await manager.call('DELETE', `/api/v1/projects/${project}/members/${user}`);
  const answer = async (accept?: string, at = url) => {
    const response = await fetch(at, { redirect: 'manual', headers: accept === undefined ? {} : { accept } });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const page = await answer(browser);
  expect([page.status, page.type]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('<h1>This link leads to nothing</h1>');
  expect(page.text).not.toContain(new URL(url).pathname.split('/').at(-1));
  for (const path of ['/api/public/transmittals/x', '/api/public/unsubscribe/x', '/api/public/view/x']) {
    expect((await answer(browser, `${service.baseUrl}${path}`)).type, path).toBe('text/html; charset=utf-8');
  }
  for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0']) {
    expect(await answer(accept)).toMatchObject({ status: 404, type: 'application/json' });
  }
  expect((await answer(browser, `${service.baseUrl}/api/v1/projects`)).type).toBe('application/json');
});

test('a link does not work while the document is deleted', async () => {
  const { document, url } = await shared();
  await manager.call('DELETE', `/api/v1/documents/${document}`);
  expect(await open(url)).toBe(404);
  await manager.call('POST', `/api/v1/documents/${document}/restore`);
  expect(await open(url)).toBe(302);
});

test('a link stops working immediately with the deletion of its project and its organization', async () => {
  const organization = `org${made++}`;
  const platform = await service.as({ user: 'root', organization: 'platform', role: 'platform_admin' });
  await platform.call('POST', '/api/v1/organizations', { id: organization, name: 'Short-lived' });
  const boss = await service.as({ user: 'boss', organization, role: 'org_admin' });
  const [byMember, byRole] = [
    await shared({ organization }, boss),
    await shared({ organization, user: 'boss', role: 'org_admin' }, boss),
  ];
  for (const { project } of [byMember, byRole]) {
    expect((await boss.call('DELETE', `/api/v1/projects/${project}?cascade=true`)).status).toBe(204);
  }
  expect([await open(byMember.url), await open(byRole.url)]).toEqual([404, 404]);
});

test('a link to a report stops working with its deletion; the link opens no other file of the record', async () => {
  const project = await createProject(manager);
  const asked = { project_id: project, type: 'document_register', format: 'csv' };
  const { id } = (await manager.call('POST', '/api/v1/reports', asked)).body;
  const ports = portsFor(['reports.write', 'links.seal']);
  const path = `derived/acme/report-${id}/report.csv`;
  const guard = { writeId: 'ready', now: new Date() };
  await ports['reports.write'].change('acme', id, { file_path: path, filename: 'r.csv', status: 'ready' }, guard);
  const target = { organization_id: 'acme', project_id: project, record: { type: 'report' as const, id }, path };
  const [own = '', other = '', stranger = ''] = await ports['links.seal'].sealAll(
    [{}, { path: 'derived/acme/report-x/report.csv' }, { holder: 'stranger' }].map((more) => ({
      ...{ ...target, filename: 'r.csv', holder: 'max', until: Date.now() + 60_000 },
      ...more,
    })),
  );
  const opened = () =>
    Promise.all([own, other, stranger].map((token) => open(`${service.baseUrl}/api/public/files/${token}`)));
  expect(await opened()).toEqual([302, 404, 404]);
  expect((await manager.call('DELETE', `/api/v1/reports/${id}`)).status).toBe(204);
  expect(await opened()).toEqual([404, 404, 404]);
});
