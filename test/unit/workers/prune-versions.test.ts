import {
  DeleteFunctionCommand,
  LambdaClient,
  ListAliasesCommand,
  ListFunctionsCommand,
  ListVersionsByFunctionCommand,
} from '@aws-sdk/client-lambda';
import { beforeEach, expect, test } from 'vitest';
import { pruneVersions } from '../../../infra/operator/prune-versions.ts';
import { mockClient } from '../../support/mock-client.ts';

const lambda = mockClient(LambdaClient);
const versions = ['$LATEST', '1', '2', '9', '10', '11'].map((Version) => ({ Version, CodeSize: 100 }));

beforeEach(() => {
  lambda.reset();
  const FunctionName = 'construction-dev-get-document-1234';
  lambda.on(ListFunctionsCommand).resolves({ Functions: [{ FunctionName }, { FunctionName: 'construction-prod-x' }] });
  // Traffic is being shifted: both versions of the alias are in use.
  const RoutingConfig = { AdditionalVersionWeights: { '2': 0.1 } };
  lambda.on(ListAliasesCommand).resolves({ Aliases: [{ FunctionVersion: '11', RoutingConfig }] });
  lambda.on(ListVersionsByFunctionCommand).resolves({ Versions: versions });
});
const removed = () => lambda.commandCalls(DeleteFunctionCommand).map(({ args }) => args[0].input);

test('the newest versions are kept, compared as numbers, and those that an alias routes to', async () => {
  expect(await pruneVersions('dev', 3, false)).toEqual({ versions: 1, bytes: 100 });
  expect(removed()).toEqual([{ FunctionName: 'construction-dev-get-document-1234', Qualifier: '1' }]);
});

test('a dry run removes nothing', async () => {
  expect(await pruneVersions('dev', 3, true)).toEqual({ versions: 1, bytes: 100 });
  expect(removed()).toEqual([]);
});
