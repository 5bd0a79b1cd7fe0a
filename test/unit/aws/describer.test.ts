import { BedrockRuntimeClient, ConverseCommand, type ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, expect, test } from 'vitest';
import { adapter } from '../../../shared/aws/adapters/describer.ts';
import { mockClient } from '../../support/mock-client.ts';

const bedrock = mockClient(BedrockRuntimeClient);
afterEach(() => bedrock.reset());

const MODEL = 'eu.anthropic.claude-haiku-4-5-20251001-v1:0';
const sheet = { sheet_number: 'A-101', title: 'Ground floor', discipline: 'Architectural' };
const changes = [{ number: 1, kind: 'text_changed' as const, description: 'Dimension 2400 → 2700 near grid B-4' }];
const task = { instructions: 'Say it plainly.', sheet, changes };
const describe = () => adapter({ DESCRIBING_MODEL: MODEL }).describe(task, new AbortController().signal);

/** Bedrock's answer of a model that was required to use the tool; `input` is the model's output. */
const answer = (input: unknown, name = 'word_changes'): Omit<ConverseCommandOutput, '$metadata'> => ({
  output: {
    message: {
      role: 'assistant',
      content: [{ text: 'I will word them.' }, { toolUse: { toolUseId: 'tooluse_1', name, input: input as never } }],
    },
  },
  stopReason: 'tool_use',
  usage: { inputTokens: 812, outputTokens: 64, totalTokens: 876 },
  metrics: { latencyMs: 921 },
});

test('the model is sent the changes as data, and must answer by a tool with a schema', async () => {
  bedrock
    .on(ConverseCommand)
    .resolves(answer({ changes: [{ number: 1, description: 'Corridor widened', division: null }] }));
  expect(await describe()).toEqual([{ number: 1, description: 'Corridor widened', division: null }]);
  const { input } = bedrock.commandCalls(ConverseCommand)[0]!.args[0];
  expect(input.modelId).toBe(MODEL);
  expect(JSON.parse(input.messages![0]!.content![0]!.text!)).toEqual({ sheet, changes });
  expect(input.system).toEqual([{ text: 'Say it plainly.' }]);
  expect(input.inferenceConfig?.temperature).toBe(0);
  const { tools, toolChoice } = input.toolConfig!;
  expect(toolChoice).toEqual({ tool: { name: tools![0]!.toolSpec!.name } });
  expect(tools![0]!.toolSpec!.inputSchema!.json).toMatchObject({ required: ['changes'], type: 'object' });
});

test.each([
  [
    'words instead of the tool',
    { ...answer({}), output: { message: { role: 'assistant' as const, content: [{ text: 'No.' }] } } },
  ],
  ['another tool', answer({ changes: [] }, 'other')],
  ['no list', answer({ changes: 'none' })],
  ['a change without a number', answer({ changes: [{ description: 'A wall' }] })],
  ['a description of several lines', answer({ changes: [{ number: 1, description: 'A\nB' }] })],
])('a response of %s is rejected', async (_, recorded) => {
  bedrock.on(ConverseCommand).resolves(recorded);
  await expect(describe()).rejects.toThrow();
});

test('a stage without a configured model has no describer', async () => {
  const none = adapter({});
  expect(none.model).toBeNull();
  await expect(none.describe(task, new AbortController().signal)).rejects.toThrow('No language model is configured');
  expect(bedrock.commandCalls(ConverseCommand)).toHaveLength(0);
});
