import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { environment, required } from '../../shared/environment.ts';

/**
 * Returns everything that the tables and the object store still hold of a project, by scanning all of it: keys of items
 * that name the project or one of its records in key or content, and paths of objects that name one of them.
 *
 * @param records ids of the project's documents, comparisons and uploads, which occur in the paths of their objects
 */
export const leftovers = async (organization: string, project: string, records: readonly string[] = []) => {
  const names = [project, ...records];
  const isOf = (text: string) => text.includes(organization) && names.some((name) => text.includes(name));
  const client = new DynamoDBClient();
  const s3 = new S3Client({ forcePathStyle: true });
  const found: string[] = [];
  try {
    for (const name of ['TABLE_NAME', 'CREDENTIALS_TABLE_NAME', 'REQUESTS_TABLE_NAME'] as const) {
      const TableName = required(environment(), name);
      for await (const { Items } of paginateScan({ client: DynamoDBDocumentClient.from(client) }, { TableName })) {
        for (const item of Items ?? []) if (isOf(JSON.stringify(item))) found.push(`${item.pk} ${item.sk}`);
      }
    }
    const Bucket = required(environment(), 'FILES_BUCKET');
    let from: string | undefined;
    do {
      const page = await s3.send(new ListObjectsV2Command({ Bucket, ...(from && { ContinuationToken: from }) }));
      for (const { Key = '' } of page.Contents ?? []) if (isOf(Key)) found.push(Key);
      from = page.NextContinuationToken;
    } while (from);
    return found.sort();
  } finally {
    client.destroy();
    s3.destroy();
  }
};
