import { adapters as cloud } from '../../shared/aws/adapters/all.ts';
import type { Adapters } from '../../shared/http/provide.ts';
import { outboundClient } from '../../shared/outbound/outbound-client.ts';
import type { Ocr } from '../../shared/ports.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { embedder as hashingEmbedder } from './bedrock.ts';
import { localEndpoint } from './endpoints/endpoint.ts';
import { endpointBlockReader } from './endpoints/endpoint-block-reader.ts';
import { endpointDescriber } from './endpoints/endpoint-describer.ts';
import { endpointEmbedder } from './endpoints/endpoint-embedder.ts';
import { createLocalOcr } from './textract/local-ocr.ts';

/** Replaces Textract: a recogniser with one thread, without network access. */
const ocr = (): Ocr => createLocalOcr({ threads: 1 });

/**
 * The adapters for one machine: those of the cloud, except for services without an embedded implementation (the
 * embedder and the language and vision models may be endpoints of the user), and except for calls to external systems, which may go
 * to servers on this machine if the user allows them.
 */
export const localAdapters: Adapters = {
  ...cloud,
  embedder: () => {
    const endpoint = localEndpoint('EMBEDDER', process.env);
    return endpoint ? endpointEmbedder(endpoint) : hashingEmbedder();
  },
  describer: (environment) => {
    const endpoint = localEndpoint('DESCRIBER', process.env);
    return endpoint ? endpointDescriber(endpoint) : cloud.describer(environment);
  },
  'block-reader': (environment) => {
    const endpoint = localEndpoint('BLOCK_READER', process.env);
    return endpoint ? endpointBlockReader(endpoint) : cloud['block-reader'](environment);
  },
  ocr,
  outbound: () => outboundClient(allowedHosts(process.env.OUTBOUND_ALLOWED_HOSTS)),
};
