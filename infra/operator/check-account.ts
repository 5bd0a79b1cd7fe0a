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
import { queueWorkersOf, stackGroupOf } from '../cloud/registered.ts';
import type { Settings } from '../cloud/settings.ts';
import { mappingConcurrency } from '../cloud/workers-stack.ts';

/** The quotas that a stage needs in addition to what the account already uses. */
export interface StageNeeds {
  /** Concurrent invocations that the queues' workers may reach, with as many again for requests. */
  concurrency: number;
  roles: number;
  stacks: number;
  /** Bytes of code of one deployment, including those of the versions that are kept. */
  codeBytes: number;
}

/** Versions kept in addition to the current one and the one being deployed. */
const VERSIONS = 3;

/**
 * Returns the needs of a stage.
 * @param bundleBytes size of all functions' folders; Lambda counts them zipped, about 0.4 of it here
 */
export const needsOf = (settings: Settings, bundleBytes: number): StageNeeds => {
  const mappings = queueWorkersOf(workers).map(({ queue }) =>
    mappingConcurrency(queues[queue].concurrency.cloud, settings.concurrencyShare),
  );
  const functions = operations.length + workers.length + 1;
  return {
    concurrency: 2 * mappings.reduce((sum, each) => sum + each, 0),
    // One for each function, and CodeDeploy's if the stage has canaries.
    roles: functions + (settings.canary ? 1 : 0),
    // data, api, workers, observability, edge, and one for each group.
    stacks: new Set(operations.map(stackGroupOf)).size + 5,
    codeBytes: Math.round(bundleBytes * ZIPPED) * (settings.canary ? VERSIONS + 1 : 1),
  };
};
const ZIPPED = 0.41;

/** A quota and the need for it. */
export interface QuotaLine {
  quota: string;
  /** How much of the quota is used; undefined if the account does not report it. */
  used: number | undefined;
  needed: number;
  allowed: number;
  isEnough: boolean;
  /** The command that requests more, if it is not enough. */
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

/** Returns the account's own quota if it has one, otherwise AWS's default. */
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
 * Reads the account's quotas and determines which of them a stage would exceed in addition to what the account already
 * uses. A stage that is already deployed is counted twice, which errs on the safe side.
 */
export const preflight = async (needs: StageNeeds, { lambda, iam, quotas }: Clients): Promise<QuotaLine[]> => {
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
    // That quota is measured in gigabytes.
    const value = what === 'codeBytes' ? Math.ceil(desired / 2 ** 30) : desired;
    const request = `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${value}`;
    return { ...line, request };
  });
};
