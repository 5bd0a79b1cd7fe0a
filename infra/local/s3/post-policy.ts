import * as z from 'zod';
import { checkScope, signatureMessage } from './authenticate-s3.ts';
import { S3Error } from './s3-error.ts';
import { parseScope, parseTimestamp, type SigningCredentials, sameSignature, signString } from './signing.ts';

/** The form fields that preceded the file, with lower-case names. */
export type FormFields = ReadonlyMap<string, string>;

/** The allowed size of the file in bytes. */
export interface LengthRange {
  minimum: number;
  maximum: number;
}

const text = z.union([z.string(), z.number()]).transform(String);
const policySchema = z.object({
  expiration: z.string(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.coerce.number(), z.coerce.number()]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string(), text]),
      z.record(z.string(), text),
    ]),
  ),
});

/**
 * Verifies the signed policy of a browser upload and checks every field against it.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 * @returns the allowed size of the file
 * @throws S3Error
 */
export function verifyPolicy(
  fields: FormFields,
  bucket: string,
  credentials: SigningCredentials,
  now = Date.now(),
): LengthRange {
  const policy = signedPolicy(fields, credentials);
  const expiration = Date.parse(policy.expiration);
  if (Number.isNaN(expiration))
    throw new S3Error('InvalidPolicyDocument', "Invalid Policy: Invalid 'expiration' value");
  if (expiration < now) throw denied('Policy expired.');

  const values = new Map([...fields, ['bucket', bucket]]);
  const range: LengthRange = { minimum: 0, maximum: 5 * 1024 ** 3 };
  const covered = new Set(['policy', 'x-amz-signature', 'file']);
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition)) {
      for (const [name, value] of Object.entries(condition)) match('eq', name.toLowerCase(), value);
    } else if (condition[0] === 'content-length-range') {
      [range.minimum, range.maximum] = [condition[1], condition[2]];
    } else {
      match(condition[0], condition[1].replace(/^\$/, '').toLowerCase(), condition[2]);
    }
  }
  const extra = [...fields.keys()].find((name) => !covered.has(name) && !name.startsWith('x-ignore-'));
  if (extra !== undefined) throw denied(`Extra input fields: ${extra}`);
  return range;

  function match(operator: 'eq' | 'starts-with', name: string, expected: string): void {
    covered.add(name);
    const actual = values.get(name) ?? '';
    if (operator === 'eq' ? actual === expected : actual.startsWith(expected)) return;
    throw denied(`Policy Condition failed: ["${operator}", "$${name}", "${expected}"]`);
  }
}

function signedPolicy(fields: FormFields, credentials: SigningCredentials): z.output<typeof policySchema> {
  const [policy, signature] = [fields.get('policy'), fields.get('x-amz-signature')];
  if (policy === undefined || signature === undefined) throw new S3Error('AccessDenied', 'Access Denied');
  const scope = parseScope(fields.get('x-amz-credential') ?? '');
  const timestamp = fields.get('x-amz-date') ?? '';
  if (fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256' || !scope || !parseTimestamp(timestamp)) {
    throw new S3Error('InvalidArgument', 'x-amz-algorithm, x-amz-credential or x-amz-date is malformed.');
  }
  checkScope(scope, credentials, timestamp);
  if (!sameSignature(signature, signString(credentials.secretAccessKey, scope, policy))) {
    throw new S3Error('SignatureDoesNotMatch', signatureMessage);
  }
  try {
    return policySchema.parse(JSON.parse(Buffer.from(policy, 'base64').toString()));
  } catch {
    throw new S3Error('InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.');
  }
}

function denied(reason: string): S3Error {
  return new S3Error('AccessDenied', `Invalid according to Policy: ${reason}`);
}
