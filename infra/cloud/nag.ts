import { type App, Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, type NagPack, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';
import type { Statement } from './grants.ts';

/** The rule packs that every stack is checked with. */
export const rulePacks = (app: App): NagPack[] => [
  new AwsSolutionsChecks(app),
  new ServerlessChecks(app),
  new NIST80053R5Checks(app),
];

/** Checks every stack with three rule packs; findings are written to `validation-report.json` of the assembly. */
export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(...rulePacks(app));
};

/** Suppresses findings below a construct, each with the reason why it is harmless there. */
export const acknowledge = (scope: IConstruct, reasons: Readonly<Record<string, string>>): void => {
  Validations.of(scope).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
};

/**
 * Suppresses exactly the findings for wildcards that statements give a reason for. The names of the rules contain the
 * resource as it resolves here: with account and region if the stack has them, without otherwise.
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

/** Like `acknowledgeWildcards`, for the role of a Lambda function, which another rule also checks for `*`. */
export const acknowledgeFunctionWildcards = (role: IConstruct, statements: readonly Statement[]): void => {
  acknowledgeWildcards(role, statements);
  for (const { resources, wildcard } of statements) {
    if (wildcard && resources.includes('*')) acknowledge(role, { 'Serverless-LambdaStarPermissions': wildcard });
  }
};
