import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { handler } from '../../functions/projects/get-project.ts';
import { AUDIENCE, makeKey, sign } from '../unit/http/support/identity-provider.ts';
import { TestService } from '../unit/http/support/service.ts';
import { writeBench } from './report.ts';
import { bare, type Candidate, expressApp, fastifyApp, hono, type Peer } from './warm/candidates.ts';
import { median, processorTime } from './warm/cpu.ts';

/**
 * Processor time of a warm request, with ports in memory, beside handlers that do only the work of a minimal one.
 * `node test/bench/warm.ts [--quick]`
 */
process.env.LOG_LEVEL = 'silent';
const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 7 : 25;
const REQUESTS = isQuick ? 400 : 1000;
/** More distinct tokens than the service remembers. */
const TOKENS = 3000;

const service = await TestService.start();
const key = await makeKey('key-rsa', 'RS256');
service.provider.keys = [key.jwk];
const ID = '01980000-0000-7000-8000-00000000000a';
const record = {
  ...{ id: ID, organization_id: 'org-1', name: 'Harbour Street', description: 'A school', status: 'active' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', record_version: 1 },
  ...{ created_by: { _id: 'user-1', name: 'Ann', email: 'ann@example.com', company: null }, write_id: 'w' },
};
service.memberships.projects.set('org-1/user-1', new Set([ID]));
service.memberships.projectOf = async (_organization, id) => (id === ID ? (record as never) : undefined);
const claims = { name: 'Ann Lee', email: 'ann@example.com', roles: ['manager'], scope: '' };
const tokens: string[] = [];
for (let i = 0; i < TOKENS; i++) tokens.push(await sign(key, service.provider.issuer, { ...claims, jti: `t${i}` }));

const eventOf = (token: string): APIGatewayProxyEventV2 => ({
  ...{ version: '2.0', routeKey: 'GET /api/v1/projects/{id}', rawPath: `/api/v1/projects/${ID}`, rawQueryString: '' },
  headers: { authorization: `Bearer ${token}`, accept: 'application/json', host: 'api.example.com' },
  pathParameters: { id: ID },
  requestContext: {
    ...{
      accountId: '0',
      apiId: 'a',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      requestId: 'r',
      stage: '$default',
    },
    ...{ routeKey: '', time: '', timeEpoch: 0 },
    http: {
      method: 'GET',
      path: `/api/v1/projects/${ID}`,
      protocol: 'HTTP/1.1',
      sourceIp: '192.0.2.1',
      userAgent: 'bench',
    },
  },
  isBase64Encoded: false,
});
const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 10_000 } as Context;

const peer: Peer = {
  issuer: service.provider.issuer,
  audience: AUDIENCE,
  jwks: { keys: [key.jwk] } as Peer['jwks'],
  records: new Map([[`org-1/${ID}`, record]]),
};
const candidates: Record<string, Candidate> = {
  'this service': async (event) => (await handler(event, context)).statusCode ?? 0,
  'bare handler': bare(peer),
  Hono: hono(peer),
  Fastify: fastifyApp(peer),
  Express: expressApp(peer),
};

let next = 0;
const CASES: Record<string, () => string> = {
  'token seen before': () => tokens[0]!,
  'new token': () => tokens[next++ % TOKENS]!,
};
const samples = new Map<string, number[]>();
/** Candidates take turns in each round, each time in another order. */
const order = Object.entries(candidates);
for (let round = -2; round < ROUNDS; round++) {
  for (const [name, token] of Object.entries(CASES)) {
    for (const [candidate, run] of order) {
      const events = Array.from({ length: REQUESTS }, () => eventOf(token()));
      const time = await processorTime(async () => {
        for (const event of events) {
          const status = await run(event);
          if (status !== 200) throw new Error(`${candidate} answered ${status}`);
        }
      });
      const key = `${name}/${candidate}`;
      if (round >= 0) samples.set(key, [...(samples.get(key) ?? []), time / REQUESTS]);
    }
  }
  order.push(order.shift()!);
}
await service.stop();

const figure = (name: string, candidate: string) => median(samples.get(`${name}/${candidate}`)!);
const rows = Object.keys(candidates).map((candidate) => {
  const cells = Object.keys(CASES).flatMap((name) => {
    const own = figure(name, candidate);
    return [`${own.toFixed(0)} µs`, (own / figure(name, 'bare handler')).toFixed(2)];
  });
  return `| ${candidate} | ${cells.join(' | ')} |`;
});
await writeBench('warm', {
  title: 'Warm requests',
  text: `GET of a project with ports in memory, RS256 tokens: processor time of a request, median of ${ROUNDS} rounds of ${REQUESTS} requests in which the candidates take turns. A bare handler verifies the token each time, finds the record and encodes it; the frameworks do the same behind their adapters for Lambda. This service also checks role and scope, counts the request for the rate limit, checks membership and the organization's deletion, validates all parts of the request and completes the headers.`,
  table: [
    `| | ${Object.keys(CASES)
      .map((name) => `${name} | of bare`)
      .join(' | ')} |`,
    `|---|${Object.keys(CASES)
      .map(() => '---:|---:')
      .join('|')}|`,
    ...rows,
  ],
  goals: [
    {
      name: 'token seen before, of bare',
      goal: 0.5,
      value: figure('token seen before', 'this service') / figure('token seen before', 'bare handler'),
    },
    {
      name: 'new token, of bare',
      goal: 1.2,
      value: figure('new token', 'this service') / figure('new token', 'bare handler'),
    },
  ],
  data: Object.fromEntries([...samples].map(([name, times]) => [name, { median: median(times), times }])),
});
process.exit(0);
