import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/registry.ts';
import { ROLES, type Role } from '../../shared/domain/access/caller.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { createProject, processed, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { type Service, startService } from '../support/service.ts';

const text = (words: string) => new TextEncoder().encode(words);

const all: { operation: Operation }[] = [...operations];
const secured = all.map(({ operation }) => operation).filter(({ auth }) => auth !== 'public');

let service: Service;
/** Real records of one organization, by the names that paths, queries and bodies use. */
const known: Names = { project: '', document: '', other: '', upload: '', comparison: '0'.repeat(32) };

beforeAll(async () => {
  service = await startService();
  const api = await service.as();
  known.project = await createProject(api);
  known.document = (await uploadForm(api, known.project, text('first'), 'a.txt')).body.id;
  known.other = (await uploadForm(api, known.project, text('second'), 'b.txt')).body.id;
  await processed(api, known.document);
  await processed(api, known.other);
  const multipart = { project_id: known.project, filename: 'a.bin', file_size: 5, multipart: true };
  known.upload = (await api.call('POST', '/api/v1/uploads', multipart)).body.upload_id;
  known.storePath = await uploadByLink(api, known.project, text('third'));
});
afterAll(() => service.end());

interface Names {
  project: string;
  document: string;
  other: string;
  upload: string;
  comparison: string;
  storePath?: string;
}

/** A valid request of each operation about the named records. */
const requestOf = ({ method, path, id }: Operation, names: Names): [string, string, unknown?] => {
  const target = path
    .replace('{document_id}', names.document)
    .replace('{id}', names.project)
    .replace('{upload_id}', names.upload)
    .replace('{drawing_comparison_id}', names.comparison);
  const inProject = `${target}?project_id=${names.project}`;
  const requests: Record<string, [string, unknown?]> = {
    'create-project': [target, { name: 'x' }],
    'list-documents': [inProject],
    'search-documents': [inProject],
    'list-comparisons': [inProject],
    'list-documents-by-ids': [`${target}?ids=${names.document},${names.other}`],
    'create-document': [target, recordBody(names.project, names.storePath ?? '')],
    'download-documents': [target, { document_ids: [names.document, names.other] }],
    'update-document': [target, { category: 'x' }],
    'update-document-content': [target, { content: 'x' }],
    'create-comparison': [target, { original_document_id: names.document, comparison_document_id: names.other }],
    'presign-upload': [target, { project_id: names.project, filename: 'x.pdf', file_size: 1 }],
    'sign-upload-parts': [target, { part_numbers: [1] }],
  };
  const [url, body] = requests[id] ?? [target];
  return [method, url, body];
};

/** Operations that name no record: another organization's caller is simply answered about its own. */
const ABOUT_NOTHING = new Set(['create-project', 'list-projects']);
const aboutRecords = secured.filter(({ id }) => !ABOUT_NOTHING.has(id));

describe.each(secured.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  test('without a token, with a wrong and with an expired one is 401', async () => {
    const [method, path, body] = requestOf(operation, known);
    const expired = await service.token({ expiresInSeconds: -60 });
    for (const token of [undefined, 'nonsense', expired]) {
      const answer = await service.withToken(token).call(method, path, body);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(answer.body.detail).toEqual(expect.any(String));
    }
    const late = await service.withToken(expired).call(method, path, body);
    expect(late.body.detail).toContain('Signature has expired');
  });

  test('with a role or a scope too small is 403', async () => {
    if (operation.auth === 'public') throw new Error('not secured');
    const [method, path, body] = requestOf(operation, known);
    const smaller = ROLES[ROLES.indexOf(operation.auth.role) - 1] as Role | undefined;
    if (smaller) {
      const answer = await (await service.as({ role: smaller })).call(method, path, body);
      expect(answer.status).toBe(403);
      expect(answer.body.detail).toEqual(expect.any(String));
    }
    const otherScope = operation.auth.scope === 'export:read' ? 'search:read' : 'export:read';
    const scoped = await (await service.as({ role: 'org_admin', scope: otherScope })).call(method, path, body);
    expect(scoped.status).toBe(403);
  });
});

/** What may differ between two answers that say the same. */
const volatile = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
const visible = ({ status, text, headers }: { status: number; text: string; headers: Headers }) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !volatile.has(name)),
});

test.each(aboutRecords.map((operation) => [operation.id, operation] as const))(
  '%s answers another organization and a stranger to the project as if the record did not exist',
  async (id, operation) => {
    const missing = { ...known, project: 'nowhere', document: 'nowhere', other: 'nowhere-else', upload: 'nowhere' };
    const foreigner = await service.as({ user: 'eve', organization: 'rival', role: 'org_admin' });
    const stranger = await service.as({ user: 'bob', role: 'manager' });
    for (const api of [foreigner, stranger]) {
      const theirs = visible(await api.call(...requestOf(operation, known)));
      const none = visible(await api.call(...requestOf(operation, missing)));
      if (id === 'search-documents') {
        expect(theirs.status === 404 || theirs.text === '[]').toBe(true);
      } else if (id === 'create-document') {
        expect([404, 422]).toContain(theirs.status);
      } else expect(theirs.status).toBe(404);
      expect(theirs).toEqual(none);
    }
  },
);
