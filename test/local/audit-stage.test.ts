import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { ACCESS_LOGS_OUTPUT, DATA_OUTPUTS } from '../../infra/cloud/outputs.ts';
import { prefixOf } from '../../infra/cloud/stages.ts';
import type { AuditReport } from '../../infra/operator/audit.ts';
import { localTarget, type Target } from '../../infra/operator/target.ts';
import { sqsClient } from '../../shared/aws/clients/sqs-client.ts';
import { queueNames } from '../../shared/queue/queues.ts';
import { registerKey } from '../../shared/table/keys.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Service, startService } from '../support/service.ts';
import { startServer } from '../support/systems.ts';

const STAGE = 'dev';
const prefix = prefixOf({ stage: STAGE });

/** A CloudFormation that has one stack of a stage, with these outputs. */
const startCloudFormation = (outputs: Record<string, string>) =>
  startServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const asked = new URLSearchParams(Buffer.concat(parts).toString());
    response.setHeader('content-type', 'text/xml');
    if (asked.get('Action') !== 'DescribeStacks' || asked.get('StackName') !== `${prefix}-data`) {
      response.statusCode = 400;
      response.end(
        '<ErrorResponse><Error><Code>ValidationError</Code><Message>no such stack</Message></Error></ErrorResponse>',
      );
      return;
    }
    const members = Object.entries(outputs).map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    response.end(
      `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${prefix}-data</StackName>` +
        '<StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime>' +
        `<Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
    );
  });

let service: Service;
let target: Target;
let cloudFormation: Awaited<ReturnType<typeof startCloudFormation>>;
/** The environment of a shell in which an operator works on a stage: no names of tables, queues or buckets. */
let shell: Record<string, string | undefined>;
beforeAll(async () => {
  service = await startService({}, { idle: true });
  target = localTarget({ DATA_DIR: service.dataDir });
  const names = Object.entries(DATA_OUTPUTS).map(([variable, output]) => [output, service.environment[variable] ?? '']);
  cloudFormation = await startCloudFormation({ ...Object.fromEntries(names), [ACCESS_LOGS_OUTPUT]: 'logs' });
  for (const name of queueNames) await sqsClient().send(new CreateQueueCommand({ QueueName: `${prefix}-${name}` }));
  const ofAws = Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'));
  shell = { ...Object.fromEntries(ofAws), PATH: process.env.PATH, AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url };
});
afterAll(async () => {
  await cloudFormation.end();
  await service.end();
});

const operate = (...args: string[]): Promise<{ code: number; report: AuditReport; errors: string }> => {
  const { promise, resolve } = Promise.withResolvers<{ code: number; report: AuditReport; errors: string }>();
  const command = [join(root, 'infra/commands/operate.ts'), ...args];
  execFile(process.execPath, command, { cwd: root, env: shell }, (error, out, errors) =>
    resolve({ code: Number(error?.code ?? 0), report: out === '' ? undefined : JSON.parse(out), errors }),
  );
  return promise;
};

test('the audit of a stage finds its tables, queues and bucket by its stack, and repairs what it can', async () => {
  const api = await service.as();
  const project = await createProject(api);
  const { body } = await uploadForm(api, project, new TextEncoder().encode('on a stage'), 'notes.txt');
  const { client, name: TableName } = target.table;
  await client.send(new DeleteCommand({ TableName, Key: { ...registerKey('acme', project, body.id) } }));
  const claim = { pk: `ORG#acme#PROJECT#${project}`, sk: `SHA256#${'0'.repeat(64)}`, document_id: 'gone' };
  await client.send(new PutCommand({ TableName, Item: claim }));

  const checks = ({ findings }: AuditReport) => findings.map(({ check }) => check).sort();
  const found = await operate('audit', '--stage', STAGE);
  expect([found.code, checks(found.report)], found.errors).toEqual([1, ['claims', 'register']]);
  const dry = await operate('audit', '--stage', STAGE, '--repair', '--dry-run');
  expect([dry.code, dry.report.repaired]).toEqual([1, []]);
  const repaired = await operate('audit', '--stage', STAGE, '--repair');
  expect([repaired.code, repaired.report.repaired.length], repaired.errors).toEqual([0, 2]);
  const { total } = (await api.call('GET', `/api/v1/documents?project_id=${project}`)).body;
  expect(total).toBe(1);
  const clean = await operate('audit', '--stage', STAGE);
  expect([clean.code, clean.report]).toEqual([0, { findings: [], repaired: [], queued: {} }]);
});

test('the audit of a missing stage says so', async () => {
  const { code, errors } = await operate('audit', '--stage', 'nowhere');
  expect(code).toBe(1);
  expect(errors).toContain('no such stack');
});
