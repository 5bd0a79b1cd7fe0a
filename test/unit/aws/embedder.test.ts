import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, test } from 'vitest';
import { embedder } from '../../../infra/local/bedrock/embedder.ts';
import { adapter } from '../../../shared/aws/adapters/embedder.ts';

const bedrock = mockClient(BedrockRuntimeClient);
afterEach(() => bedrock.reset());

const answer = (embedding: number[]) => ({ body: new TextEncoder().encode(JSON.stringify({ embedding })) as never });
const unit = (place: number) => Array.from({ length: 512 }, (_, i) => (i === place ? 1 : 0));

test('Titan is asked once per text, and its vectors come in the order of the texts', async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
  bedrock.on(InvokeModelCommand).callsFake(async ({ body }) => {
    const { inputText } = JSON.parse(body);
    const place = Number(inputText.split(' ')[1]);
    await new Promise((resolve) => setTimeout(resolve, 20 - place));
    return answer(unit(place));
  });
  const vectors = await adapter().embed(texts);
  expect(vectors.map((vector) => vector.indexOf(1))).toEqual(texts.map((_, i) => i));
  const [first] = bedrock.commandCalls(InvokeModelCommand);
  expect(first?.args[0].input.modelId).toBe('amazon.titan-embed-text-v2:0');
  expect(JSON.parse(String(first?.args[0].input.body))).toEqual({
    inputText: 'text 0',
    dimensions: 512,
    normalize: true,
  });
});

test('a vector of another length is refused', async () => {
  bedrock.on(InvokeModelCommand).resolves(answer([1, 0]));
  await expect(adapter().embed(['text'])).rejects.toThrow();
});

test('one machine embeds by itself, the same text the same way', async () => {
  const [a, b] = await embedder().embed(['fire door', 'fire door']);
  expect(a).toEqual(b);
  expect(a).toHaveLength(512);
  expect(bedrock.commandCalls(InvokeModelCommand)).toHaveLength(0);
});
