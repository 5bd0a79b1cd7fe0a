import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Layout of a blob: version (1 byte), key id (16, a UUID), initialization vector (12), tag (16), ciphertext. */
const version = 1;
const headerLength = 45;

export type EncryptionContext = Record<string, string>;

/** Encrypts with AES-256-GCM, with the key id and the encryption context as additional authenticated data. */
export function seal(keyId: string, material: Buffer, plaintext: Uint8Array, context: EncryptionContext): Buffer {
  const vector = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', material, vector);
  cipher.setAAD(authenticated(keyId, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Buffer.of(version), idBytes(keyId), vector, cipher.getAuthTag(), ciphertext]);
}

/** Returns the id of the key that encrypted a blob; undefined if it is not one of our blobs. */
export function keyIdOf(blob: Buffer): string | undefined {
  if (blob.length < headerLength || blob[0] !== version) return undefined;
  return blob.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Decrypts a blob.
 * @throws Error if blob, key and context do not match
 */
export function open(keyId: string, material: Buffer, blob: Buffer, context: EncryptionContext): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', material, blob.subarray(17, 29));
  decipher.setAAD(authenticated(keyId, context));
  decipher.setAuthTag(blob.subarray(29, headerLength));
  return Buffer.concat([decipher.update(blob.subarray(headerLength)), decipher.final()]);
}

function idBytes(keyId: string): Buffer {
  return Buffer.from(keyId.replaceAll('-', ''), 'hex');
}

function authenticated(keyId: string, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify([keyId, pairs]));
}
