import { type App, Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';
import type { Statement } from './grants.ts';

/** Holds every stack against both rule packs; findings stand in `validation-report.json` of the assembly. */
export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
};

/** Leaves findings out below a construct, each with the reason why they do no harm there. */
export const acknowledge = (scope: IConstruct, reasons: Readonly<Record<string, string>>): void => {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
};

/** Leaves out the findings of the wildcards that statements give a reason for, and of no others. */
export const acknowledgeWildcards = (role: IConstruct, statements: readonly Statement[]): void => {
  for (const { resources, wildcard } of statements) {
    if (!wildcard) continue;
    for (const resource of resources) {
      const name = flattenCfnReference(Stack.of(role).resolve(resource));
      acknowledge(role, { [`AwsSolutions-IAM5[Resource::${name}]`]: wildcard });
      if (name === '*') acknowledge(role, { 'Serverless-LambdaStarPermissions': wildcard });
    }
  }
};
