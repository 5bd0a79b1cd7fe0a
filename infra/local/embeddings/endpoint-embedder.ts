import * as z from 'zod';
import type { Embedder } from '../../../shared/ports.ts';
import { LocalError } from '../local-error.ts';

/** Texts of one request. */
const BATCH = 64;
/** Milliseconds that one request may take; who searches does not wait for long. */
const PATIENCE = { document: 60_000, query: 5_000 };
/** Milliseconds before a request is made again; one for a question is not. */
const PAUSES = { document: [250, 1_000, 4_000], query: [] };

const Answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

const Settings = z.object({
  EMBEDDER_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((url) => url.replace(/\/$/, '')),
  EMBEDDER_MODEL: z.string('must name the model').min(1, 'must name the model'),
  EMBEDDER_API_KEY: z.string().optional(),
});
export type EndpointSettings = z.infer<typeof Settings>;

/**
 * What the environment says of an endpoint for embeddings; undefined where it names none.
 * @throws LocalError that names the variable
 */
export const endpointSettings = (given: Record<string, string | undefined>): EndpointSettings | undefined => {
  if (!given.EMBEDDER_URL) return undefined;
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const parsed = Settings.safeParse(present);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new LocalError(`${String(issue?.path[0])} ${issue?.message}, with EMBEDDER_URL set.`);
};

const normalised = (vector: readonly number[]): number[] => {
  const length = Math.hypot(...vector);
  return length === 0 ? [...vector] : vector.map((value) => value / length);
};

/** A refusal that another request would not meet. */
const mayPass = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * Embeddings of any endpoint that speaks OpenAI's `POST /embeddings`: Ollama, vLLM, text-embeddings-inference and others.
 * @throws Error where it does not answer with a vector for each text
 */
export const endpointEmbedder = ({ EMBEDDER_URL, EMBEDDER_MODEL, EMBEDDER_API_KEY }: EndpointSettings): Embedder => {
  const ask = async (input: readonly string[], purpose: 'document' | 'query'): Promise<number[][]> => {
    const response = await fetch(`${EMBEDDER_URL}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(EMBEDDER_API_KEY !== undefined && { authorization: `Bearer ${EMBEDDER_API_KEY}` }),
      },
      body: JSON.stringify({ model: EMBEDDER_MODEL, input, encoding_format: 'float' }),
      signal: AbortSignal.timeout(PATIENCE[purpose]),
    });
    if (!response.ok) {
      const error = new Error(`The embedder answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
      throw Object.assign(error, { isFinal: !mayPass(response.status) });
    }
    const { data } = Answer.parse(await response.json());
    const vectors = new Map(data.map(({ index, embedding }) => [index, normalised(embedding)]));
    return input.map((_, index) => {
      const vector = vectors.get(index);
      if (!vector) throw new Error(`The embedder answered ${data.length} vectors for ${input.length} texts`);
      return vector;
    });
  };
  const askAgain = async (input: readonly string[], purpose: 'document' | 'query'): Promise<number[][]> => {
    for (const pause of PAUSES[purpose]) {
      try {
        return await ask(input, purpose);
      } catch (error) {
        if ((error as { isFinal?: boolean }).isFinal) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    return ask(input, purpose);
  };
  return {
    model: EMBEDDER_MODEL,
    embed: async (texts, purpose = 'document') => {
      const vectors: number[][] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        vectors.push(...(await askAgain(texts.slice(start, start + BATCH), purpose)));
      }
      return vectors;
    },
  };
};
