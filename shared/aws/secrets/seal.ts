import {
  DecryptCommand,
  GenerateDataKeyCommand,
  InvalidCiphertextException,
  KMSInvalidStateException,
} from '@aws-sdk/client-kms';
import * as z from 'zod';
import { type Environment, required } from '../../environment.ts';
import { keysClient } from '../clients/kms-client.ts';
import { sealToken, splitToken } from './sealed-token.ts';

/** Distinguishes tokens from other data encrypted with the same key; part of every data key's context. */
type Context = Record<'purpose', string>;

/** Returns one opaque, URL-safe token per payload, in order. */
export const sealAll = async (
  environment: Environment,
  context: Context,
  payloads: readonly unknown[],
): Promise<string[]> => {
  const { Plaintext, CiphertextBlob } = await keysClient().send(
    new GenerateDataKeyCommand({
      KeyId: required(environment, 'KMS_KEY_ID'),
      KeySpec: 'AES_256',
      EncryptionContext: context,
    }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key');
  return payloads.map((payload) => sealToken(JSON.stringify(payload), Plaintext, CiphertextBlob));
};

/** Returns the payload of a token; undefined for anything that was not sealed in that context. */
export const openSealed = async <S extends z.ZodType>(
  environment: Environment,
  context: Context,
  schema: S,
  token: string,
): Promise<z.output<S> | undefined> => {
  const sealed = splitToken(token);
  if (!sealed) return undefined;
  try {
    const { Plaintext } = await keysClient().send(
      new DecryptCommand({
        KeyId: required(environment, 'KMS_KEY_ID'),
        CiphertextBlob: sealed.wrappedKey,
        EncryptionContext: context,
      }),
    );
    return Plaintext && schema.parse(JSON.parse(sealed.open(Plaintext)));
  } catch (error) {
    if (error instanceof KMSInvalidStateException) throw error;
    const refused =
      error instanceof InvalidCiphertextException ||
      error instanceof z.ZodError ||
      error instanceof SyntaxError ||
      (error as Error).message.includes('unable to authenticate');
    if (refused) return undefined;
    throw error;
  }
};
