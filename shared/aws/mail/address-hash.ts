import { createHash } from 'node:crypto';

/** By which an address is known without being kept: SHA-256 of it in lower case, in hex. */
export const addressHash = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('hex');
