import { startServer } from './systems.ts';

/** Synonyms share a dimension of the vector. */
const MEANINGS = [
  ['lift', 'elevator'],
  ['car', 'vehicle', 'automobile'],
  ['staircase', 'stairs'],
  ['concrete', 'cement'],
];
const OTHERS = 12;

const vectorOf = (text: string): number[] => {
  const vector = Array<number>(MEANINGS.length + OTHERS).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const meaning = MEANINGS.findIndex((words) => words.includes(word));
    const place = meaning >= 0 ? meaning : MEANINGS.length + ((word.length * 7 + word.charCodeAt(0)) % OTHERS);
    vector[place]! += meaning >= 0 ? 5 : 0.3;
  }
  return vector;
};

/** Requests that a server with OpenAI's embeddings API has received. */
interface Asked {
  path: string | undefined;
  authorization: string | undefined;
  model: string;
  input: string[];
}

/** A small server with OpenAI's embeddings API that knows a few synonyms. */
export const startEmbeddingServer = async () => {
  const asked: Asked[] = [];
  /** Status codes of the next answers; 200 once none are left. */
  const statuses: number[] = [];
  const server = await startServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { model, input } = JSON.parse(Buffer.concat(parts).toString());
    asked.push({ path: request.url, authorization: request.headers.authorization, model, input });
    const status = statuses.shift() ?? 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    // The answers are in no particular order: clients must use `index`.
    const data = (input as string[]).map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    response.end(JSON.stringify(status === 200 ? { object: 'list', model, data: data.reverse() } : { error: 'no' }));
  });
  return { ...server, asked, statuses };
};
