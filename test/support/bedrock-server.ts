import { adapters } from '../../infra/local/adapters.ts';
import { embedder as hashing } from '../../infra/local/bedrock/embedder.ts';
import { adapter as embedder } from '../../shared/aws/adapters/embedder.ts';
import { provide } from '../../shared/http/provide.ts';
import { startServer } from './systems.ts';

/**
 * Has the service in this process embed by the AWS SDK, as in the cloud: a server of this machine answers `InvokeModel`
 * as Titan does. To be called once the service has started; `end` gives the service its own embedder back.
 */
export const startBedrock = async () => {
  const { embed } = hashing();
  const server = await startServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { inputText } = JSON.parse(Buffer.concat(parts).toString()) as { inputText: string };
    const [embedding] = await embed([inputText]);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ embedding: [...(embedding ?? [])], inputTextTokenCount: 1 }));
  });
  const before = process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME;
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = server.url;
  provide({ embedder });
  return {
    end: async () => {
      if (before === undefined) delete process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME;
      else process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = before;
      provide({ embedder: adapters.embedder });
      await server.end();
    },
  };
};
