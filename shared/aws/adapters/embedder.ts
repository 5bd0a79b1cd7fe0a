import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import * as z from 'zod';
import { BEDROCK_MODELS, type BedrockModel } from '../../domain/search/models.ts';
import type { Environment } from '../../environment.ts';
import type { Embedder } from '../../ports.ts';
import { requestHandler } from '../clients/request-handler.ts';
import { watched } from '../clients/watched.ts';

type Purpose = 'document' | 'query';

/** How vectors are requested from one model. */
interface Asking {
  /** Texts per request. */
  texts: number;
  /** Concurrent requests. */
  parallel: number;
  /** Longer texts are cut off at this number of characters, since the model reads no more. */
  characters: number;
  body: (texts: readonly string[], purpose: Purpose) => object;
  /** Returns the vectors of a response, in order. @throws ZodError if there are none, or if their length is wrong */
  vectors: (answer: unknown) => number[][];
}

const vectorOf = (model: BedrockModel) => z.array(z.number()).length(BEDROCK_MODELS[model]);
const TitanAnswer = z.object({ embedding: vectorOf('amazon.titan-embed-text-v2:0') });
const CohereAnswer = z.object({ embeddings: z.array(vectorOf('cohere.embed-multilingual-v3')) });

const ASKING: Record<BedrockModel, Asking> = {
  'amazon.titan-embed-text-v2:0': {
    ...{ texts: 1, parallel: 8, characters: 50_000 },
    body: ([inputText]) => ({
      inputText,
      dimensions: BEDROCK_MODELS['amazon.titan-embed-text-v2:0'],
      normalize: true,
    }),
    vectors: (answer) => [TitanAnswer.parse(answer).embedding],
  },
  'cohere.embed-multilingual-v3': {
    ...{ texts: 96, parallel: 4, characters: 2_048 },
    body: (texts, purpose) => ({ texts, input_type: `search_${purpose}`, truncate: 'END' }),
    vectors: (answer) => CohereAnswer.parse(answer).embeddings,
  },
};

/** The Bedrock embedding model that the stage configures. Vectors are normalised, in the order of the texts. */
export const adapter = (environment: Pick<Environment, 'EMBEDDING_MODEL'>): Embedder => {
  const modelId = environment.EMBEDDING_MODEL;
  const { texts: size, parallel, characters, body, vectors } = ASKING[modelId];
  const client = watched(
    new BedrockRuntimeClient({ requestHandler: requestHandler(20_000), maxAttempts: 5 }),
    'Bedrock',
  );
  const ask = async (texts: readonly string[], purpose: Purpose): Promise<number[][]> => {
    const cut = texts.map((text) => text.slice(0, characters));
    const request = { modelId, contentType: 'application/json', body: JSON.stringify(body(cut, purpose)) };
    const answer = await client.send(new InvokeModelCommand(request));
    const found = vectors(JSON.parse(new TextDecoder().decode(answer.body)));
    if (found.length !== texts.length)
      throw new Error(`${modelId} returned ${found.length} vectors for ${texts.length} texts`);
    return found;
  };
  return {
    model: `${modelId}/${BEDROCK_MODELS[modelId]}`,
    embed: async (texts, purpose = 'document') => {
      const batches: (readonly string[])[] = [];
      for (let start = 0; start < texts.length; start += size) batches.push(texts.slice(start, start + size));
      const found: number[][] = [];
      for (let start = 0; start < batches.length; start += parallel) {
        const some = await Promise.all(batches.slice(start, start + parallel).map((batch) => ask(batch, purpose)));
        found.push(...some.flat());
      }
      return found;
    },
  };
};
