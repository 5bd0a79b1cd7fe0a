import { expect, test } from 'vitest';
import { localEndpoint } from '../../infra/local/endpoints/endpoint.ts';
import { endpointDescriber } from '../../infra/local/endpoints/endpoint-describer.ts';
import { startDescribingServer } from '../support/describing-server.ts';

const changes = [{ number: 1, kind: 'text_added' as const, description: 'Note 4 added' }];
const sheet = { sheet_number: 'A-101', title: null, discipline: null };
const never = new AbortController().signal;

const answering = async <T>(
  answer: object | string,
  ask: (describe: () => Promise<unknown>, asked: unknown[]) => Promise<T>,
) => {
  const server = await startDescribingServer(() => answer);
  const given = { DESCRIBER_URL: `${server.url}/v1/`, DESCRIBER_MODEL: 'small', DESCRIBER_API_KEY: 'secret' };
  try {
    const describer = endpointDescriber(localEndpoint('DESCRIBER', given)!);
    return await ask(
      async () => describer.describe({ instructions: 'Say it plainly.', sheet, changes }, never),
      server.asked,
    );
  } finally {
    await server.end();
  }
};

test('a chat model is sent changes by sheet, with model and key, and answers by the schema', async () => {
  const wordings = [{ number: 1, description: 'A note 4 came', division: '03' }];
  await answering({ changes: wordings }, async (describe, asked) => {
    expect(await describe()).toEqual(wordings);
    const [{ messages, ...rest }] = asked as [{ messages: { role: string; content: string }[] }];
    expect(rest).toEqual({ path: '/v1/chat/completions', model: 'small', authorization: 'Bearer secret' });
    expect(messages[0]).toEqual({ role: 'system', content: 'Say it plainly.' });
    expect(JSON.parse(messages[1]!.content)).toEqual({ sheet, changes });
  });
});

test.each(['Gladly! Here it is.', '{"changes": [{"description": "A wall"}]}'])(
  'rejects %s as a response',
  async (answer) => {
    await answering(answer, (describe) => expect(describe()).rejects.toThrow());
  },
);
