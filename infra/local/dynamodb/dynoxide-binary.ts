import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LocalError } from '../local-error.ts';

const packages: Record<string, string> = {
  'linux-x64': '@dynoxide/linux-x64',
  'linux-arm64': '@dynoxide/linux-arm64',
};

/**
 * Returns the path of the dynoxide binary for this platform.
 * @throws LocalError if npm has not installed one
 */
export function dynoxideBinary(platform = `${process.platform}-${process.arch}`): string {
  const name = packages[platform];
  const instead =
    'run a DynamoDB of your own, such as "docker run -p 8000:8000 amazon/dynamodb-local", and set AWS_ENDPOINT_URL_DYNAMODB=http://localhost:8000';
  if (name === undefined) throw new LocalError(`There is no embedded DynamoDB for ${platform}: ${instead}.`);
  const binary = binaryOf(name);
  if (binary === undefined) {
    throw new LocalError(
      `The optional package ${name} (embedded DynamoDB) is not installed: run "npm ci" without "--omit=optional", or ${instead}.`,
    );
  }
  return binary;
}

function binaryOf(packageName: string): string | undefined {
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), 'dynoxide');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
