import { startServer } from './systems.ts';

/** Requests that the endpoint for language models has received. */
interface Asked {
  path: string | undefined;
  authorization: string | undefined;
  model: string;
  messages: { role: string; content: string }[];
}

interface Told {
  number: number;
  description: string;
}

/**
 * A small server of OpenAI's chat completions that rewords each change.
 * @param say returns the reworded change, or a string that is sent as the whole answer
 */
export const startDescribingServer = async (say: (changes: readonly Told[]) => object | string) => {
  const asked: Asked[] = [];
  const server = await startServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { model, messages } = JSON.parse(Buffer.concat(parts).toString());
    asked.push({ path: request.url, authorization: request.headers.authorization, model, messages });
    const answer = say(JSON.parse(messages.at(-1).content).changes);
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }));
  });
  return { ...server, asked };
};
