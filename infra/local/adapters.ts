import { adapters as cloud } from '../../shared/aws/adapters/all.ts';
import type { Adapters } from '../../shared/http/provide.ts';
import { embedder } from './bedrock/embedder.ts';
import { ocr } from './textract/ocr.ts';

/** The adapters of one machine: the cloud's own, but for the services that no embedded part speaks the protocol of. */
export const adapters: Adapters = { ...cloud, embedder, ocr };
