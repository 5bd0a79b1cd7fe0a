import { JwtVerifier } from 'aws-jwt-verify';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { handle as honoHandler } from 'hono/aws-lambda';
import inject from 'light-my-request';

/** Handles an event of the gateway; resolves to the response's status. */
export type Candidate = (event: APIGatewayProxyEventV2) => Promise<number>;

export interface Peer {
  issuer: string;
  audience: string;
  jwks: Jwks;
  /** Records by organization and id. */
  records: ReadonlyMap<string, Record<string, unknown>>;
}

const PATH = '/api/v1/projects/';

/** Returns a function that verifies a token each time and finds the record that its caller requests. */
const finder = ({ issuer, audience, jwks, records }: Peer) => {
  const verifier = JwtVerifier.create({ issuer, audience, jwksUri: `${issuer}/jwks` });
  verifier.cacheJwks(jwks);
  return (authorization: string | undefined, id: string | undefined) => {
    const { org_id } = verifier.verifySync((authorization ?? '').replace(/^Bearer /, ''));
    return records.get(`${org_id}/${id}`);
  };
};

/** A handler without any framework. */
export const bare = (peer: Peer): Candidate => {
  const find = finder(peer);
  const handler = async (event: APIGatewayProxyEventV2) => {
    try {
      const record = find(event.headers.authorization, event.pathParameters?.id);
      if (!record) return { statusCode: 404, body: '{"detail":"Not found"}' };
      return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(record) };
    } catch {
      return { statusCode: 401, body: '{"detail":"Not authenticated"}' };
    }
  };
  return async (event) => (await handler(event)).statusCode;
};

/** The same with Hono and its adapter for Lambda. */
export const hono = (peer: Peer): Candidate => {
  const find = finder(peer);
  const app = new Hono();
  app.get(`${PATH}:id`, (context) => {
    const record = find(context.req.header('authorization'), context.req.param('id'));
    return record ? context.json(record) : context.json({ detail: 'Not found' }, 404);
  });
  app.onError((_, context) => context.json({ detail: 'Not authenticated' }, 401));
  const handler = honoHandler(app);
  return async (event) => ((await handler(event as never)) as { statusCode: number }).statusCode;
};

const injected = (event: APIGatewayProxyEventV2) => ({
  method: 'GET' as const,
  url: event.rawPath,
  headers: event.headers as Record<string, string>,
});

/** The same with Fastify, whose adapter for Lambda injects the request too. */
export const fastifyApp = (peer: Peer): Candidate => {
  const find = finder(peer);
  const app = fastify();
  app.get<{ Params: { id: string } }>(`${PATH}:id`, async (request, reply) => {
    const record = find(request.headers.authorization, request.params.id);
    return record ?? reply.code(404).send({ detail: 'Not found' });
  });
  app.setErrorHandler((_, __, reply) => reply.code(401).send({ detail: 'Not authenticated' }));
  return async (event) => (await app.inject(injected(event))).statusCode;
};

/** The same with Express; the request is injected as an adapter for Lambda does. */
export const expressApp = (peer: Peer): Candidate => {
  const find = finder(peer);
  const app = express();
  app.get(`${PATH}:id`, (request, response) => {
    const record = find(request.headers.authorization, request.params.id);
    if (record) response.json(record);
    else response.status(404).json({ detail: 'Not found' });
  });
  app.use(((_error, _request, response, _next) =>
    response.status(401).json({ detail: 'Not authenticated' })) as express.ErrorRequestHandler);
  return async (event) => (await inject(app as never, injected(event))).statusCode;
};
