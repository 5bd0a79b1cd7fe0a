import { DecryptCommand, GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import * as z from 'zod';
import type { Credentials } from '../../domain/external-systems/credentials.ts';
import type { SystemRecord } from '../../domain/external-systems/system.ts';
import { keysClient } from '../clients/kms-client.ts';
import { sealToken, splitToken } from './sealed-token.ts';

/** Distinguishes credentials from other data encrypted with the same key. */
const CREDENTIALS_CONTEXT = { purpose: 'external-system-credentials' };

type System = Pick<SystemRecord, 'organization_id' | 'system_id'>;

/** Returns the encryption context of a data key: a ciphertext moved to another system does not open. */
const contextOf = ({ organization_id, system_id }: System) => ({
  ...CREDENTIALS_CONTEXT,
  organization: organization_id,
  system: system_id,
});

/** Encrypts the credentials with a data key of their own. */
export const sealCredentials = async (keyId: string, system: System, credentials: Credentials): Promise<string> => {
  const { Plaintext, CiphertextBlob } = await keysClient().send(
    new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: contextOf(system) }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key');
  return sealToken(JSON.stringify(credentials), Plaintext, CiphertextBlob);
};

const Opened = z.record(z.string(), z.string());

/** @throws Error if the text was not sealed for this system */
export const openCredentials = async (keyId: string, system: System, text: string): Promise<Credentials> => {
  const sealed = splitToken(text);
  if (!sealed) throw new Error('The stored credentials are damaged');
  const { Plaintext } = await keysClient().send(
    new DecryptCommand({ KeyId: keyId, CiphertextBlob: sealed.wrappedKey, EncryptionContext: contextOf(system) }),
  );
  if (!Plaintext) throw new Error('KMS returned no data key');
  return Opened.parse(JSON.parse(sealed.open(Plaintext)));
};
