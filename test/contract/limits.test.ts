import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Answer, type Service, startService } from '../support/service.ts';

const PER_MINUTE = 30;
const CONCURRENT = 3;

let service: Service;
beforeAll(async () => {
  const bounds = {
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
    RATE_LIMIT_PER_HOUR: '1000',
    RATE_LIMIT_CONCURRENT: String(CONCURRENT),
  };
  service = await startService({ VALIDATE_RESPONSES: '1', ...bounds }, { limited: true });
});
afterAll(() => service.end());

const headersOf = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN));
const refused = (answer: Answer) => {
  expect([answer.status, answer.body.detail]).toEqual([429, expect.any(String)]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(headersOf(answer).every(Number.isInteger)).toBe(true);
};

test("every response states the remaining requests; beyond the limit a user's reads and writes are rejected, and no one else's", async () => {
  const api = await service.as({ user: 'hasty' });
  const project = await createProject(api);
  const answers: Answer[] = [];
  for (let i = 0; i < PER_MINUTE + 4; i++) {
    const write = i % 3 === 0;
    const list = () => api.call('GET', `/api/v1/documents?project_id=${project}`);
    answers.push(await (write ? uploadForm(api, project, new TextEncoder().encode(`${i}`), 'a.txt') : list()));
  }
  const taken = answers.filter(({ status }) => status < 300);
  for (const answer of taken) {
    const [limit, remaining, reset] = headersOf(answer);
    expect(limit).toBeGreaterThanOrEqual(PER_MINUTE);
    expect(remaining).toBeLessThan(PER_MINUTE);
    expect(Math.abs((reset as number) - Date.now() / 1000)).toBeLessThan(3700);
  }
  // A new minute may have begun in between, which allows the user as many again.
  const over = answers.filter(({ status }) => status === 429);
  const others = answers.filter((answer) => !taken.includes(answer) && !over.includes(answer));
  expect(others.map(({ status, body }) => ({ status, body }))).toEqual([]);
  if (over.length === 0) expect(taken.length).toBeLessThanOrEqual(2 * PER_MINUTE);
  for (const answer of over) refused(answer);
  const other = await service.as({ user: 'patient', role: 'org_admin' });
  expect((await other.call('GET', `/api/v1/documents?project_id=${project}`)).status).toBe(200);
});

test('requests that do no work for a user are not counted and state no limit', async () => {
  const api = await service.as({ user: 'lost', role: 'org_admin' });
  const remaining = async () => headersOf(await api.call('GET', '/api/v1/me'))[1] as number;
  const before = await remaining();
  const idle = [
    await api.call('GET', '/api/v1/nothing'),
    await api.call('DELETE', '/api/v1/documents'),
    await api.call('OPTIONS', '/api/v1/documents'),
    await api.call('GET', '/api/public/health'),
    await service.withToken(undefined).call('GET', '/api/v1/documents'),
  ];
  expect(idle.map(({ status }) => status)).toEqual([404, 405, 204, 200, 401]);
  for (const answer of idle) expect([...answer.headers.keys()].filter((name) => /ratelimit/.test(name))).toEqual([]);
  // A new minute may have begun in between, which allows the user as many again.
  expect([before - 1, PER_MINUTE - 1]).toContain(await remaining());
});

test("concurrent requests above a user's limit are rejected", async () => {
  const api = await service.as({ user: 'parallel' });
  const project = await createProject(api);
  const uploads = Array.from({ length: 12 }, (_, i) =>
    uploadForm(api, project, new TextEncoder().encode(`at once ${i}`), 'a.txt'),
  );
  const answers = await Promise.all(uploads);
  const over = answers.filter(({ status }) => status === 429);
  expect(over.length).toBeGreaterThan(0);
  for (const answer of over) refused(answer);
  const { total } = (await api.call('GET', `/api/v1/documents?project_id=${project}`)).body;
  expect(total).toBe(answers.filter(({ status }) => status === 201).length);
  expect(total).toBe(answers.length - over.length);
});
