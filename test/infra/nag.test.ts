import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, test } from 'vitest';
import { addChecks } from '../../infra/cloud/nag.ts';
import { assemblyOf, findingsIn } from './assembly.ts';
import { stages } from './registered.ts';
import { testApp } from './synthesize.ts';

describe.each(stages)('stage %s', async (stage) => {
  const { findings, everything, reasons } = await assemblyOf(stage);

  test('every finding of a rule is suppressed with a reason', () => {
    expect(findings).toEqual([]);
  });

  test('every reason belongs to a finding and is a sentence', () => {
    expect(reasons).not.toEqual([]);
    const idle = reasons.filter(
      ({ rule, where }) => !everything.some((one) => one.rule === rule && `${one.where}/`.startsWith(`${where}/`)),
    );
    expect(idle).toEqual([]);
    for (const { reason, rule } of reasons) expect(reason.split(' ').length, rule).toBeGreaterThan(5);
  });
});

test('all packs run, and their findings reach the report', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'careless-'));
  try {
    const app = testApp(outdir);
    const stack = new Stack(app, 'careless');
    new CfnBucket(stack, 'Bucket');
    new CfnQueue(stack, 'Queue');
    addChecks(app);
    expect(() => app.synth()).toThrow();
    const rules = findingsIn(outdir).map(({ rule }) => rule);
    expect(rules).toEqual(
      expect.arrayContaining([
        'AwsSolutions-S1',
        'AwsSolutions-SQS4',
        'Serverless-SQSRedrivePolicy',
        'NIST.800.53.R5-S3BucketVersioningEnabled',
      ]),
    );
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
});
