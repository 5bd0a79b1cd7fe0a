import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

type Signer = Exclude<NonNullable<DynamoDBClientConfig['signer']>, (...given: never) => unknown>;

/**
 * Signs nothing. The embedded table requires the headers of a signature and verifies none, and signing takes two fifths
 * of the processor time of a call.
 */
export const unsigned: Signer = {
  async sign(request) {
    request.headers.authorization = 'AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=none';
    request.headers['x-amz-date'] = '20260101T000000Z';
    return request;
  },
};
