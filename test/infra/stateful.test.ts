import { describe, expect, test } from 'vitest';
import { prefixOf } from '../../infra/cloud/settings.ts';
import { assemblyOf, ofType, type Stack } from './assembly.ts';
import { settled, stages } from './registered.ts';

/**
 * Properties by resource type whose change makes CloudFormation replace the resource: the former one's data is left
 * behind, and the API gets another address.
 */
const replacing: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'LocalSecondaryIndexes', 'ImportSourceSpecification'],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
};

/** The deployed values. A change here means losing the data, or needs a migration. */
const deployed = {
  'data Records091F6ECA': {
    type: 'AWS::DynamoDB::Table',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  },
  'data CredentialsF8F243AA': {
    type: 'AWS::DynamoDB::Table',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  },
  'data RequestsC42AC379': {
    type: 'AWS::DynamoDB::Table',
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  },
  'data Files8E6940B8': { type: 'AWS::S3::Bucket' },
  'data AccessLogs8B620ECA': { type: 'AWS::S3::Bucket' },
  'data Key961B73FD': { type: 'AWS::KMS::Key' },
  'data SecretsKey317DCF94': { type: 'AWS::KMS::Key' },
  'api ApiF70053CD': { type: 'AWS::ApiGatewayV2::Api', ProtocolType: 'HTTP' },
};
/** Alarms and mails have keys of their own. */
const deployedWhole = {
  ...deployed,
  'observability AlarmKeyE05DE300': { type: 'AWS::KMS::Key' },
  'data MailKey22838070': { type: 'AWS::KMS::Key' },
};

/** Every stateful resource of a stage by stack and logical id, with the values that would replace it. */
const statefulOf = (stacks: readonly Stack[], prefix: string) =>
  Object.fromEntries(
    Object.entries(replacing).flatMap(([type, names]) =>
      ofType(stacks, type).map(({ stack, id, Properties }) => {
        const held = names.filter((name) => name in Properties).map((name) => [name, Properties[name]]);
        return [`${stack.replace(`${prefix}-`, '')} ${id}`, { type, ...Object.fromEntries(held) }];
      }),
    ),
  );

describe.each(stages)('stage %s', async (stage) => {
  const { stacks } = await assemblyOf(stage);

  test('no table, bucket, key or address is replaced by a deployment', () => {
    const expected = settled[stage].alarms ? deployedWhole : deployed;
    expect(statefulOf(stacks, prefixOf({ stage }))).toEqual(expected);
  });
});
