import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateKeyCommand,
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
  NotFoundException,
} from '@aws-sdk/client-kms';
import { expect, it, onTestFinished } from 'vitest';
import { openKeyStore } from '../../infra/local/kms/key-store.ts';
import { startKms } from '../../infra/local/kms/kms.ts';
import { temporaryDirectory } from './support.ts';

async function openKms(directory = temporaryDirectory()) {
  const store = openKeyStore(directory, 'us-east-1');
  const kms = await startKms(store);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new KMSClient({ endpoint: kms.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  onTestFinished(async () => {
    client.destroy();
    await kms.stop();
  });
  return { client, directory, KeyId: store.defaultKey.id };
}

const Plaintext = new TextEncoder().encode('a secret of a system');
const EncryptionContext = { organization: 'o1', purpose: 'credentials' };

it('decrypts what it encrypted, with the same context in any order', async () => {
  const { client, KeyId } = await openKms();

  const { CiphertextBlob, KeyId: arn } = await client.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext }));
  const reversed = { purpose: 'credentials', organization: 'o1' };
  const opened = await client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: reversed }));

  expect(opened.Plaintext).toEqual(Plaintext);
  expect([arn, opened.KeyId]).toEqual(Array(2).fill(`arn:aws:kms:us-east-1:000000000000:key/${KeyId}`));
  expect(Buffer.from(CiphertextBlob!).includes(Buffer.from(Plaintext))).toBe(false);
});

it('rejects another context, an altered blob and anything else with the error names of KMS', async () => {
  const { client, KeyId } = await openKms();
  const { CiphertextBlob = new Uint8Array() } = await client.send(
    new EncryptCommand({ KeyId, Plaintext, EncryptionContext }),
  );
  const changed = Uint8Array.from(CiphertextBlob);
  changed[changed.length - 1]! ^= 1;
  const decrypt = (blob: Uint8Array, context?: Record<string, string>) =>
    client.send(new DecryptCommand({ CiphertextBlob: blob, EncryptionContext: context }));

  await expect(decrypt(CiphertextBlob)).rejects.toBeInstanceOf(InvalidCiphertextException);
  await expect(decrypt(CiphertextBlob, { ...EncryptionContext, organization: 'o2' })).rejects.toBeInstanceOf(
    InvalidCiphertextException,
  );
  await expect(decrypt(changed, EncryptionContext)).rejects.toBeInstanceOf(InvalidCiphertextException);
  await expect(decrypt(new Uint8Array([1, 2, 3]))).rejects.toBeInstanceOf(InvalidCiphertextException);
});

it('describes its keys, and rejects unknown and wrong ones', async () => {
  const { client, KeyId } = await openKms();
  const { KeyMetadata: created } = await client.send(new CreateKeyCommand({}));
  const { KeyMetadata: described } = await client.send(new DescribeKeyCommand({ KeyId: created?.Arn }));
  const { CiphertextBlob } = await client.send(new EncryptCommand({ KeyId, Plaintext }));

  expect(described).toEqual(created);
  await expect(client.send(new EncryptCommand({ KeyId: 'nobody', Plaintext }))).rejects.toBeInstanceOf(
    NotFoundException,
  );
  await expect(client.send(new DecryptCommand({ KeyId: created?.KeyId, CiphertextBlob }))).rejects.toBeInstanceOf(
    IncorrectKeyException,
  );
});

it('generates data keys', async () => {
  const { client, KeyId } = await openKms();

  const made = await client.send(new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext }));
  const opened = await client.send(new DecryptCommand({ CiphertextBlob: made.CiphertextBlob, EncryptionContext }));

  expect(made.Plaintext).toHaveLength(32);
  expect(opened.Plaintext).toEqual(made.Plaintext);
});

it.each([
  ['a context above 8 KB', { EncryptionContext: { a: 'x'.repeat(8192) } }],
  ['a context with a nameless value', { EncryptionContext: { '': 'x' } }],
  ['nothing to encrypt', { Plaintext: new Uint8Array() }],
  ['4,097 bytes', { Plaintext: new Uint8Array(4097) }],
])('rejects %s', async (_, wrong) => {
  const { client, KeyId } = await openKms();
  const encrypt = (more: object) => client.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext, ...more }));
  await expect(encrypt(wrong)).rejects.toMatchObject({ name: 'ValidationException' });
  await encrypt({ Plaintext: new Uint8Array(4096), EncryptionContext: { a: 'x'.repeat(8000) } });
});

it('rejects more than 4096 bytes and unknown operations', async () => {
  const { client, KeyId } = await openKms();
  const large = new EncryptCommand({ KeyId, Plaintext: new Uint8Array(4097) });
  const url = (await client.config.endpoint?.())!;

  const unknown = await fetch(`http://${url.hostname}:${url.port}`, {
    method: 'POST',
    headers: { 'x-amz-target': 'TrentService.constructor' },
  });

  await expect(client.send(large)).rejects.toMatchObject({ name: 'ValidationException' });
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { __type: 'UnknownOperationException' }]);
});

it('stores its keys in a file that only the owner can read', async () => {
  const first = await openKms();
  const { CiphertextBlob } = await first.client.send(new EncryptCommand({ KeyId: first.KeyId, Plaintext }));

  const second = await openKms(first.directory);

  expect((await second.client.send(new DecryptCommand({ CiphertextBlob }))).Plaintext).toEqual(Plaintext);
  expect(statSync(join(first.directory, 'keys/keys.json')).mode & 0o777).toBe(0o600);
});
