import { GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import type { Environment } from '../../environment.ts';
import { required } from '../../environment.ts';
import type { LinksSeal } from '../../ports.ts';
import { keysClient } from '../clients/keys.ts';
import { LINK_CONTEXT } from '../links/link-context.ts';
import { sealToken } from '../secrets/sealed-token.ts';

export const adapter = (environment: Environment): LinksSeal => ({
  seal: async (targets) => {
    const { Plaintext, CiphertextBlob } = await keysClient().send(
      new GenerateDataKeyCommand({
        KeyId: required(environment, 'KMS_KEY_ID'),
        KeySpec: 'AES_256',
        EncryptionContext: LINK_CONTEXT,
      }),
    );
    if (!Plaintext || !CiphertextBlob) throw new Error('The key service gave no data key');
    return targets.map((target) => sealToken(JSON.stringify(target), Plaintext, CiphertextBlob));
  },
});
