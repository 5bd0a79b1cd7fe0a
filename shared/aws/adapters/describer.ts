import { BedrockRuntimeClient, ConverseCommand, type ToolInputSchema } from '@aws-sdk/client-bedrock-runtime';
import * as z from 'zod';
import { Wordings } from '../../domain/comparisons/wording.ts';
import type { Environment } from '../../environment.ts';
import type { Describer } from '../../ports.ts';
import { requestHandler } from '../clients/request-handler.ts';
import { watched } from '../clients/watched.ts';

const TOOL = 'word_changes';
/** Enough for 25 changes of 300 characters, including JSON syntax. */
const MOST_TOKENS = 6_000;

const inputSchema = { json: z.toJSONSchema(Wordings) } as ToolInputSchema.JsonMember;

/** The Bedrock language model that the stage configures, which must support tool use; none if it configures none. */
export const adapter = (environment: Pick<Environment, 'DESCRIBING_MODEL'>): Describer => {
  const modelId = environment.DESCRIBING_MODEL;
  if (modelId === undefined) {
    return { model: null, describe: () => Promise.reject(new Error('No language model is configured for the stage')) };
  }
  const client = watched(
    new BedrockRuntimeClient({ requestHandler: requestHandler(60_000), maxAttempts: 3 }),
    'Bedrock',
  );
  return {
    model: modelId,
    describe: async ({ instructions, sheet, changes }, signal) => {
      const request = new ConverseCommand({
        modelId,
        system: [{ text: instructions }],
        messages: [{ role: 'user', content: [{ text: JSON.stringify({ sheet, changes }) }] }],
        inferenceConfig: { temperature: 0, maxTokens: MOST_TOKENS },
        toolConfig: {
          tools: [{ toolSpec: { name: TOOL, description: 'Takes the words for the changes', inputSchema } }],
          toolChoice: { tool: { name: TOOL } },
        },
      });
      const { output, stopReason } = await client.send(request, { abortSignal: signal });
      const used = output?.message?.content?.find(({ toolUse }) => toolUse?.name === TOOL)?.toolUse;
      if (!used) throw new Error(`${modelId} did not use the tool: ${stopReason}`);
      return Wordings.parse(used.input).changes;
    },
  };
};
