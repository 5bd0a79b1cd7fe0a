import {
  DeleteFunctionCommand,
  LambdaClient,
  paginateListAliases,
  paginateListFunctions,
  paginateListVersionsByFunction,
} from '@aws-sdk/client-lambda';
import { prefixOf } from '../cloud/stages.ts';

/** The number of versions removed, and the bytes of their code. */
export interface Pruned {
  versions: number;
  bytes: number;
}

/** Returns the versions that aliases of a function route traffic to. */
const versionsInUse = async (client: LambdaClient, FunctionName: string): Promise<ReadonlySet<string>> => {
  const inUse = new Set<string>();
  for await (const { Aliases = [] } of paginateListAliases({ client }, { FunctionName })) {
    for (const { FunctionVersion = '', RoutingConfig } of Aliases) {
      inUse.add(FunctionVersion);
      for (const version of Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {})) inUse.add(version);
    }
  }
  return inUse;
};

/** Returns the published versions of a function, the newest first. */
const publishedVersions = async (client: LambdaClient, FunctionName: string) => {
  const published: { Version: string; CodeSize: number }[] = [];
  for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName })) {
    for (const { Version = '$LATEST', CodeSize = 0 } of Versions) {
      if (Version !== '$LATEST') published.push({ Version, CodeSize });
    }
  }
  return published.sort((a, b) => Number(b.Version) - Number(a.Version));
};

/**
 * Deletes published versions of a stage's functions, which CloudFormation keeps for a canary's rollback. The newest
 * ones are kept, and so is every version that an alias routes traffic to.
 *
 * @param retain versions of each function kept in addition to `$LATEST`
 */
export const pruneVersions = async (
  stage: string,
  retain: number,
  isDry: boolean,
  client = new LambdaClient(),
): Promise<Pruned> => {
  const pruned: Pruned = { versions: 0, bytes: 0 };
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    const names = Functions.map(({ FunctionName = '' }) => FunctionName);
    for (const FunctionName of names.filter((name) => name.startsWith(`${prefixOf({ stage })}-`))) {
      const inUse = await versionsInUse(client, FunctionName);
      const superseded = (await publishedVersions(client, FunctionName)).slice(retain);
      for (const { Version, CodeSize } of superseded.filter((each) => !inUse.has(each.Version))) {
        if (!isDry) await client.send(new DeleteFunctionCommand({ FunctionName, Qualifier: Version }));
        pruned.versions++;
        pruned.bytes += CodeSize;
      }
    }
  }
  return pruned;
};
