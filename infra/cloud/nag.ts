import { type App, Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, type NagPack, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';
import type { Statement } from './grants.ts';

/** The packs of rules that every stack is held against. */
export const rulePacks = (app: App): NagPack[] => [
  new AwsSolutionsChecks(app),
  new ServerlessChecks(app),
  new NIST80053R5Checks(app),
];

/** Holds every stack against three rule packs; findings stand in `validation-report.json` of the assembly. */
export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(...rulePacks(app));
};

/** Leaves findings out below a construct, each with the reason why they do no harm there. */
export const acknowledge = (scope: IConstruct, reasons: Readonly<Record<string, string>>): void => {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
};

/**
 * Leaves out the findings of the wildcards that statements give a reason for, and of no others. The names of the rules
 * contain the resource as it is resolved here: with an account and region where the stack has them, without otherwise.
 */
export const acknowledgeWildcards = (role: IConstruct, statements: readonly Statement[]): void => {
  for (const { resources, wildcard } of statements) {
    if (!wildcard) continue;
    for (const resource of resources) {
      const name = flattenCfnReference(Stack.of(role).resolve(resource));
      acknowledge(role, { [`AwsSolutions-IAM5[Resource::${name}]`]: wildcard });
    }
  }
};

/** As `acknowledgeWildcards`, for the role of a Lambda function, which a rule of its own examines for `*`. */
export const acknowledgeFunctionWildcards = (role: IConstruct, statements: readonly Statement[]): void => {
  acknowledgeWildcards(role, statements);
  for (const { resources, wildcard } of statements) {
    if (wildcard && resources.includes('*')) acknowledge(role, { 'Serverless-LambdaStarPermissions': wildcard });
  }
};
