import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { keyIdOf, open, seal } from './ciphertext.ts';
import type { KeyStore, MasterKey } from './key-store.ts';

/** An error with the type name that the SDK knows. */
export class KmsError extends Error {
  readonly type: string;
  constructor(type: string, message = '') {
    super(message);
    this.type = type;
  }
}

const blob = z.base64().transform((text) => Buffer.from(text, 'base64'));
/** Bytes; a context is stored with each call in CloudTrail, so it must be short. */
const LARGEST_CONTEXT = 8192;
const encryptionContext = z
  .record(z.string().min(1), z.string())
  .refine((context) => Buffer.byteLength(JSON.stringify(context)) <= LARGEST_CONTEXT, 'must have at most 8192 bytes')
  .default({});
const encryptInput = z.object({
  KeyId: z.string(),
  Plaintext: blob.refine((bytes) => bytes.length >= 1 && bytes.length <= 4096, 'must have 1 to 4096 bytes'),
  EncryptionContext: encryptionContext,
});
const decryptInput = z.object({
  KeyId: z.string().optional(),
  CiphertextBlob: blob.refine((bytes) => bytes.length >= 1 && bytes.length <= 6144, 'must have 1 to 6144 bytes'),
  EncryptionContext: encryptionContext,
});
const dataKeyInput = z
  .object({
    KeyId: z.string(),
    KeySpec: z.enum(['AES_128', 'AES_256']).optional(),
    NumberOfBytes: z.int().min(1).max(1024).optional(),
    EncryptionContext: encryptionContext,
  })
  .refine((input) => (input.KeySpec === undefined) !== (input.NumberOfBytes === undefined), {
    error: 'Please specify either number of bytes or key spec.',
  });
const keyInput = z.object({ KeyId: z.string() });

type Operation = (store: KeyStore, input: unknown) => Record<string, unknown>;

/** The operations of `TrentService` by name; blobs are base64, as in the JSON protocol. */
export const operations: Record<string, Operation> = {
  Encrypt(store, input) {
    const { KeyId, Plaintext, EncryptionContext } = parse(encryptInput, input);
    const key = keyOf(store, KeyId);
    const sealed = seal(key.id, key.material, Plaintext, EncryptionContext);
    return { CiphertextBlob: sealed.toString('base64'), KeyId: key.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
  },

  Decrypt(store, input) {
    const { KeyId, CiphertextBlob, EncryptionContext } = parse(decryptInput, input);
    const expected = KeyId === undefined ? undefined : keyOf(store, KeyId);
    const key = store.find(keyIdOf(CiphertextBlob) ?? '');
    if (key === undefined) throw new KmsError('InvalidCiphertextException');
    if (expected && expected.id !== key.id)
      throw new KmsError('IncorrectKeyException', 'The blob was encrypted with another key.');
    const plaintext = openOrRefuse(key, CiphertextBlob, EncryptionContext);
    return { Plaintext: plaintext.toString('base64'), KeyId: key.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
  },

  GenerateDataKey: (store, input) => generateDataKey(store, input),

  GenerateDataKeyWithoutPlaintext(store, input) {
    const { Plaintext: _, ...rest } = generateDataKey(store, input);
    return rest;
  },

  DescribeKey: (store, input) => ({ KeyMetadata: metadata(keyOf(store, parse(keyInput, input).KeyId)) }),

  CreateKey: (store) => ({ KeyMetadata: metadata(store.create()) }),
};

function generateDataKey(store: KeyStore, input: unknown) {
  const { KeyId, KeySpec, NumberOfBytes, EncryptionContext } = parse(dataKeyInput, input);
  const key = keyOf(store, KeyId);
  const plaintext = randomBytes(NumberOfBytes ?? (KeySpec === 'AES_128' ? 16 : 32));
  const sealed = seal(key.id, key.material, plaintext, EncryptionContext);
  return { CiphertextBlob: sealed.toString('base64'), Plaintext: plaintext.toString('base64'), KeyId: key.arn };
}

function openOrRefuse(key: MasterKey, ciphertext: Buffer, context: Record<string, string>): Buffer {
  try {
    return open(key.id, key.material, ciphertext, context);
  } catch {
    throw new KmsError('InvalidCiphertextException');
  }
}

function keyOf(store: KeyStore, reference: string): MasterKey {
  const key = store.find(reference);
  if (key === undefined) throw new KmsError('NotFoundException', `Key '${reference}' does not exist`);
  return key;
}

function metadata(key: MasterKey) {
  return {
    AWSAccountId: '000000000000',
    Arn: key.arn,
    CreationDate: key.createdAt,
    Enabled: true,
    EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
    KeyId: key.id,
    KeyManager: 'CUSTOMER',
    KeySpec: 'SYMMETRIC_DEFAULT',
    KeyState: 'Enabled',
    KeyUsage: 'ENCRYPT_DECRYPT',
    MultiRegion: false,
    Origin: 'AWS_KMS',
  };
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new KmsError('ValidationException', `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
}
