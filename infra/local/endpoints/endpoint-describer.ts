import * as z from 'zod';
import { Wordings } from '../../../shared/domain/comparisons/wording.ts';
import type { Describer } from '../../../shared/ports.ts';
import { ask, type Endpoint } from './endpoint.ts';

const Answer = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

const response_format = {
  type: 'json_schema',
  json_schema: { name: 'word_changes', schema: z.toJSONSchema(Wordings) },
};

/**
 * Descriptions by any language model behind OpenAI's `POST /chat/completions`.
 * @throws Error if the response does not match the schema
 */
export const endpointDescriber = (endpoint: Endpoint): Describer => ({
  model: endpoint.model,
  describe: async ({ instructions, sheet, changes }, signal) => {
    const messages = [
      { role: 'system', content: instructions },
      { role: 'user', content: JSON.stringify({ sheet, changes }) },
    ];
    const body = { messages, temperature: 0, response_format };
    const [choice] = Answer.parse(await ask(endpoint, '/chat/completions', body, signal)).choices;
    return Wordings.parse(JSON.parse(choice!.message.content)).changes;
  },
});
