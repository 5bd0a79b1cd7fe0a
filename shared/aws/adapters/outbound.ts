import { outboundClient } from '../../outbound/client.ts';
import type { Outbound } from '../../ports.ts';

/** Reaches public addresses alone, without an exception. */
export const adapter = (): Outbound => outboundClient();
