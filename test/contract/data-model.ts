import * as z from 'zod';
import type { Key } from '../../shared/table/keys.ts';
import type { Kind, List, StoredRecord } from '../../shared/table/kind.ts';
import { kinds } from '../../shared/table/kinds/index.ts';

/** A record in which every field is its own name in braces, so that keys built from it show their fields. */
const named = new Proxy({}, { get: (_, field) => `{${String(field)}}` }) as StoredRecord;

const shown = (key: string): string => `\`${decodeURIComponent(key)}\``;

const keyOf = (kind: Kind<StoredRecord, unknown>): Key => kind.key('{organization_id}', kind.idOf(named));

const listOf = ([name, { partition, parentOf, prefix, sort, carries = [] }]: [string, List<StoredRecord>]): string => {
  const below = partition('{organization_id}', parentOf?.(named) ?? '');
  const fields = carries.map((field) => `\`${field}\``).join(', ');
  return `| ${name} | ${shown(below)} | ${shown(prefix + sort(named))} | ${fields} |`;
};

interface Described {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Described;
  anyOf?: Described[];
  oneOf?: Described[];
  description?: string;
}

/** Returns the type of a field in words: `string or null`, `list of object`, or its values. */
const typeOf = (field: Described): string => {
  const members = field.anyOf ?? field.oneOf;
  if (members) return [...new Set(members.map(typeOf))].join(' or ');
  if (field.const !== undefined) return `\`${field.const}\``;
  if (field.enum) return field.enum.map((value) => `\`${value}\``).join(', ');
  if (field.type === 'array') return `list of ${field.items ? typeOf(field.items) : 'anything'}`;
  return [field.type ?? 'anything'].flat().join(' or ');
};

const fieldsOf = (schema: z.ZodType): string[] => {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output', reused: 'inline' }) as {
    properties?: Record<string, Described>;
  };
  return Object.entries(properties).map(
    ([name, field]) => `| \`${name}\` | ${typeOf(field)} | ${(field.description ?? '').replaceAll('\n', ' ')} |`,
  );
};

const HEADING = `# Data model

Records and the lists that contain them, as declared in \`shared/table/kinds/\`. \`npm run data-model\` writes this page;
\`npm test\` fails if a declaration differs from it. All items are in one table, except credentials, counters and
idempotency keys. \`shared/table/keys.ts\` lists every access pattern, including items that are not records.

Components of a key are percent-encoded; a name in braces stands for the value of that field. Besides these fields, every
record has the item attributes \`pk\` and \`sk\`. The entry of a list refers to its record; it carries the named fields, so
that the list is filtered and sorted without reading the records.
`;

const sectionOf = (name: string, kind: Kind<StoredRecord, unknown>): string => {
  const { pk, sk } = keyOf(kind);
  const lists = Object.entries(kind.lists);
  const facts = [
    `| partition key | ${shown(pk)} |`,
    `| sort key | ${shown(sk)} |`,
    `| belongs to | ${kind.belongsTo.join(' or ') || 'the service'} |`,
    `| events | ${kind.events ? `of \`${kind.events.entity}\`` : 'none'} |`,
  ];
  const table = (heading: string, rows: string[]) =>
    rows.length === 0 ? '' : `\n${heading}\n${heading.replace(/[^|]+/g, ' --- ')}\n${rows.join('\n')}\n`;
  return (
    `\n## ${name}\n${table('| | |', facts)}` +
    table('| list | partition key | sort key | carries |', lists.map(listOf)) +
    table('| field | type | |', fieldsOf(kind.schema))
  );
};

/** Returns the content of `docs/data-model.md`. */
export const dataModel = (): string =>
  HEADING +
  Object.entries(kinds)
    .map(([name, kind]) => sectionOf(name, kind as unknown as Kind<StoredRecord, unknown>))
    .join('');
