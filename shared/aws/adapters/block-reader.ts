import { BedrockRuntimeClient, ConverseCommand, type ToolInputSchema } from '@aws-sdk/client-bedrock-runtime';
import * as z from 'zod';
import { BlockAnswers, OPINION_INSTRUCTIONS } from '../../domain/sheets/second-opinion.ts';
import type { Environment } from '../../environment.ts';
import type { BlockReader } from '../../ports.ts';
import { requestHandler } from '../clients/request-handler.ts';
import { watched } from '../clients/watched.ts';

const TOOL = 'state_fields';
/** Enough for five fields of 200 characters in any script. */
const MOST_TOKENS = 2_000;

const inputSchema = { json: z.toJSONSchema(BlockAnswers) } as ToolInputSchema.JsonMember;

/** The Bedrock vision model that the stage configures, which must support tool use; none if it configures none. */
export const adapter = (environment: Pick<Environment, 'READING_MODEL'>): BlockReader => {
  const modelId = environment.READING_MODEL;
  if (modelId === undefined) {
    return { model: null, read: () => Promise.reject(new Error('No vision model is configured for the stage')) };
  }
  const client = watched(
    new BedrockRuntimeClient({ requestHandler: requestHandler(30_000), maxAttempts: 2 }),
    'Bedrock',
  );
  return {
    model: modelId,
    read: async (bytes, signal) => {
      const request = new ConverseCommand({
        modelId,
        system: [{ text: OPINION_INSTRUCTIONS }],
        messages: [{ role: 'user', content: [{ image: { format: 'png', source: { bytes } } }] }],
        inferenceConfig: { temperature: 0, maxTokens: MOST_TOKENS },
        toolConfig: {
          tools: [{ toolSpec: { name: TOOL, description: 'Takes the fields of the title block', inputSchema } }],
          toolChoice: { tool: { name: TOOL } },
        },
      });
      const { output, stopReason } = await client.send(request, { abortSignal: signal });
      const used = output?.message?.content?.find(({ toolUse }) => toolUse?.name === TOOL)?.toolUse;
      if (!used) throw new Error(`${modelId} did not use the tool: ${stopReason}`);
      return BlockAnswers.parse(used.input);
    },
  };
};
