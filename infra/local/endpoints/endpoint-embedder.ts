import * as z from 'zod';
import type { Embedder } from '../../../shared/ports.ts';
import { ask, type Endpoint } from './endpoint.ts';

/** Texts per request. */
const BATCH = 64;
/** Timeout of one request in milliseconds; search queries must not wait long. */
const PATIENCE = { document: 60_000, query: 5_000 };
/** Milliseconds before each retry; search queries are not retried. */
const PAUSES = { document: [250, 1_000, 4_000], query: [] };

const Answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

const normalised = (vector: readonly number[]): number[] => {
  const length = Math.hypot(...vector);
  return length === 0 ? [...vector] : vector.map((value) => value / length);
};

/**
 * Embeddings of any endpoint with OpenAI's `POST /embeddings`: Ollama, vLLM, text-embeddings-inference and others.
 * @throws Error if it does not return a vector for each text
 */
export const endpointEmbedder = (endpoint: Endpoint): Embedder => {
  const askFor = async (input: readonly string[], purpose: 'document' | 'query'): Promise<number[][]> => {
    const body = { input, encoding_format: 'float' };
    const { data } = Answer.parse(await ask(endpoint, '/embeddings', body, AbortSignal.timeout(PATIENCE[purpose])));
    const vectors = new Map(data.map(({ index, embedding }) => [index, normalised(embedding)]));
    return input.map((_, index) => {
      const vector = vectors.get(index);
      if (!vector) throw new Error(`The embedder returned ${data.length} vectors for ${input.length} texts`);
      return vector;
    });
  };
  const askAgain = async (input: readonly string[], purpose: 'document' | 'query'): Promise<number[][]> => {
    for (const pause of PAUSES[purpose]) {
      try {
        return await askFor(input, purpose);
      } catch (error) {
        if ((error as { isFinal?: boolean }).isFinal) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return askFor(input, purpose);
  };
  return {
    model: endpoint.model,
    embed: async (texts, purpose = 'document') => {
      const vectors: number[][] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        vectors.push(...(await askAgain(texts.slice(start, start + BATCH), purpose)));
      }
      return vectors;
    },
  };
};
