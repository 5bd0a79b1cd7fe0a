import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portsFor } from '../../shared/http/provide.ts';
import { compared, createProject, processed, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';
import { smallPlan } from '../support/small-plan.ts';

let service: Service;
let manager: Api;
let project: string;
let older: string;
let newer: string;
let comparison: string;

const LINKS = '/api/v1/viewer-links';
const upload = async (api: Api, to: string, note: string) => {
  const { id } = (await uploadForm(api, to, await smallPlan(note), 'plan.pdf')).body;
  await processed(api, id);
  return id as string;
};
const compareThem = async (): Promise<string> => {
  const pair = { original_document_id: older, comparison_document_id: newer };
  const { drawing_comparison_id: id } = (await manager.call('POST', '/api/v1/drawing-comparisons', pair)).body;
  expect((await compared(manager, id)).drawing_comparison.status).toBe('ready');
  return id;
};

beforeAll(async () => {
  service = await startService({}, { limited: true });
  manager = await service.as({ user: 'max' });
  project = await createProject(manager);
  [older, newer] = await Promise.all([upload(manager, project, 'NOTE A'), upload(manager, project, 'NOTE B')]);
  comparison = await compareThem();
});
afterAll(() => service.end());

interface Link {
  url: string;
  token: string;
}
const link = async (body: Record<string, unknown>, api = manager): Promise<Link> => {
  const answer = await api.call('POST', LINKS, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const holder = ({ token }: Link): Api => service.withToken(`view_${token}`);
const openStatus = async ({ url }: Link): Promise<number> => (await fetch(url)).status;
const documentPath = (id: string) => `/api/v1/documents/${id}`;
const comparisonPath = (id: string) => `/api/v1/drawing-comparisons/${id}`;

describe('the page of a link', () => {
  test('may be embedded by the given origins only, and loads nothing from third parties', async () => {
    const own = await link({
      document_id: newer,
      frame_ancestors: ['https://portal.example.com', 'http://localhost:8080'],
    });
    const answer = await fetch(own.url);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors https://portal.example.com http://localhost:8080');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const closed = await fetch((await link({ document_id: newer })).url);
    expect(closed.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test.each([
    ["https://a.example; script-src 'unsafe-inline'"],
    ['*'],
    ['https://a.example/path'],
    ['javascript:alert(1)'],
    ['https://a.example\nX-Header: 1'],
  ])('rejects %s as an origin', async (origin) => {
    const answer = await manager.call('POST', LINKS, { document_id: newer, frame_ancestors: [origin] });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'frame_ancestors', '0']]);
  });

  test.each(['', ' '])('rejects the blank label %j', async (label) => {
    const answer = await manager.call('POST', LINKS, { document_id: newer, label });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'label']]);
  });

  test('names the record in escaped attributes', async () => {
    const page = await (
      await fetch((await link({ drawing_comparison_id: comparison, permission: 'review' })).url)
    ).text();
    expect(page).toContain(`data-type="drawing_comparison" data-id="${comparison}" data-permission="review"`);
  });
});

describe('creating a link', () => {
  test('names one record', async () => {
    const both = await manager.call('POST', LINKS, { document_id: newer, drawing_comparison_id: comparison });
    const none = await manager.call('POST', LINKS, {});
    const twice = await manager.call('POST', LINKS, { document_id: newer, project_id: project });
    expect([both, none, twice].map(({ status, body }) => [status, body.detail[0].loc])).toEqual([
      [422, ['body', 'document_id']],
      [422, ['body', 'document_id']],
      [422, ['body', 'document_id']],
    ]);
  });

  test('requires the permission that it grants', async () => {
    await manager.call('PUT', `/api/v1/projects/${project}/members/vera`, {});
    const viewer = await service.as({ user: 'vera', role: 'viewer' });
    const readOnly = await service.as({ user: 'max', scope: 'documents:read' });
    const asked = { drawing_comparison_id: comparison, permission: 'comment' };
    const refused = await Promise.all([viewer, readOnly].map((api) => api.call('POST', LINKS, asked)));
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'insufficient_role'],
      [403, 'insufficient_scope'],
    ]);
    expect((await viewer.call('POST', LINKS, { drawing_comparison_id: comparison })).status).toBe(201);
    const onDocument = await manager.call('POST', LINKS, { document_id: newer, permission: 'review' });
    expect([onDocument.status, onDocument.body.detail[0].loc]).toEqual([422, ['body', 'permission']]);
  });

  test('is rejected for records of other projects and organizations, and for deleted documents', async () => {
    const strangers = await Promise.all([
      service.as({ user: 'eve', role: 'member' }),
      service.as({ user: 'max', organization: 'other', role: 'org_admin' }),
    ]);
    for (const api of strangers) {
      expect((await api.call('POST', LINKS, { document_id: newer })).status).toBe(404);
      expect((await api.call('POST', LINKS, { drawing_comparison_id: comparison })).status).toBe(404);
      expect((await api.call('POST', LINKS, { project_id: project })).status).toBe(404);
    }
    const spare = await upload(manager, project, 'NOTE C');
    await manager.call('DELETE', documentPath(spare));
    expect((await manager.call('POST', LINKS, { document_id: spare })).status).toBe(409);
  });
});

