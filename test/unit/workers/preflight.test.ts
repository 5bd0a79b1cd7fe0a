import { GetAccountSummaryCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { beforeEach, expect, test } from 'vitest';
import { parseSettings } from '../../../infra/cloud/settings.ts';
import { clients, needsOf, preflight } from '../../../infra/operator/check-account.ts';
import { mockClient } from '../../support/mock-client.ts';

const lambda = mockClient(LambdaClient);
const iam = mockClient(IAMClient);
const quotas = mockClient(ServiceQuotasClient);
process.env.AWS_REGION ??= 'eu-central-1';

const needs = needsOf(parseSettings({ stage: 'prod' }), 900 * 2 ** 20);

/** An account with this many concurrent executions and roles in use. */
const account = (ConcurrentExecutions: number, Roles: number): void => {
  lambda.on(GetAccountSettingsCommand).resolves({
    AccountLimit: { ConcurrentExecutions, TotalCodeSize: 75 * 2 ** 30 },
    AccountUsage: { TotalCodeSize: 2 ** 30 },
  });
  iam.on(GetAccountSummaryCommand).resolves({ SummaryMap: { Roles, RolesQuota: 1000 } });
};
beforeEach(() => {
  for (const mock of [lambda, iam, quotas]) mock.reset();
  quotas.on(GetServiceQuotaCommand).rejects(Object.assign(new Error('none'), { name: 'NoSuchResourceException' }));
  quotas.on(GetAWSDefaultServiceQuotaCommand).resolves({ Quota: { Value: 2000, Unit: 'None' } });
});

test('a new account is advised to request concurrency, and nothing else', async () => {
  account(10, 20);
  const lines = await preflight(needs, clients());
  expect(lines.map(({ quota, isEnough }) => [quota, isEnough])).toEqual([
    ['Concurrent executions', false],
    ['Function and layer storage, bytes', true],
    ['Roles per account', true],
    ['Stacks', true],
  ]);
  expect(lines[0]!.request).toBe(
    `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${2 * needs.concurrency}`,
  );
});

test('roles of other stages count', async () => {
  account(2000, 950);
  const lines = await preflight(needs, clients());
  expect(lines.filter(({ isEnough }) => !isEnough).map(({ quota }) => quota)).toEqual(['Roles per account']);
});

test('a preview needs less than production', () => {
  const preview = needsOf(parseSettings({ stage: 'pr-1' }), 900 * 2 ** 20);
  expect(preview.concurrency).toBeLessThan(needs.concurrency / 5);
  expect(preview.codeBytes).toBeLessThan(needs.codeBytes);
  expect(preview.roles).toBe(needs.roles - 1);
});
