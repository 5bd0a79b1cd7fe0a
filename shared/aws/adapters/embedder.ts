import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import * as z from 'zod';
import type { Embedder } from '../../ports.ts';
import { requestHandler } from '../clients/request-handler.ts';
import { watched } from '../clients/watched.ts';

const DIMENSIONS = 512;
const TITAN = 'amazon.titan-embed-text-v2:0';
/** Requests under way at once: Titan takes one text a request. */
const PARALLEL = 8;
/** Titan reads at most this many characters of a text. */
const MAXIMUM_CHARACTERS = 50_000;

const Answer = z.object({ embedding: z.array(z.number()).length(DIMENSIONS) });

/** Titan Text Embeddings v2: normalised vectors, one request per text, in order. */
export const adapter = (): Embedder => {
  const client = watched(
    new BedrockRuntimeClient({ requestHandler: requestHandler(20_000), maxAttempts: 5 }),
    'Bedrock',
  );
  const one = async (text: string): Promise<number[]> => {
    const { body } = await client.send(
      new InvokeModelCommand({
        modelId: TITAN,
        contentType: 'application/json',
        body: JSON.stringify({
          inputText: text.slice(0, MAXIMUM_CHARACTERS),
          dimensions: DIMENSIONS,
          normalize: true,
        }),
      }),
    );
    return Answer.parse(JSON.parse(new TextDecoder().decode(body))).embedding;
  };
  return {
    model: `${TITAN}/${DIMENSIONS}`,
    embed: async (texts) => {
      const vectors: number[][] = [];
      for (let start = 0; start < texts.length; start += PARALLEL) {
        vectors.push(...(await Promise.all(texts.slice(start, start + PARALLEL).map(one))));
      }
      return vectors;
    },
  };
};
