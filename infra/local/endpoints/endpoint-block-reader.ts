import * as z from 'zod';
import { BlockAnswers, OPINION_INSTRUCTIONS } from '../../../shared/domain/sheets/second-opinion.ts';
import type { BlockReader } from '../../../shared/ports.ts';
import { ask, type Endpoint } from './endpoint.ts';

const Answer = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

const response_format = {
  type: 'json_schema',
  json_schema: { name: 'state_fields', schema: z.toJSONSchema(BlockAnswers) },
};
const MOST_TOKENS = 2_000;

/**
 * Title blocks read by any vision model behind OpenAI's `POST /chat/completions`.
 * @throws Error if the response does not match the schema
 */
export const endpointBlockReader = (endpoint: Endpoint): BlockReader => ({
  model: endpoint.model,
  read: async (png, signal) => {
    const url = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
    const messages = [
      { role: 'system', content: OPINION_INSTRUCTIONS },
      { role: 'user', content: [{ type: 'image_url', image_url: { url } }] },
    ];
    const body = { messages, temperature: 0, max_tokens: MOST_TOKENS, response_format };
    const [choice] = Answer.parse(await ask(endpoint, '/chat/completions', body, signal)).choices;
    return BlockAnswers.parse(JSON.parse(choice!.message.content));
  },
});
