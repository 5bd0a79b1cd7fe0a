import type { JwkWithKid } from 'aws-jwt-verify/jwk';
import * as z from 'zod';

const text = z.string().min(1);
const shared = {
  kid: text,
  use: z.literal('sig').optional(),
  key_ops: z.array(z.string()).optional(),
  alg: text.optional(),
};

/** A modulus of 2048 bits has 342 characters of base64url. */
const Rsa = z.object({ ...shared, kty: z.literal('RSA'), n: z.string().min(342), e: text });
const Ec = z.object({ ...shared, kty: z.literal('EC'), crv: z.enum(['P-256', 'P-384', 'P-521']), x: text, y: text });
const Okp = z.object({ ...shared, kty: z.literal('OKP'), crv: z.enum(['Ed25519', 'Ed448']), x: text });
const Key = z.discriminatedUnion('kty', [Rsa, Ec, Okp]);
type Key = z.infer<typeof Key>;

const CURVE_ALGORITHMS = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' } as const;
const algorithmsOf = (key: Key): readonly string[] => {
  if (key.kty === 'RSA') return ['RS256', 'RS384', 'RS512'];
  return key.kty === 'EC' ? [CURVE_ALGORITHMS[key.crv]] : ['EdDSA'];
};

/**
 * Returns the keys of a JWKS that can verify signatures, each with the one algorithm allowed for it: its own, or by
 * default the first of its type. Unusable keys are skipped.
 * @throws Error if the document is not a key set
 */
export const usableKeys = (document: unknown): JwkWithKid[] => {
  const { keys } = z.object({ keys: z.array(z.unknown()) }).parse(document);
  return keys.flatMap((given) => {
    const parsed = Key.safeParse(given);
    if (!parsed.success) return [];
    const { key_ops, ...key } = parsed.data;
    const possible = algorithmsOf(key);
    const alg = key.alg ?? possible[0];
    if (alg === undefined || !possible.includes(alg) || (key_ops && !key_ops.includes('verify'))) return [];
    return [{ ...key, alg } as JwkWithKid];
  });
};
