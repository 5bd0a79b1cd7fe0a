import { createHash } from 'node:crypto';

/** Returns an identifier of an address that does not disclose it: the SHA-256 of the lower-case address, in hex. */
export const addressHash = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('hex');
