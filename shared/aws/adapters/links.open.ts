import { DecryptCommand, InvalidCiphertextException, KMSInvalidStateException } from '@aws-sdk/client-kms';
import * as z from 'zod';
import type { Environment } from '../../environment.ts';
import { required } from '../../environment.ts';
import type { LinksOpen } from '../../ports.ts';
import { keysClient } from '../clients/keys.ts';
import { LINK_CONTEXT } from '../links/link-context.ts';
import { splitToken } from '../secrets/sealed-token.ts';

const Target = z.object({ path: z.string(), filename: z.string(), until: z.number() });

export const adapter = (environment: Environment): LinksOpen => ({
  open: async (token) => {
    const sealed = splitToken(token);
    if (!sealed) return undefined;
    try {
      const { Plaintext } = await keysClient().send(
        new DecryptCommand({
          KeyId: required(environment, 'KMS_KEY_ID'),
          CiphertextBlob: sealed.wrappedKey,
          EncryptionContext: LINK_CONTEXT,
        }),
      );
      if (!Plaintext) return undefined;
      return Target.parse(JSON.parse(sealed.open(Plaintext)));
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
  },
});
