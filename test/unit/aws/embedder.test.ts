import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, expect, test } from 'vitest';
import { embedder } from '../../../infra/local/bedrock.ts';
import { adapter } from '../../../shared/aws/adapters/embedder.ts';
import { mockClient } from '../../support/mock-client.ts';

const titan = () => adapter({ EMBEDDING_MODEL: 'amazon.titan-embed-text-v2:0' });
const cohere = () => adapter({ EMBEDDING_MODEL: 'cohere.embed-multilingual-v3' });
const bedrock = mockClient(BedrockRuntimeClient);
afterEach(() => bedrock.reset());

const answer = (embedding: number[]) => ({ body: new TextEncoder().encode(JSON.stringify({ embedding })) as never });
const unit = (place: number) => Array.from({ length: 512 }, (_, i) => (i === place ? 1 : 0));

test('Titan is invoked once per text, and its vectors are in the order of the texts', async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
  bedrock.on(InvokeModelCommand).callsFake(async ({ body }) => {
    const { inputText } = JSON.parse(body);
    const place = Number(inputText.split(' ')[1]);
    await new Promise((resolve) => setTimeout(resolve, 20 - place));
    return answer(unit(place));
  });
  const vectors = await titan().embed(texts);
  expect(vectors.map((vector) => vector.indexOf(1))).toEqual(texts.map((_, i) => i));
  const [first] = bedrock.commandCalls(InvokeModelCommand);
  expect(first?.args[0].input.modelId).toBe('amazon.titan-embed-text-v2:0');
  expect(JSON.parse(String(first?.args[0].input.body))).toEqual({
    inputText: 'text 0',
    dimensions: 512,
    normalize: true,
  });
});

test('a vector of the wrong length is rejected', async () => {
  bedrock.on(InvokeModelCommand).resolves(answer([1, 0]));
  await expect(titan().embed(['text'])).rejects.toThrow();
});

test('one machine has its own embedder, which is deterministic', async () => {
  const [a, b] = await embedder().embed(['fire door', 'fire door']);
  expect(a).toEqual(b);
  expect(a).toHaveLength(512);
  expect(bedrock.commandCalls(InvokeModelCommand)).toHaveLength(0);
});

test('Cohere is invoked with many texts at once, separately for queries and documents', async () => {
  const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
  const unit = (place: number) => Array.from({ length: 1024 }, (_, i) => (i === place ? 1 : 0));
  bedrock.on(InvokeModelCommand).callsFake(async ({ body }) => {
    const asked = JSON.parse(body).texts as string[];
    const embeddings = asked.map((text) => unit(Number(text.split(' ')[1] ?? 0)));
    return { body: new TextEncoder().encode(JSON.stringify({ embeddings })) as never };
  });
  const vectors = await cohere().embed(texts);
  expect(vectors.map((vector) => vector.indexOf(1))).toEqual(texts.map((_, i) => i));
  await cohere().embed(['question'], 'query');
  const bodies = bedrock.commandCalls(InvokeModelCommand).map(({ args }) => JSON.parse(String(args[0].input.body)));
  expect(bodies.map((body) => [body.texts.length, body.input_type])).toEqual([
    ...[96, 96, 8].map((count) => [count, 'search_document']),
    [1, 'search_query'],
  ]);
  expect([titan().model, cohere().model]).toEqual([
    'amazon.titan-embed-text-v2:0/512',
    'cohere.embed-multilingual-v3/1024',
  ]);
});

test('fewer vectors than texts are rejected', async () => {
  const body = new TextEncoder().encode(JSON.stringify({ embeddings: [] })) as never;
  bedrock.on(InvokeModelCommand).resolves({ body });
  await expect(cohere().embed(['text'])).rejects.toThrow('0 vectors for 1 texts');
});
