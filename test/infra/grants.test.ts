import { basename } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { adapterSource } from '../../infra/build/unit.ts';
import { type Grant, grants } from '../../infra/cloud/grants.ts';
import type { PortName } from '../../shared/ports.ts';
import { queueVariable } from '../../shared/queue/queues.ts';
import { idempotencyKey, limitsKey } from '../../shared/table/request-keys.ts';
import { resources } from './resources.ts';

/** The IAM action for each SDK call that adapters make. */
const rights: Readonly<Record<string, string>> = {
  GetCommand: 'dynamodb:GetItem',
  BatchGetCommand: 'dynamodb:BatchGetItem',
  QueryCommand: 'dynamodb:Query',
  paginateQuery: 'dynamodb:Query',
  PutCommand: 'dynamodb:PutItem',
  UpdateCommand: 'dynamodb:UpdateItem',
  DeleteCommand: 'dynamodb:DeleteItem',
  BatchWriteCommand: 'dynamodb:BatchWriteItem',
  HeadObjectCommand: 's3:GetObject',
  GetObjectCommand: 's3:GetObject',
  ListObjectsV2Command: 's3:ListBucket',
  PutObjectCommand: 's3:PutObject',
  createPresignedPost: 's3:PutObject',
  DeleteObjectCommand: 's3:DeleteObject',
  DeleteObjectTaggingCommand: 's3:DeleteObjectTagging',
  DeleteObjectsCommand: 's3:DeleteObject',
  CreateMultipartUploadCommand: 's3:PutObject',
  UploadPartCommand: 's3:PutObject',
  CompleteMultipartUploadCommand: 's3:PutObject',
  AbortMultipartUploadCommand: 's3:AbortMultipartUpload',
  paginateListParts: 's3:ListMultipartUploadParts',
  paginateListObjectsV2: 's3:ListBucket',
  GenerateDataKeyCommand: 'kms:GenerateDataKey',
  DecryptCommand: 'kms:Decrypt',
  SendMessageCommand: 'sqs:SendMessage',
  ChangeMessageVisibilityCommand: 'sqs:ChangeMessageVisibility',
  DetectDocumentTextCommand: 'textract:DetectDocumentText',
  SendRawEmailCommand: 'ses:SendRawEmail',
  InvokeModelCommand: 'bedrock:InvokeModel',
  ConverseCommand: 'bedrock:InvokeModel',
};
/** Members of a transaction, which have no command of their own. */
const transacted: Readonly<Record<string, string>> = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
};

const call = /(?:new\s+(\w+Command)|\b(paginate\w+|createPresignedPost))\s*\(/g;
const member = /\b(Put|Update|Delete|ConditionCheck):\s*\{/g;

/** The actions that an adapter's source needs. @throws Error naming a call that `rights` does not know */
const neededBy = (source: string): string[] => {
  const calls = [...source.matchAll(call)].map(([, command, other]) => (command ?? other)!);
  const isTransacting = calls.includes('TransactWriteCommand');
  const needed = calls
    .filter((name) => name !== 'TransactWriteCommand')
    .map((name) => {
      const right = rights[name];
      if (!right) throw new Error(`No right is known for ${name}`);
      return right;
    });
  if (/\bTagging: /.test(source)) needed.push('s3:PutObjectTagging');
  const members = isTransacting ? [...source.matchAll(member)].map(([, name]) => transacted[name!]!) : [];
  return [...new Set([...needed, ...members])].sort();
};

const entries = Object.entries(grants) as [PortName, Grant][];

/** Entries by name, with imports relative to the project's root. */
const sourcesOf = (sources: ReadonlyMap<string, string>): Plugin => ({
  name: 'sources',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'entry-point' ? { path, namespace: 'source' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'source' }, ({ path }) => ({
      contents: sources.get(path)!,
      loader: 'ts',
      resolveDir: root,
    }));
  },
});

/** The project's code in an adapter's bundle after tree shaking. */
const reachable = async (sources: ReadonlyMap<string, string>): Promise<Map<string, string>> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [...sources.keys()].map((name) => ({ in: name, out: name })),
    plugins: [sourcesOf(sources)],
    outdir: 'out',
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path, '.js'), text]));
};

const bundles = await reachable(
  new Map(entries.map(([port]) => [port, `${adapterSource(port, 'adapter')}\nexport { adapter };`])),
);

