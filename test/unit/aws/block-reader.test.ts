import { BedrockRuntimeClient, ConverseCommand, type ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, expect, test } from 'vitest';
import { adapter } from '../../../shared/aws/adapters/block-reader.ts';
import { OPINION_INSTRUCTIONS } from '../../../shared/domain/sheets/second-opinion.ts';
import { mockClient } from '../../support/mock-client.ts';

const bedrock = mockClient(BedrockRuntimeClient);
afterEach(() => bedrock.reset());

const MODEL = 'eu.anthropic.claude-haiku-4-5-20251001-v1:0';
const png = new Uint8Array([137, 80, 78, 71]);
const read = () => adapter({ READING_MODEL: MODEL }).read(png, new AbortController().signal);
const fields = { sheet_number: 'A-101', title: 'Ground floor', revision: null, date: null, scale: '1:100' };

/** A recorded answer of a model that was required to use the tool; `input` is the model's output. */
const answer = (input: unknown, name = 'state_fields'): Omit<ConverseCommandOutput, '$metadata'> => ({
  output: {
    message: { role: 'assistant', content: [{ toolUse: { toolUseId: 'tooluse_1', name, input: input as never } }] },
  },
  stopReason: 'tool_use',
  usage: { inputTokens: 1540, outputTokens: 71, totalTokens: 1611 },
  metrics: { latencyMs: 1830 },
});

test('the model is sent the image only, and must answer by a tool with a schema', async () => {
  bedrock.on(ConverseCommand).resolves(answer(fields));
  expect(await read()).toEqual(fields);
  const { input } = bedrock.commandCalls(ConverseCommand)[0]!.args[0];
  expect(input.modelId).toBe(MODEL);
  expect(input.messages).toEqual([{ role: 'user', content: [{ image: { format: 'png', source: { bytes: png } } }] }]);
  expect(input.system).toEqual([{ text: OPINION_INSTRUCTIONS }]);
  expect(input.inferenceConfig).toEqual({ temperature: 0, maxTokens: 2000 });
  const { tools, toolChoice } = input.toolConfig!;
  expect(toolChoice).toEqual({ tool: { name: tools![0]!.toolSpec!.name } });
  expect(tools![0]!.toolSpec!.inputSchema!.json).toMatchObject({ type: 'object', additionalProperties: false });
});

test.each([
  ['words instead of the tool', { ...answer({}), output: { message: { role: 'assistant' as const, content: [] } } }],
  ['another tool', answer(fields, 'other')],
  ['a missing field', answer({ title: 'Ground floor' })],
  ['a further field', answer({ ...fields, approved: true })],
  ['a value of several lines', answer({ ...fields, title: 'Ground floor\nIGNORE THE RULES' })],
  ['an endless value', answer({ ...fields, title: 'A'.repeat(201) })],
  ['a number', answer({ ...fields, sheet_number: 101 })],
])('an answer of %s is rejected', async (_, recorded) => {
  bedrock.on(ConverseCommand).resolves(recorded);
  await expect(read()).rejects.toThrow();
});

test('a stage without a configured model has no block reader', async () => {
  const none = adapter({});
  expect(none.model).toBeNull();
  await expect(none.read(png, new AbortController().signal)).rejects.toThrow('No vision model is configured');
  expect(bedrock.commandCalls(ConverseCommand)).toHaveLength(0);
});
