import { DynamoDBClient, GetItemCommand, ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watched } from '../../shared/aws/clients/watched.ts';
import { parseEnvironment, useEnvironment } from '../../shared/environment.ts';
import { count, countEnding, countFault } from '../../shared/metrics.ts';

const written = (): Record<string, unknown>[] =>
  vi.mocked(process.stdout.write).mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);

beforeEach(() => {
  useEnvironment(parseEnvironment({ STAGE: 'test', GROUP: 'documents' }));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  useEnvironment(undefined);
});

describe('a metric', () => {
  test('is one line in the embedded metric format', () => {
    const before = Date.now();
    count('Failed', { Work: 'document', Reason: 'encrypted' });
    const [line, ...others] = written();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ Stage: 'test', Work: 'document', Reason: 'encrypted', Failed: 1 });
    const { Timestamp, CloudWatchMetrics } = line!._aws as { Timestamp: number; CloudWatchMetrics: object[] };
    expect(Timestamp).toBeGreaterThanOrEqual(before);
    expect(CloudWatchMetrics).toEqual([
      {
        Namespace: 'ConstructionDocuments',
        Dimensions: [['Stage'], ['Stage', 'Work', 'Reason']],
        Metrics: [{ Name: 'Failed', Unit: 'Count' }],
      },
    ]);
  });

  test('has a value for each of its dimensions on its line', () => {
    countFault(503);
    const [line, ...others] = written();
    expect(others).toEqual([]);
    const [{ Dimensions }] = (line!._aws as { CloudWatchMetrics: [{ Dimensions: string[][] }] }).CloudWatchMetrics;
    for (const name of Dimensions.flat()) expect(line?.[name], name).toEqual(expect.any(String));
    expect(line).toMatchObject({ Group: 'documents', Faults: 1 });
  });

  test('a 500 also counts for the version that answered it', () => {
    const version = { AWS_LAMBDA_FUNCTION_NAME: 'get-document', AWS_LAMBDA_FUNCTION_VERSION: '7' };
    useEnvironment(parseEnvironment({ STAGE: 'test', GROUP: 'documents', ...version }));
    countFault(500);
    expect(written()).toEqual([
      expect.objectContaining({ Faults: 1 }),
      expect.objectContaining({ Unexpected: 1, Stage: 'test', Function: 'get-document', Version: '7' }),
    ]);
  });

  test('is not written outside a stage', () => {
    useEnvironment(parseEnvironment({}));
    count('Throttled', { Service: 'S3' });
    expect(written()).toEqual([]);
  });
});

describe('the end of work', () => {
  test.each(['PROCESSED', 'ready', 'QUEUED', 'delivered'])('%s is not counted', (status) => {
    countEnding('document', status, undefined);
    expect(written()).toEqual([]);
  });

  test('is counted by the code of its error', () => {
    countEnding('document', 'FAILED', 'too_large');
    expect(written()).toEqual([expect.objectContaining({ Work: 'document', Reason: 'too_large', Failed: 1 })]);
  });

  test('is counted additionally if the service itself is the cause', () => {
    countEnding('comparison', 'failed', 'interrupted');
    expect(written()).toEqual([
      expect.objectContaining({ Reason: 'interrupted', Failed: 1 }),
      expect.objectContaining({ Work: 'comparison', Broken: 1 }),
    ]);
  });

  test('a bounced mail is counted', () => {
    countEnding('email activity', 'bounced', undefined);
    expect(written()).toEqual([expect.objectContaining({ Work: 'email activity', Reason: 'bounced' })]);
  });
});

describe('a monitored client', () => {
  const failing = (error: Error) =>
    watched(
      new DynamoDBClient({
        region: 'eu-central-1',
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        maxAttempts: 2,
        requestHandler: { handle: () => Promise.reject(error) },
      }),
      'DynamoDB',
    );
  const read = (client: DynamoDBClient) => client.send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } }));

  test('counts each throttled attempt', async () => {
    const error = new ProvisionedThroughputExceededException({ message: 'slower', $metadata: {} });
    await expect(read(failing(error))).rejects.toThrow('slower');
    expect(written().map(({ Service, Throttled }) => [Service, Throttled])).toEqual([
      ['DynamoDB', 1],
      ['DynamoDB', 1],
    ]);
  });

  test('does not copy what it sends and receives for a log', () => {
    expect(failing(new Error('unused')).middlewareStack.identify().join()).not.toContain('logger');
  });

  test('counts no other failure', async () => {
    await expect(read(failing(new Error('no route')))).rejects.toThrow('no route');
    expect(written()).toEqual([]);
  });
});
