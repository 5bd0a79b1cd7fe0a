import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Ports } from '../../shared/ports.ts';
import { queues } from '../../shared/queue/queues.ts';
import { createProject } from '../support/documents.ts';
import { mailsTo } from '../support/mails.ts';
import { runAt, workerPorts } from '../support/run-worker.ts';
import { interposed, stopInterposing } from '../support/sdk-calls.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

const WEBHOOKS = '/api/v1/webhooks';

interface Received {
  headers: Record<string, string>;
  body: string;
}
type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;
const accept: Behaviour = (_, response) => void response.writeHead(204).end();

/** A receiver with a configurable response, which records what it receives. */
const startReceiver = async (given: Behaviour = accept) => {
  const received: Received[] = [];
  let behaviour = given;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString('utf8') });
    behaviour(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/hook`,
    become: (next: Behaviour) => {
      behaviour = next;
    },
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** A receiver over TLS with a self-signed certificate for another host. */
const startUntrusted = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=another.example', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', certificateFile], { stdio: 'ignore' });
  const credentials = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) };
  rmSync(folder, { recursive: true });
  const server = createHttpsServer(credentials, (_, response) => {
    started.requests++;
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  const started = { host: `127.0.0.1:${port}`, requests: 0, end };
  return started;
};

let untrusted: Awaited<ReturnType<typeof startUntrusted>>;
let receivers: Record<'good' | 'slow' | 'failing' | 'redirecting' | 'replayed' | 'moved', Receiver>;
/** Counts connections; it is reachable from this machine only. */
let inside: { port: number; connections: number; end: () => void };
/** Responds to a TLS handshake with something other than a certificate. */
let plain: Receiver;
let service: Service;
let ports: Ports;
let api: Api;
let project: string;

beforeAll(async () => {
  const socket = createSocketServer((connection) => {
    inside.connections++;
    connection.destroy();
  });
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  inside = { port: (socket.address() as AddressInfo).port, connections: 0, end: () => socket.close() };
  const location = `http://127.0.0.1:${inside.port}/private`;
  receivers = {
    good: await startReceiver(),
    slow: await startReceiver(() => undefined),
    failing: await startReceiver((_, response) => void response.writeHead(500).end()),
    redirecting: await startReceiver((_, response) => void response.writeHead(302, { location }).end()),
    replayed: await startReceiver(),
    moved: await startReceiver(),
  };
  plain = await startReceiver();
  if (hasOpenssl) untrusted = await startUntrusted();
  const hosts = [...Object.values(receivers), plain, ...(hasOpenssl ? [untrusted] : [])].map(({ host }) => host);
  service = await startService({ VALIDATE_RESPONSES: '1', OUTBOUND_ALLOWED_HOSTS: hosts.join(',') });
  ports = await workerPorts(['webhooks.write']);
  api = await service.as();
  project = await createProject(api);
});
afterAll(async () => {
  await service.end();
  for (const each of [...Object.values(receivers), plain, inside]) each.end();
  untrusted?.end();
  stopInterposing();
});

const newWebhook = async (url: string, where: string | null = project, by = api) => {
  const { status, body } = await by.call('POST', WEBHOOKS, { url, project_id: where, types: ['task.created'] });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { id: string; secret: string };
};
const newTask = async (title: string, where = project): Promise<string> =>
  (await api.call('POST', '/api/v1/tasks', { title, project_id: where })).body.id;
const deliveriesOf = async (id: string, by = api) => {
  const { status, body } = await by.call('GET', `${WEBHOOKS}/${id}/deliveries`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items as {
    id: string;
    success: boolean;
    status_code: number | null;
    error: string;
    attempt: number;
    event_type: string;
    is_replay: boolean;
  }[];
};
const titlesOf = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).data.values.title);
const verified = ({ headers, body }: Received, secret: string) => new Webhook(secret).verify(body, headers);

