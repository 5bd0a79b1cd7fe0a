import { outboundClient } from '../../outbound/outbound-client.ts';
import type { Outbound } from '../../ports.ts';

/** Reaches public addresses only, without exceptions. */
export const adapter = (): Outbound => outboundClient();
