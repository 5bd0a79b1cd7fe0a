import { adapters as cloud } from '../../shared/aws/adapters/all.ts';
import type { Adapters } from '../../shared/http/provide.ts';
import { outboundClient } from '../../shared/outbound/client.ts';
import { embedder } from './bedrock/embedder.ts';
import { allowedHosts } from './outbound/allowed-hosts.ts';
import { ocr } from './textract/ocr.ts';

/**
 * The adapters of one machine: the cloud's own, but for the services that no embedded part speaks the protocol of, and
 * for calls of systems, which may go to servers of this machine where the user says so.
 */
export const adapters: Adapters = {
  ...cloud,
  embedder,
  ocr,
  outbound: () => outboundClient(allowedHosts(process.env.OUTBOUND_ALLOWED_HOSTS)),
};