test('a receiver gets each event once, in order, with a signature that the package verifies', async () => {
  const own = await createProject(api);
  const { id, secret } = await newWebhook(receivers.good.url, own);
  for (let i = 0; i < 5; i++) await newTask(`In order ${i}`, own);
  await eventually(async () => (receivers.good.received.length >= 5 ? true : undefined));
  expect(titlesOf(receivers.good)).toEqual([0, 1, 2, 3, 4].map((i) => `In order ${i}`));
  for (const each of receivers.good.received) {
    expect(verified(each, secret)).toMatchObject({ type: 'task.created', data: { project_id: own } });
    expect(each.headers['webhook-id']).toBe(JSON.parse(each.body).data.id);
    const another = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(() => verified(each, another)).toThrow();
    expect(() => verified({ ...each, body: each.body.replace('In order', 'Forged') }, secret)).toThrow();
  }
  expect((await deliveriesOf(id)).map(({ success }) => success)).toEqual(Array(5).fill(true));

  const rotated = (await api.call('POST', `${WEBHOOKS}/${id}/rotate-secret`)).body;
  expect(rotated.secret).not.toBe(secret);
  await newTask('After the rotation', own);
  const last = await eventually(async () => receivers.good.received[5]);
  for (const each of [secret, rotated.secret]) expect(verified(last, each)).toMatchObject({ type: 'task.created' });
  const shown = await api.call('GET', `${WEBHOOKS}/${id}`);
  expect(shown.text).not.toMatch(/whsec_|sealed/);
});

/** Claims the deliveries of a webhook for a run of a worker. */
const claimFor = (id: string, owner: string, message = owner) =>
  ports['webhooks.deliver'].claim('acme', id, { owner, message }, Date.now() + 60_000);

test('a worker also delivers events that arrive while it runs', async () => {
  const { id } = await newWebhook(receivers.good.url, await createProject(api));
  const deliver = ports['webhooks.deliver'];
  const claimed = await claimFor(id, 'first');
  expect(await claimFor(id, 'second')).toBeUndefined();
  const position = claimed!.position + 1;
  expect(await deliver.release({ ...claimed!, position }, claimed!, 'first')).toBe(false);
  const again = await claimFor(id, 'first');
  expect(again?.position).toBe(position);
  expect(await deliver.release(again!, again!, 'first')).toBe(true);
  expect(await claimFor(id, 'second')).toBeDefined();
});

test('events that arrive just as a worker ends are delivered by the next run', async () => {
  const { id } = await newWebhook(receivers.good.url, await createProject(api));
  const claimed = await claimFor(id, 'first');
  let requests = 0;
  const second = await interposed(
    async (_, send) => {
      const answer = await send();
      // The claim has been refused, and has not yet made the first one read the feed again.
      if (++requests === 1) expect(await ports['webhooks.deliver'].release(claimed!, claimed!, 'first')).toBe(true);
      return answer;
    },
    () => claimFor(id, 'second'),
  );
  expect(second).toBeDefined();
});

test('a redelivered message takes over from a run that ended without releasing its lease', async () => {
  const { id } = await newWebhook(receivers.good.url, await createProject(api));
  const claimed = await claimFor(id, 'killed', 'message');
  expect(await claimFor(id, 'next', 'message')).toBeDefined();
  expect(await ports['webhooks.deliver'].advance(claimed!, 'killed', Date.now() + 60_000)).toBe(false);
});

test('a slow receiver does not delay other receivers', async () => {
  const own = await createProject(api);
  const others = await startedLater();
  const slow = await newWebhook(receivers.slow.url, own);
  await newWebhook(others.url, own);
  const started = performance.now();
  await newTask('Quickly', own);
  await eventually(async () => (titlesOf(others).includes('Quickly') ? true : undefined));
  expect(performance.now() - started).toBeLessThan(8_000);
  const [attempt] = await eventually(async () => {
    const found = await deliveriesOf(slow.id);
    return found.length > 0 ? found : undefined;
  }, 30);
  expect(attempt).toMatchObject({ success: false, status_code: null, error: 'The system did not answer in time' });
});
test('slow receivers of an organization do not occupy the workers of its other webhooks', async () => {
  const own = await createProject(api);
  let hanging = 0;
  receivers.slow.become((_, response) => {
    hanging++;
    response.on('close', () => hanging--);
  });
  // All but one of the workers of one machine.
  const slow: { id: string }[] = [];
  while (slow.length < queues.webhooks.concurrency.machine - 1) slow.push(await newWebhook(receivers.slow.url, own));
  const task = await newTask('Slowly', own);
  await inFeed(own);
  const deleted = await newWebhook(receivers.good.url, own);
  await api.call('PATCH', `${WEBHOOKS}/${deleted.id}`, { types: ['task.deleted'] });
  let hangingThen = 0;
  receivers.good.become((request, response) => {
    hangingThen = hanging;
    accept(request, response);
  });
  await eventually(async () => (hanging === slow.length ? true : undefined));
  await api.call('DELETE', `/api/v1/tasks/${task}`);
  await eventually(async () => ((await deliveriesOf(deleted.id)).length > 0 ? true : undefined));
  receivers.good.become(accept);
  expect(hangingThen).toBe(slow.length);
  await Promise.all([...slow, deleted].map(({ id }) => api.call('DELETE', `${WEBHOOKS}/${id}`)));
});

