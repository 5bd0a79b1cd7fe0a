import { randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient, KMSInvalidStateException } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openSealed, sealAll } from '../../../shared/aws/secrets/seal.ts';
import { openCredentials, sealCredentials } from '../../../shared/aws/secrets/seal-credentials.ts';
import { parseEnvironment } from '../../../shared/environment.ts';

process.env.AWS_REGION = 'eu-central-1';
const environment = parseEnvironment({ KMS_KEY_ID: 'key' });
const kms = mockClient(KMSClient);
const [Plaintext, CiphertextBlob] = [Uint8Array.from(randomBytes(32)), Uint8Array.from(randomBytes(200))];
const system = { organization_id: 'o', system_id: 's' };
const context = { purpose: 'links' };
beforeEach(() => {
  kms.reset();
  kms.on(GenerateDataKeyCommand).resolves({ Plaintext, CiphertextBlob });
  kms.on(DecryptCommand).resolves({ Plaintext });
});

describe.each([
  ['no key', { CiphertextBlob }],
  ['no ciphertext', { Plaintext }],
])('a key service that returns %s', (_name, answer) => {
  test('seals nothing', async () => {
    kms.on(GenerateDataKeyCommand).resolves(answer);
    await expect(sealCredentials('key', system, { token: 't' })).rejects.toThrow('returned no data key');
    await expect(sealAll(environment, context, [1])).rejects.toThrow('returned no data key');
  });
});

test('credentials can be opened with the key from the key service, and with no other', async () => {
  const sealed = await sealCredentials('key', system, { token: 't' });
  expect(await openCredentials('key', system, sealed)).toEqual({ token: 't' });
  kms.on(DecryptCommand).resolves({});
  await expect(openCredentials('key', system, sealed)).rejects.toThrow('returned no data key');
});

test('an unusable key is not reported as a bad token', async () => {
  const [token] = await sealAll(environment, context, [{ a: 1 }]);
  const open = () => openSealed(environment, context, z.object({ a: z.number() }), token!);
  expect(await open()).toEqual({ a: 1 });
  // The error's message must not suggest an invalid token.
  const message = 'the key is unable to authenticate';
  kms.on(DecryptCommand).rejects(new KMSInvalidStateException({ message, $metadata: {} }));
  await expect(open()).rejects.toThrow(message);
});