describe('a link used as token', () => {
  test('reads its record and nothing else', async () => {
    const api = holder(await link({ document_id: newer }));
    for (const path of [
      '',
      '/pages',
      '/pages/1?include=text',
      '/pages/1/revisions',
      '/references',
      '/download',
      '/matches?query=note',
    ]) {
      expect([path, (await api.call('GET', documentPath(newer) + path)).status]).toEqual([path, 200]);
    }
    const others = [documentPath(older), documentPath(`${newer}/versions`), comparisonPath(comparison)];
    const elsewhere = ['/api/v1/documents', `/api/v1/projects/${project}`, '/api/v1/me', `/api/v1/search?query=note`];
    for (const path of [...others, ...elsewhere]) {
      const { status, body } = await api.call('GET', path);
      expect([path, status, body.code]).toEqual([path, 403, 'outside_viewer_link']);
    }
    for (const method of ['PATCH', 'DELETE']) {
      expect((await api.call(method, documentPath(newer), {})).status).toBe(403);
    }
    expect((await api.call('POST', LINKS, { document_id: newer })).status).toBe(403);
  });

  test('lists the sheets of its project and no others', async () => {
    const api = holder(await link({ project_id: project }));
    expect((await api.call('GET', `/api/v1/sheets?project_id=${project}`)).status).toBe(200);
    const other = await createProject(manager);
    for (const path of [`/api/v1/sheets?project_id=${other}`, '/api/v1/sheets', documentPath(newer)]) {
      const { status, body } = await api.call('GET', path);
      expect([path, status, body.code]).toEqual([path, 403, 'outside_viewer_link']);
    }
    const documentLink = holder(await link({ document_id: newer }));
    expect((await documentLink.call('GET', `/api/v1/sheets?project_id=${project}`)).status).toBe(403);
  });

  test('comments or reviews if permitted, under its label', async () => {
    const item = `${comparisonPath(comparison)}/items/1`;
    const made = (permission: string) => link({ drawing_comparison_id: comparison, permission, label: 'Site office' });
    const [view, comment, review] = await Promise.all(
      ['view', 'comment', 'review'].map(async (each) => holder(await made(each))),
    );
    expect((await view!.call('PATCH', item, { comment: 'x' })).status).toBe(403);
    expect((await comment!.call('PATCH', item, { status: 'accepted' })).status).toBe(403);
    expect((await comment!.call('PATCH', item, { comment: 'Is this ours?' })).status).toBe(200);
    const reviewed = await review!.call('PATCH', item, { status: 'accepted' });
    expect([reviewed.status, reviewed.body.status, reviewed.body.comment]).toEqual([200, 'accepted', 'Is this ours?']);
  });

  test('has a rate limit of its own', async () => {
    const [one, other] = await Promise.all([link({ document_id: newer }), link({ document_id: newer })]);
    const remaining = async (api: Api) =>
      Number((await api.call('GET', documentPath(newer))).headers.get('x-ratelimit-remaining'));
    const first = await remaining(holder(one));
    expect(await remaining(holder(one))).toBe(first - 1);
    expect(await remaining(holder(other))).toBe(first);
  });
});