/** The receiver of the first test, whose earlier deliveries are over. */
const startedLater = async (): Promise<Receiver> => receivers.good;

test('a failed event is retried when it is due, with the same id, and later events follow it', async () => {
  const own = await createProject(api);
  const { failing } = receivers;
  const { id } = await newWebhook(failing.url, own);
  await newTask('First', own);
  await eventually(async () => ((await deliveriesOf(id)).length > 0 ? true : undefined));
  await newTask('Second', own);
  failing.become(accept);
  const message = { organization_id: 'acme', webhook_id: id };
  await runAt(ports, 'deliver-webhooks', new Date(), message);
  expect(titlesOf(failing)).toEqual(['First']);
  const isDue = async () => {
    const due = await ports['webhooks.deliver'].due(new Date(Date.now() + 120_000).toISOString(), 100);
    return due.some((each) => each.id === id);
  };
  expect(await isDue()).toBe(true);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  try {
    await runAt(ports, 'deliver-webhooks', new Date(), message);
    await runAt(ports, 'sweep-webhooks', new Date());
  } finally {
    vi.useRealTimers();
  }
  expect(await isDue()).toBe(false);
  await eventually(async () => (failing.received.length >= 3 ? true : undefined));
  expect(titlesOf(failing)).toEqual(['First', 'First', 'Second']);
  const [first, again] = failing.received.map(({ headers }) => headers['webhook-id']);
  expect(again).toBe(first);
});

/** Returns once the feed has the creation of a task of this project. */
const inFeed = (where: string) =>
  eventually(async () => {
    const { items } = (await api.call('GET', `/api/v1/events?project_id=${where}&type=task.created`)).body;
    return items.length > 0 || undefined;
  });

/** The state of a webhook's deliveries, once no worker has them. */
const stateOf = async (id: string) => {
  const deliver = ports['webhooks.deliver'];
  const claimed = await eventually(() => claimFor(id, 'reader'));
  await deliver.release(claimed, claimed, 'reader');
  const { failures, failing_since, retry_at } = claimed;
  return { failures, failing_since, retry_at };
};

test('a new address and an activation clear the failures; a new secret or description does not', async () => {
  const own = await createProject(api);
  receivers.failing.become((_, response) => void response.writeHead(500).end());
  const { id } = await newWebhook(receivers.failing.url, own);
  await newTask('Refused', own);
  await eventually(async () => ((await deliveriesOf(id)).length > 0 ? true : undefined));
  const failing = await stateOf(id);
  expect(failing).toMatchObject({ failures: 1, failing_since: expect.any(String) });
  expect((await api.call('POST', `${WEBHOOKS}/${id}/rotate-secret`)).status).toBe(200);
  expect(await stateOf(id)).toEqual(failing);
  expect((await api.call('PATCH', `${WEBHOOKS}/${id}`, { description: 'Renamed' })).status).toBe(200);
  expect(await stateOf(id)).toEqual(failing);
  for (const change of [{ status: 'active' }, { url: `${receivers.failing.url}/elsewhere` }]) {
    const { length } = await deliveriesOf(id);
    expect((await api.call('PATCH', `${WEBHOOKS}/${id}`, change)).status).toBe(200);
    await runAt(ports, 'sweep-webhooks', new Date());
    const [latest] = await eventually(async () => {
      const found = await deliveriesOf(id);
      return found.length > length ? found : undefined;
    }, 30);
    expect(latest).toMatchObject({ attempt: 1, success: false });
    await stateOf(id);
  }
});

