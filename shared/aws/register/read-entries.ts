import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import type { RegisterLine } from '../../domain/register/register-line.ts';
import { KEY } from '../../table/definition.ts';
import { REGISTER_PREFIX } from '../../table/keys.ts';
import { LINE_FIELDS } from '../../table/register-entry.ts';
import type { Table } from '../clients/table.ts';

type Item = Record<string, AttributeValue>;

const text = (value: AttributeValue | undefined): string | null => value?.S ?? null;

const required = (item: Item, field: keyof RegisterLine): string => {
  const value = item[field]?.S;
  if (value === undefined) throw new Error(`A register entry has no ${field}`);
  return value;
};

/**
 * Reads an entry from DynamoDB's wire format: for 100,000 entries, the general conversion and a schema would take
 * longer than the request itself.
 */
const lineOf = (item: Item): RegisterLine => ({
  document_id: required(item, 'document_id'),
  created_at: required(item, 'created_at'),
  updated_at: required(item, 'updated_at'),
  revision_root: required(item, 'revision_root'),
  is_deleted: item.is_deleted?.BOOL === true,
  file_size: item.file_size?.N === undefined ? null : Number(item.file_size.N),
  uploaded_by: text(item.uploaded_by?.M?._id),
  title: text(item.title),
  description: text(item.description),
  document_reference: text(item.document_reference),
  status: text(item.status),
  processing_status: text(item.processing_status),
  document_type: text(item.document_type),
  category: text(item.category),
  filename: text(item.filename),
  uploaded_at: text(item.uploaded_at),
  deleted_at: text(item.deleted_at),
  sheet_lines: text(item.sheet_lines),
});

const names = Object.fromEntries(LINE_FIELDS.map((field) => [`#${field}`, field]));
const projection = LINE_FIELDS.map((field) => (field === 'uploaded_by' ? '#uploaded_by.#id' : `#${field}`)).join(', ');

/** Yields all entries of a project's register, page by page and strongly consistent. */
export async function* readEntries(table: Table, partition: string): AsyncGenerator<RegisterLine[]> {
  let from: Item | undefined;
  do {
    const { Items, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ConsistentRead: true,
        KeyConditionExpression: '#partition = :partition AND begins_with(#sort, :entries)',
        ProjectionExpression: projection,
        ExpressionAttributeNames: { ...names, '#id': '_id', '#partition': KEY.partition, '#sort': KEY.sort },
        ExpressionAttributeValues: { ':partition': { S: partition }, ':entries': { S: REGISTER_PREFIX } },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    yield (Items ?? []).map(lineOf);
    from = LastEvaluatedKey;
  } while (from);
}