describe.each(entries)('the grant of %s', (port, grant) => {
  const own = bundles.get(port)!;
  const statements = grant.statements(resources);

  test('allows the calls that its adapter makes, and no other', () => {
    const needed = neededBy(own);
    const granted = statements
      // The use of the key by S3 and DynamoDB follows from the adapter's calls; listing turns a 403 into a 404.
      .filter(({ when }) => !when?.StringEquals?.['kms:ViaService'])
      .flatMap(({ actions }) => actions)
      .filter((action) => action !== 's3:ListBucket' || needed.includes(action));
    expect([...new Set(granted)].sort()).toEqual(needed);
  });

  test('includes an index exactly if the adapter queries one', () => {
    const reached = statements.some(({ resources }) => resources.some((resource) => resource.includes('/index/')));
    // The table's definition, from which some adapters import a name, mentions an index's keys as well.
    const queries = own.replaceAll(/IndexName: [\w.]+,\s+KeySchema/g, '');
    expect(reached).toBe(queries.includes('IndexName:'));
  });

  test('uses a key only through the service that holds the data, or for one purpose', () => {
    for (const { actions, resources: keys, when } of statements) {
      if (!actions.some((action) => action.startsWith('kms:'))) continue;
      expect(keys).toEqual([when?.StringEquals?.['kms:ViaService'] ? resources.dataKeyArn : resources.secretsKeyArn]);
      const purpose = when?.StringEquals?.['kms:EncryptionContext:purpose'];
      if (purpose === undefined) {
        expect(when?.StringEquals?.['kms:ViaService']).toMatch(/^(dynamodb|s3)\.eu-central-1\.amazonaws\.com$/);
      } else {
        expect(own).toContain(`"${purpose}"`);
      }
    }
  });

  test('sets the variables that the adapter reads', () => {
    const variables = [
      ...own.matchAll(/required\(\s*environment\w*\s*,\s*"(\w+)"/g),
      ...own.matchAll(/\benvironment\w*\.([A-Z_]+)\b/g),
    ];
    const queues = [...own.matchAll(/\b(?:queueAdapter|deliveriesAdapter)\(\s*"([\w-]+)"/g)].map(([, name]) => name!);
    const names = new Set([...variables.map(([, name]) => name!), ...queues.map(queueVariable)]);
    expect(Object.keys(grant.environment(resources)).sort()).toEqual([...names].sort());
  });
});

test('the limiter and idempotency keys may write only their own partitions, whatever the identifiers', () => {
  const matches = (port: 'limits.write' | 'idempotency.write', { pk }: { pk: string }) => {
    const [statement] = grants[port]
      .statements(resources)
      .filter(({ actions }) => actions.includes('dynamodb:UpdateItem'));
    expect(statement!.resources).toEqual([resources.requestsTableArn]);
    const pattern = statement!.when!['ForAllValues:StringLike']!['dynamodb:LeadingKeys']!;
    return new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(pk);
  };
  for (const organization of ['acme', 'Müller Bau GmbH', 'a#IDEMPOTENCY#b', '#LIMITS#', '*']) {
    const [limits, claim] = [
      limitsKey(organization, 'iss#LIMITS#ann', '1'),
      idempotencyKey(organization, 'ann', 'o', 'k'),
    ];
    expect(matches('limits.write', limits), organization).toBe(true);
    expect(matches('limits.write', claim), organization).toBe(false);
    expect(matches('idempotency.write', claim), organization).toBe(true);
    expect(matches('idempotency.write', limits), organization).toBe(false);
  }
});

test('a call without a known action is detected', () => {
  expect(() => neededBy('client.send(new ScanCommand({}))')).toThrow('ScanCommand');
  expect(neededBy('new TransactWriteCommand({ TransactItems: [{ Put: { a } }, { ConditionCheck: {} }] })')).toEqual([
    'dynamodb:ConditionCheckItem',
    'dynamodb:PutItem',
  ]);
});

test('a helper counts for the adapters that call it, and not for those that merely share its file', () => {
  expect(neededBy(bundles.get('uploads.read')!)).toEqual(['dynamodb:GetItem']);
  expect(neededBy(bundles.get('suppressions.write')!)).toEqual(['dynamodb:ConditionCheckItem', 'dynamodb:PutItem']);
});

test('a port that calls nothing needs no grant', () => {
  expect(neededBy('export const adapter = () => ({ now: () => Date.now() });')).toEqual([]);
});

test('a language model is invoked in this region, or through its profile in every region to which that routes', () => {
  const asked = (describingModel: string | undefined) => {
    const statements = grants.describer.statements({ ...resources, describingModel });
    const ofReader = grants['block-reader'].statements({ ...resources, readingModel: describingModel });
    expect(ofReader).toEqual(statements);
    return statements.flatMap(({ resources, when }) => resources.map((one) => [one, when !== undefined]));
  };
  expect(asked(undefined)).toEqual([]);
  expect(asked('amazon.nova-lite-v1:0')).toEqual([
    ['arn:aws:bedrock:eu-central-1::foundation-model/amazon.nova-lite-v1:0', false],
  ]);
  expect(asked('global.amazon.nova-2-lite-v1:0')).toEqual([
    ['arn:aws:bedrock:eu-central-1:123456789012:inference-profile/global.amazon.nova-2-lite-v1:0', false],
    ['arn:aws:bedrock:*::foundation-model/amazon.nova-2-lite-v1:0', true],
  ]);
});