/** A webhook with three events, of which the first is being delivered until `answer` is called. */
const withPending = async () => {
  const own = await createProject(api);
  let answer: (() => void) | undefined;
  receivers.good.become((_, response) => {
    answer = () => void response.writeHead(204).end();
  });
  const { id } = await newWebhook(receivers.good.url, own);
  const before = receivers.good.received.length;
  for (const title of ['First', 'Second', 'Third']) await newTask(title, own);
  const found = await eventually(async () => answer);
  await inFeed(own);
  receivers.good.become(accept);
  const titles = () => titlesOf(receivers.good).slice(before);
  return { id, answer: found, titles };
};

test('an address that is changed during a delivery gets the events after it', async () => {
  const { id, answer, titles } = await withPending();
  await api.call('PATCH', `${WEBHOOKS}/${id}`, { url: receivers.moved.url });
  answer();
  await eventually(async () => (receivers.moved.received.length >= 2 ? true : undefined), 30);
  expect(titlesOf(receivers.moved)).toEqual(['Second', 'Third']);
  expect(titles()).toEqual(['First']);
  await api.call('DELETE', `${WEBHOOKS}/${id}`);
});

test('a webhook that is paused during a delivery sends nothing more until it is active again', async () => {
  const { id, answer, titles } = await withPending();
  await api.call('PATCH', `${WEBHOOKS}/${id}`, { status: 'paused' });
  answer();
  await eventually(async () => ((await deliveriesOf(id)).length > 0 ? true : undefined));
  await eventually(async () => {
    const claimed = await claimFor(id, 'afterwards');
    return claimed && ports['webhooks.deliver'].release(claimed, claimed, 'afterwards');
  });
  expect(titles()).toEqual(['First']);
  await api.call('PATCH', `${WEBHOOKS}/${id}`, { status: 'active' });
  await eventually(async () => (titles().length >= 3 ? true : undefined), 30);
  expect(titles()).toEqual(['First', 'Second', 'Third']);
});

test('a webhook becomes due only for events of its types since its last change', async () => {
  const own = await createProject(api);
  const task = await newTask('Deleted soon', own);
  await inFeed(own);
  const { id } = await newWebhook(receivers.good.url, own);
  expect((await api.call('PATCH', `${WEBHOOKS}/${id}`, { types: ['task.deleted'] })).status).toBe(200);
  await api.call('DELETE', `/api/v1/tasks/${task}`);
  const sent = await eventually(async () => {
    const found = await deliveriesOf(id);
    return found.length > 0 ? found : undefined;
  }, 30);
  expect(sent.map(({ event_type }) => event_type)).toEqual(['task.deleted']);
});

test('after three days of failures a webhook is disabled, with the reason in its record and in a mail', async () => {
  const own = await createProject(api);
  receivers.failing.become((_, response) => void response.writeHead(500).end());
  // Administrators are known from their tokens.
  const root = await service.as({ user: 'root', role: 'org_admin' });
  const organizationWide = await newWebhook(receivers.failing.url, null, root);
  const { id } = await newWebhook(receivers.failing.url, own);
  await newTask('Never taken', own);
  for (const [webhook, by] of [[id, api] as const, [organizationWide.id, root] as const]) {
    await eventually(async () => ((await deliveriesOf(webhook, by)).length > 0 ? true : undefined));
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 });
  try {
    for (const webhook_id of [id, organizationWide.id]) {
      await runAt(ports, 'deliver-webhooks', new Date(), { organization_id: 'acme', webhook_id });
    }
  } finally {
    vi.useRealTimers();
  }
  const { body } = await api.call('GET', `${WEBHOOKS}/${id}`);
  expect(body).toMatchObject({ status: 'disabled', disabled_reason: expect.stringContaining('responded with 500') });
  // The creator of the one of the project hears of it, and the administrator of both.
  for (const [address, count] of [['ann@example.com', 1] as const, ['root@example.com', 2] as const]) {
    const mails = await eventually(async () => {
      const found = (await mailsTo(service, address)).filter(({ subject }) => subject.startsWith('Webhook disabled'));
      return found.length >= count ? found : undefined;
    }, 30);
    expect(mails).toHaveLength(count);
    expect(mails[0]).toMatchObject({ subject: `Webhook disabled: ${receivers.failing.host}` });
    expect(mails[0]?.text).toContain('responded with 500');
    expect(mails[0]?.text).not.toContain('/hook');
  }
  const again = await api.call('PATCH', `${WEBHOOKS}/${id}`, { status: 'active' });
  expect(again.body).toMatchObject({ status: 'active', disabled_reason: null });
});

