import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns `[length of the wrapped key (2)] [wrapped key] [iv] [tag] [ciphertext]` in base64url. */
export const sealToken = (payload: string, key: Uint8Array, wrappedKey: Uint8Array): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const ciphertext = Buffer.concat([cipher.update(payload, 'utf8'), cipher.final()]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(wrappedKey.length);
  return Buffer.concat([length, wrappedKey, iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
};

/**
 * Returns the wrapped key of a token, and a function that opens the rest with the unwrapped key; undefined for a
 * malformed token.
 */
export const splitToken = (token: string) => {
  const bytes = Buffer.from(token, 'base64url');
  const length = bytes.length > 2 ? bytes.readUInt16BE(0) : 0;
  const rest = bytes.subarray(2 + length);
  if (length === 0 || rest.length <= IV_BYTES + TAG_BYTES) return undefined;
  return {
    wrappedKey: bytes.subarray(2, 2 + length),
    /** @throws Error if the key or the ciphertext is not the one that was sealed */
    open: (key: Uint8Array): string => {
      const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, IV_BYTES));
      decipher.setAuthTag(rest.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(rest.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
};
