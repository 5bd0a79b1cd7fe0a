import { GetAccountSummaryCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { queues } from '../../shared/queue/queues.ts';
import { groupOf, queueWorkersOf } from '../cloud/registered.ts';
import type { Settings } from '../cloud/settings.ts';
import { mappingConcurrency } from '../cloud/workers-stack.ts';

/** What a stage needs of an account beyond what runs in it already. */
export interface StageNeeds {
  /** Invocations at the same time that the queues' workers may reach, with as many again for requests. */
  concurrency: number;
  roles: number;
  stacks: number;
  /** Bytes of code of one deployment, with those of the versions that stay. */
  codeBytes: number;
}

/** Versions that stay beside the current one and the one that is being deployed. */
const VERSIONS = 3;

/** @param bundleBytes size of all functions' folders; Lambda counts them zipped, about 0.4 of it here */
export const needsOf = (settings: Settings, bundleBytes: number): StageNeeds => {
  const mappings = queueWorkersOf(workers).map(({ queue }) =>
    mappingConcurrency(queues[queue].concurrency.cloud, settings.concurrencyShare),
  );
  const functions = operations.length + workers.length + 1;
  return {
    concurrency: 2 * mappings.reduce((sum, each) => sum + each, 0),
    // Each function's own; CodeDeploy's, where the stage has canaries.
    roles: functions + (settings.canary ? 1 : 0),
    // data, api, workers, observability, edge, and one for each group.
    stacks: new Set(operations.map(groupOf)).size + 5,
    codeBytes: Math.round(bundleBytes * ZIPPED) * (settings.canary ? VERSIONS + 1 : 1),
  };
};
const ZIPPED = 0.41;

/** One quota beside what is needed of it. */
export interface Line {
  quota: string;
  /** Of the quota, where the account tells; undefined where it does not. */
  used: number | undefined;
  needed: number;
  allowed: number;
  isEnough: boolean;
  /** What to do where it is not. */
  request?: string;
}

const QUOTAS = {
  concurrency: ['lambda', 'L-B99A9384', 'Concurrent executions'],
  codeBytes: ['lambda', 'L-2ACBD22F', 'Function and layer storage, bytes'],
  roles: ['iam', 'L-FE177D64', 'Roles per account'],
  stacks: ['cloudformation', 'L-0485CB21', 'Stacks'],
} as const satisfies Record<keyof StageNeeds, readonly [service: string, code: string, name: string]>;

interface Clients {
  lambda: LambdaClient;
  iam: IAMClient;
  quotas: ServiceQuotasClient;
}
export const clients = (): Clients => ({
  lambda: new LambdaClient(),
  iam: new IAMClient(),
  quotas: new ServiceQuotasClient(),
});

/** The account's own quota where it has one, AWS's default otherwise. */
const quotaOf = async (client: ServiceQuotasClient, ServiceCode: string, QuotaCode: string): Promise<number> => {
  const asked = { ServiceCode, QuotaCode };
  const own = await client.send(new GetServiceQuotaCommand(asked)).catch((error: Error) => {
    if (error.name !== 'NoSuchResourceException') throw error;
    return client.send(new GetAWSDefaultServiceQuotaCommand(asked));
  });
  const { Value = 0, Unit } = own.Quota ?? {};
  return Unit === 'Gigabytes' ? Value * 2 ** 30 : Value;
};

/**
 * Reads the account's quotas and says which of them a stage would exceed, on top of what the account uses already.
 * A stage that is deployed there is counted twice, which errs on the safe side.
 */
export const preflight = async (needs: StageNeeds, { lambda, iam, quotas }: Clients): Promise<Line[]> => {
  const [settings, summary] = await Promise.all([
    lambda.send(new GetAccountSettingsCommand({})),
    iam.send(new GetAccountSummaryCommand({})),
  ]);
  const allowed: Record<keyof StageNeeds, number> = {
    concurrency: settings.AccountLimit?.ConcurrentExecutions ?? 0,
    codeBytes: settings.AccountLimit?.TotalCodeSize ?? 0,
    roles: summary.SummaryMap?.RolesQuota ?? 0,
    stacks: await quotaOf(quotas, QUOTAS.stacks[0], QUOTAS.stacks[1]),
  };
  const used: Partial<Record<keyof StageNeeds, number | undefined>> = {
    codeBytes: settings.AccountUsage?.TotalCodeSize,
    roles: summary.SummaryMap?.Roles,
  };
  return (Object.keys(QUOTAS) as (keyof StageNeeds)[]).map((what) => {
    const [service, code, quota] = QUOTAS[what];
    const isEnough = (used[what] ?? 0) + needs[what] <= allowed[what];
    const line = { quota, used: used[what], needed: needs[what], allowed: allowed[what], isEnough };
    const desired = Math.ceil(2 * ((used[what] ?? 0) + needs[what]));
    if (isEnough) return line;
    // Storage of code is counted in gigabytes there.
    const value = what === 'codeBytes' ? Math.ceil(desired / 2 ** 30) : desired;
    const request = `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${value}`;
    return { ...line, request };
  });
};