test('the status of a response decides, however large its body is', async () => {
  receivers.moved.become((_, response) => void response.writeHead(200).end(Buffer.alloc(2 ** 21)));
  const { id } = await newWebhook(receivers.moved.url);
  const { body } = await api.call('POST', `${WEBHOOKS}/${id}/test`);
  expect(body).toMatchObject({ success: true, status_code: 200, error: null });
  await api.call('DELETE', `${WEBHOOKS}/${id}`);
  receivers.moved.become(accept);
});

test('a redirect is not followed, and a private address is never reached', async () => {
  const { id } = await newWebhook(receivers.redirecting.url);
  const redirected = await api.call('POST', `${WEBHOOKS}/${id}/test`);
  expect(redirected.body).toMatchObject({ success: false, status_code: 302 });
  const hidden = await newWebhook(`http://127.0.0.1:${inside.port}/`);
  const refused = await api.call('POST', `${WEBHOOKS}/${hidden.id}/test`);
  expect(refused.body).toMatchObject({ success: false, error: 'The host has no public address' });
  expect(inside.connections).toBe(0);
});

test.skipIf(!hasOpenssl)('a receiver with a certificate that is not trusted gets nothing', async () => {
  const { id } = await newWebhook(`https://${untrusted.host}/hook`);
  const { body } = await api.call('POST', `${WEBHOOKS}/${id}/test`);
  expect(body).toMatchObject({ success: false, error: "The system's TLS certificate or protocol was rejected" });
  // The server itself works: without the check of its certificate it responds.
  const request = httpsRequest({
    host: '127.0.0.1',
    port: Number(untrusted.host.split(':')[1]),
    rejectUnauthorized: false,
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, untrusted.requests]).toEqual([204, 1]);
  response.resume();
});

test('nothing is sent to a receiver with an invalid certificate', async () => {
  const { id } = await newWebhook(plain.url.replace('http:', 'https:'));
  const { body } = await api.call('POST', `${WEBHOOKS}/${id}/test`);
  expect(body).toMatchObject({ success: false, error: "The system's TLS certificate or protocol was rejected" });
  expect(plain.received).toEqual([]);
});

test('one delivery or a range of events can be replayed', async () => {
  const own = await createProject(api);
  const { cursor } = (await api.call('GET', '/api/v1/events?after=latest')).body;
  const { id } = await newWebhook(receivers.replayed.url, own);
  for (const title of ['A', 'B']) await newTask(title, own);
  await eventually(async () => (receivers.replayed.received.length >= 2 ? true : undefined));
  const [, first] = await eventually(async () => {
    const found = await deliveriesOf(id);
    return found.length === 2 ? found : undefined;
  }, 30);
  const replay = (body: object) => api.call('POST', `${WEBHOOKS}/${id}/replay`, body);
  expect((await replay({ delivery_id: first!.id })).status).toBe(202);
  await eventually(async () => (receivers.replayed.received.length >= 3 ? true : undefined));
  expect(titlesOf(receivers.replayed)).toEqual(['A', 'B', 'A']);
  expect((await replay({ after: cursor })).status).toBe(202);
  await eventually(async () => (receivers.replayed.received.length >= 5 ? true : undefined));
  expect(titlesOf(receivers.replayed).slice(3)).toEqual(['A', 'B']);
  expect((await replay({ delivery_id: 'none' })).status).toBe(404);
});

test('nothing is sent after the creator has left the project', async () => {
  const own = await createProject(api);
  await api.call('PUT', `/api/v1/projects/${own}/members/max`, {});
  const max = await service.as({ user: 'max' });
  const { id } = await newWebhook(receivers.good.url, own, max);
  await api.call('DELETE', `/api/v1/projects/${own}/members/max`);
  await newTask('Not for Max', own);
  await inFeed(own);
  await runAt(ports, 'deliver-webhooks', new Date(), { organization_id: 'acme', webhook_id: id });
  expect(await deliveriesOf(id)).toEqual([]);
  expect((await max.call('GET', `${WEBHOOKS}/${id}`)).status).toBe(404);
});

test('only administrators manage webhooks of the whole organization', async () => {
  const { status } = await api.call('POST', WEBHOOKS, { url: 'https://hooks.example.com' });
  expect(status).toBe(403);
  expect((await api.call('POST', WEBHOOKS, { url: 'ftp://hooks.example.com', project_id: project })).status).toBe(422);
});
