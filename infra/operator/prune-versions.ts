import {
  DeleteFunctionCommand,
  LambdaClient,
  paginateListAliases,
  paginateListFunctions,
  paginateListVersionsByFunction,
} from '@aws-sdk/client-lambda';
import { prefixOf } from '../cloud/stages.ts';

/** What was removed: versions, and the bytes of code that they held. */
export interface Pruned {
  versions: number;
  bytes: number;
}

/**
 * Deletes published versions of a stage's functions, which CloudFormation leaves behind where a canary may have to go
 * back to them. The newest ones stay, and so does every version that an alias routes traffic to.
 *
 * @param retain versions of each function that stay beside `$LATEST`
 */
export const pruneVersions = async (
  stage: string,
  retain: number,
  isDry: boolean,
  client = new LambdaClient(),
): Promise<Pruned> => {
  const pruned: Pruned = { versions: 0, bytes: 0 };
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    for (const { FunctionName = '' } of Functions) {
      if (!FunctionName.startsWith(`${prefixOf({ stage })}-`)) continue;
      const inUse = new Set<string>();
      for await (const { Aliases = [] } of paginateListAliases({ client }, { FunctionName })) {
        for (const { FunctionVersion = '', RoutingConfig } of Aliases) {
          for (const version of [FunctionVersion, ...Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {})])
            inUse.add(version);
        }
      }
      const published: { Version: string; CodeSize: number }[] = [];
      for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName })) {
        for (const { Version = '$LATEST', CodeSize = 0 } of Versions)
          if (Version !== '$LATEST') published.push({ Version, CodeSize });
      }
      const newestFirst = published.sort((a, b) => Number(b.Version) - Number(a.Version));
      for (const { Version, CodeSize } of newestFirst.slice(retain)) {
        if (inUse.has(Version)) continue;
        if (!isDry) await client.send(new DeleteFunctionCommand({ FunctionName, Qualifier: Version }));
        pruned.versions++;
        pruned.bytes += CodeSize;
      }
    }
  }
  return pruned;
};
