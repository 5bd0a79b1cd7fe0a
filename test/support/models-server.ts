import type { IncomingMessage } from 'node:http';
import { localAdapters } from '../../infra/local/adapters.ts';
import { embedder as hashing } from '../../infra/local/bedrock.ts';
import { adapter as describer } from '../../shared/aws/adapters/describer.ts';
import { adapter as embedder } from '../../shared/aws/adapters/embedder.ts';
import { adapter as ocr } from '../../shared/aws/adapters/ocr.ts';
import { provide } from '../../shared/http/provide.ts';
import { startServer } from './systems.ts';

const jsonOf = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
};

const { embed } = hashing();
/** Titan's answer to `InvokeModel`. */
const embedding = async (asked: unknown) => {
  const [found] = await embed([(asked as { inputText: string }).inputText]);
  return { embedding: [...(found ?? [])], inputTextTokenCount: 1 };
};
/** A language model's answer to `Converse` that rewords no change. */
const NO_WORDS = {
  output: {
    message: {
      role: 'assistant',
      content: [{ toolUse: { toolUseId: 't', name: 'word_changes', input: { changes: [] } } }],
    },
  },
  stopReason: 'tool_use',
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  metrics: { latencyMs: 1 },
};
/** Textract's answer to `DetectDocumentText` for a page with one word. */
const ONE_WORD = {
  Blocks: [
    { BlockType: 'LINE', Id: 'l', Relationships: [{ Type: 'CHILD', Ids: ['w'] }] },
    {
      ...{ BlockType: 'WORD', Id: 'w', Text: 'CONCRETE', Confidence: 99 },
      Geometry: { BoundingBox: { Left: 0.2, Top: 0.2, Width: 0.3, Height: 0.1 } },
    },
  ],
};

const ENDPOINTS = ['AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'AWS_ENDPOINT_URL_TEXTRACT'] as const;

/**
 * Makes the service in this process embed, reword changes and recognise text through the AWS SDK, as on AWS: a server
 * on this machine answers for Titan, a language model and Textract. Call it after the service has started; `end`
 * restores the service's own adapters.
 */
export const startModels = async () => {
  const server = await startServer(async (request, response) => {
    const asked = await jsonOf(request);
    const isTextract = String(request.headers['x-amz-target']).startsWith('Textract.');
    const isConverse = request.url?.endsWith('/converse');
    response.setHeader('content-type', isTextract ? 'application/x-amz-json-1.1' : 'application/json');
    response.end(JSON.stringify(isTextract ? ONE_WORD : isConverse ? NO_WORDS : await embedding(asked)));
  });
  const before = ENDPOINTS.map((name) => process.env[name]);
  for (const name of ENDPOINTS) process.env[name] = server.url;
  provide({ embedder, describer: () => describer({ DESCRIBING_MODEL: 'words' }), ocr });
  return {
    end: async () => {
      for (const [i, name] of ENDPOINTS.entries()) {
        if (before[i] === undefined) delete process.env[name];
        else process.env[name] = before[i];
      }
      provide({ embedder: localAdapters.embedder, describer: localAdapters.describer, ocr: localAdapters.ocr });
      await server.end();
    },
  };
};
