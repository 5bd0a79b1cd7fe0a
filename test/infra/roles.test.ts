import { describe, expect, test } from 'vitest';
import { grants } from '../../infra/cloud/grants.ts';
import { portNamesOf } from '../../shared/http/provide.ts';
import type { PortName } from '../../shared/ports.ts';
import { portNamesOfWorker } from '../../shared/queue/worker.ts';
import { assemblyOf, bundlesOfAll, ofType } from './assembly.ts';
import { allowed, functionsOf, list } from './deployed.ts';
import { registered, settled, stages } from './registered.ts';
import { resources } from './resources.ts';
import { read } from './sources.ts';

const portsOf = new Map<string, readonly PortName[]>([
  ...registered.operations.map(({ operation }) => [operation.id, portNamesOf(operation)] as const),
  ...registered.workers.map(({ worker }) => [worker.id, portNamesOfWorker(worker)] as const),
  ['unknown-route', []],
]);
const always = ['logs:CreateLogStream', 'logs:PutLogEvents', 'xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
const receiving = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];
const following = [
  ...['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
  ...['kms:Decrypt', 'sqs:SendMessage'],
];

describe.each(stages)('stage %s', async (stage) => {
  const { stacks } = await assemblyOf(stage);
  const functions = functionsOf(stage, stacks);
  const bundles = await bundlesOfAll();
  /** A stage without a sender sends no mail, and one without a language model invokes none. */
  const { mailSender, describingModel, readingModel } = settled[stage];
  const given = {
    ...resources,
    describingModel,
    readingModel,
    mail: mailSender === undefined ? undefined : resources.mail,
  };

  test.each(functions.map((one) => [one.id, one] as const))(
    'the role of %s holds the grants of its ports only',
    (id, deployed) => {
      const worker = registered.workers.find((one) => one.worker.id === id)?.worker;
      const expected = [
        ...always,
        ...(worker && 'queue' in worker ? receiving : []),
        ...(worker && 'stream' in worker ? following : []),
        // Failed events of a scheduled function go to a queue.
        ...(worker && 'schedule' in worker ? ['sqs:SendMessage'] : []),
        ...portsOf
          .get(id)!
          .flatMap((port) => grants[port].statements(given))
          .flatMap(({ actions }) => actions),
      ];
      const actions = deployed.statements.flatMap(({ Action }) => list(Action));
      expect([...new Set(actions)].sort()).toEqual([...new Set(expected)].sort());
      expect(deployed.role.Properties.ManagedPolicyArns).toBeUndefined();
      for (const { Effect } of deployed.statements) expect(Effect).toBe('Allow');
    },
  );

  test('no role has wildcards beyond those listed here', () => {
    const wide = functions.flatMap(({ statements }) => allowed(statements)).filter((one) => / on .*\*/.test(one));
    const known = [
      /^dynamodb:ListStreams on \*$/,
      /^xray:Put(TelemetryRecords|TraceSegments) on \*$/,
      // Restricts instead of widening: only the partitions of the table that hold requests for snapshots.
      /^dynamodb:UpdateItem on <[\w-]+:ExportsOutputFnGetAttRecords\w+Arn\w+> when \{ForAllValues:StringLike: \{dynamodb:LeadingKeys: \*#SNAPSHOT\}\}$/,
      // Restricts likewise: counters of the limiter, and idempotency keys.
      /^dynamodb:UpdateItem on <[\w-]+:ExportsOutputFnGetAttRequests\w+Arn\w+> when \{ForAllValues:StringLike: \{dynamodb:LeadingKeys: ORG#\*#(LIMITS|IDEMPOTENCY)#\*\}\}$/,
      // The idempotency keys of a deleted organization are removed.
      /^dynamodb:(Query|BatchWriteItem) on <[\w-]+:ExportsOutputFnGetAttRequests\w+Arn\w+> when \{ForAllValues:StringLike: \{dynamodb:LeadingKeys: ORG#\*#IDEMPOTENCY#\*\}\}$/,
      /^s3:ListBucket on <[\w-]+:ExportsOutputFnGetAttFiles\w+Arn\w+> when \{StringLike: \{s3:prefix: search\/\*\}\}$/,
      /^textract:DetectDocumentText on \*$/,
      // In any region that the profile chooses, but only through this profile.
      /^bedrock:InvokeModel on arn:(?:<AWS::Partition>|aws):bedrock:\*::foundation-model\/anthropic\.claude-haiku-4-5-20251001-v1:0 when \{StringEquals: \{bedrock:InferenceProfileArn: arn:.*:inference-profile\/eu\.anthropic[^*]*\}\}$/,
      /^s3:((Get|Put|Delete)Object|(Put|Delete)ObjectTagging|AbortMultipartUpload|ListMultipartUploadParts) on <[\w-]+:ExportsOutputFnGetAttFiles\w+Arn\w+>\/(uploads|files|derived|archives|registers|search)\/\*$/,
    ];
    expect(wide.filter((one) => !known.some((pattern) => pattern.test(one)))).toEqual([]);
    const actions = functions.flatMap(({ statements }) => statements.flatMap(({ Action }) => list(Action)));
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });

  test('no resource policy widens a role', () => {
    for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy', 'AWS::IAM::RolePolicy']) {
      expect(ofType(stacks, type)).toEqual([]);
    }
    const ofFunctions = ofType(stacks, 'AWS::IAM::Role').filter(({ id }) => !id.startsWith('DeployerRole'));
    expect(ofFunctions).toHaveLength(functions.length);
  });

  test.each(functions.map((one) => [one.id, one] as const))(
    '%s has every environment variable that its code reads',
    (id, { environment }) => {
      const inputs = bundles
        .find((bundle) => bundle.id === id)!
        .inputs.filter((input) => !input.startsWith('node_modules/'));
      const asked = inputs.flatMap((input) => [
        ...read(input).matchAll(/required\([^,()]*(?:\(\))?\s*,\s*'([A-Z_]+)'/g),
      ]);
      const isPublic = registered.operations.some(
        ({ operation }) => operation.id === id && operation.auth === 'public',
      );
      // Without a token, the stack never reaches the verification that reads these.
      const unasked = isPublic ? ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWKS_URL'] : [];
      const names = asked.map(([, name]) => name!).filter((name) => !unasked.includes(name));
      expect(Object.keys(environment)).toEqual(expect.arrayContaining(names));
    },
  );
});
