import { expect, test } from 'vitest';
import { localEndpoint } from '../../infra/local/endpoints/endpoint.ts';
import { endpointBlockReader } from '../../infra/local/endpoints/endpoint-block-reader.ts';
import { startServer } from '../support/systems.ts';

const fields = { sheet_number: 'A-101', title: 'Ground floor', revision: null, date: null, scale: '1:100' };

const reading = async (content: string, status = 200) => {
  const asked: { path: string | undefined; key: string | undefined; body: Record<string, unknown> }[] = [];
  const server = await startServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString());
    asked.push({ path: request.url, key: request.headers.authorization, body });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }));
  });
  const given = { BLOCK_READER_URL: `${server.url}/v1`, BLOCK_READER_MODEL: 'eyes', BLOCK_READER_API_KEY: 'secret' };
  try {
    const reader = endpointBlockReader(localEndpoint('BLOCK_READER', given)!);
    const answered = await reader.read(new Uint8Array([1, 2, 3]), new AbortController().signal).catch(String);
    return { answered, asked };
  } finally {
    await server.end();
  }
};

test('a vision model is sent the image, with model and key, and answers by the schema', async () => {
  const { answered, asked } = await reading(JSON.stringify(fields));
  expect(answered).toEqual(fields);
  expect(asked[0]).toMatchObject({ path: '/v1/chat/completions', key: 'Bearer secret', body: { model: 'eyes' } });
  const [, user] = asked[0]!.body.messages as { content: unknown }[];
  expect(user!.content).toEqual([{ type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } }]);
});

test.each([['Gladly!'], ['{"title":"Ground floor"}'], [JSON.stringify({ ...fields, title: 'A\nB' })]])(
  'rejects %s as a response',
  async (content) => expect(typeof (await reading(content)).answered).toBe('string'),
);

test('an endpoint that fails is an error with its status', async () => {
  expect((await reading('', 429)).answered).toContain('eyes answered 429');
});