describe('a link stops working', () => {
  /** A link of a user to a document in a project of its own. */
  const shared = async (user: string) => {
    const own = await createProject(manager);
    const document = await upload(manager, own, `NOTE ${user}`);
    await manager.call('PUT', `/api/v1/projects/${own}/members/${user}`, {});
    const made = await link({ document_id: document }, await service.as({ user, role: 'viewer' }));
    const statuses = async () => [
      await openStatus(made),
      (await holder(made).call('GET', documentPath(document))).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    return { own, document, made, statuses };
  };

  test('with the membership of its creator', async () => {
    const { own, statuses } = await shared('leaver');
    await manager.call('DELETE', `/api/v1/projects/${own}/members/leaver`);
    expect(await statuses()).toEqual([404, 404]);
  });

  test('while the document is deleted', async () => {
    const { document, statuses } = await shared('dora');
    await manager.call('DELETE', documentPath(document));
    expect(await statuses()).toEqual([404, 404]);
    await manager.call('POST', `${documentPath(document)}/restore`);
    expect(await statuses()).toEqual([200, 200]);
  });

  test('when it expires', async () => {
    const { token, url } = await link({ document_id: newer, expires_in: 60 });
    const opened = (await portsFor(['viewer-links.open'])['viewer-links.open'].open(token))!;
    const past = { ...opened.link, until: Date.now() - 1 };
    const expired = await portsFor(['viewer-links.seal'])['viewer-links.seal'].seal(past);
    const answer = await holder({ url, token: expired }).call('GET', documentPath(newer));
    expect([answer.status, answer.body.code]).toEqual([401, 'token_expired']);
    expect(await openStatus({ url: url.replace(token, expired), token: expired })).toBe(404);
  });

  test('when any character is changed, or if it was sealed for another purpose', async () => {
    const { token, url } = await link({ document_id: newer });
    const altered = `${token.slice(0, -6)}${token.at(-6) === 'A' ? 'B' : 'A'}${token.slice(-5)}`;
    const asked = { document_ids: [newer], expiration: 86_400 };
    const { downloads } = (await manager.call('POST', '/api/v1/documents/downloads', asked)).body;
    const foreign = new URL(downloads[0].download_url).pathname.split('/').at(-1) as string;
    for (const bad of [altered, foreign, 'x', '']) {
      const answer = await holder({ url, token: bad }).call('GET', documentPath(newer));
      expect([bad, answer.status]).toEqual([bad, 401]);
    }
    expect(await openStatus({ url: url.replace(token, altered), token: altered })).toBe(404);
    expect(await openStatus({ url: url.replace(token, foreign), token: foreign })).toBe(404);
  });

  test("for reviewing, with the creator's role", async () => {
    await manager.call('PUT', `/api/v1/projects/${project}/members/mona`, {});
    const mona = await service.as({ user: 'mona', role: 'member' });
    const made = await link({ drawing_comparison_id: comparison, permission: 'review' }, mona);
    const item = `${comparisonPath(comparison)}/items/1`;
    expect((await holder(made).call('PATCH', item, { status: 'open' })).status).toBe(200);
    const lowered = await service.as({ user: 'mona', role: 'viewer' });
    await lowered.call('GET', '/api/v1/me');
    const answer = await holder(made).call('PATCH', item, { status: 'accepted' });
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_role']);
    expect((await holder(made).call('GET', comparisonPath(comparison))).status).toBe(200);
  });
});

describe('a region of a page', () => {
  const draw = async (query: string, id = newer) => {
    const token = await service.token({ user: 'max' });
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${service.baseUrl}${documentPath(id)}/pages/1/image?${query}`, { headers });
  };

  test("has the requested width and the region's proportions, and shows its content", async () => {
    const answer = await draw('x=0.5&y=0.5&width=0.5&height=0.25&pixels=600');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const image = sharp(Buffer.from(await answer.arrayBuffer()));
    const { width, height } = await image.metadata();
    const { width: pageWidth, height: pageHeight } = (await manager.call('GET', `${documentPath(newer)}/pages/1`)).body;
    expect(width).toBe(600);
    expect(height).toBeCloseTo((600 * 0.25 * pageHeight) / (0.5 * pageWidth), -1);
    const { channels } = await image.stats();
    expect(channels[0]!.min).toBeLessThan(128);
    expect(channels[0]!.max).toBe(255);
  });

  test('must lie on the page, which only PDF files have', async () => {
    expect((await draw('x=1&width=0.5')).status).toBe(409);
    expect((await draw('pixels=5000')).status).toBe(422);
    const background = { width: 60, height: 40, channels: 3 as const, background: 'red' };
    const png = await sharp({ create: background }).png().toBuffer();
    const { id } = (await uploadForm(manager, project, png, 'photo.png')).body;
    expect((await processed(manager, id)).page_count).toBe(1);
    expect((await draw('', id)).status).toBe(409);
    const beyond = await manager.call('GET', `${documentPath(newer)}/pages/2/image`);
    expect(beyond.status).toBe(404);
  });
});

test('a text is found with its page and the boxes of its words', async () => {
  const { body } = await manager.call('GET', `${documentPath(newer)}/matches?query=note%20b`);
  expect(body).toMatchObject({ items: [{ page: 1, text: 'NOTE B' }], truncated: false });
  const { words } = (await manager.call('GET', `${documentPath(newer)}/pages/1?include=text`)).body;
  const word = words.find(({ text }: { text: string }) => text === 'NOTE');
  expect(body.items[0].bounding_boxes[0]).toMatchObject({ x: word.bounding_box.x, y: word.bounding_box.y });
  expect((await manager.call('GET', `${documentPath(newer)}/matches?query=nowhere`)).body.items).toEqual([]);
  expect((await manager.call('GET', `${documentPath(newer)}/matches`)).status).toBe(422);
});
