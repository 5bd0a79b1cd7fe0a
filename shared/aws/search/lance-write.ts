import { toSql } from '../../domain/search/clauses.ts';
import type { ChunkRow, EntityRow } from '../../domain/search/rows.ts';
import { engine, IndexTable, openIndex, type WordRow } from './lance.ts';

const text = (name: string, nullable = true) => ({ name, type: 'utf8' as const, nullable });

const ENTITY_FIELDS = [
  ...[
    'key',
    'type',
    'owner',
    'version',
    'chunked',
    'id',
    'project_id',
    'title',
    'body',
    'words',
    'heading',
    'searched',
    'described',
    'created_at',
  ].map((name) => text(name, false)),
  text('updated_at', false),
  ...['reference', 'document_type', 'discipline', 'status', 'revision_root', 'processing_status', 'category'].map(
    (name) => text(name),
  ),
  ...['uploaded_by', 'filename', 'uploaded_at'].map((name) => text(name)),
  { name: 'is_latest', type: 'bool' as const, nullable: false },
  { name: 'page', type: 'int32' as const, nullable: true },
  { name: 'file_size', type: 'float64' as const, nullable: true },
];

const CHUNK_FIELDS = [
  ...['key', 'owner', 'id', 'chunked', 'project_id', 'text', 'words', 'pages', 'created_at'].map((name) =>
    text(name, false),
  ),
  ...['document_type', 'discipline', 'status', 'revision_root'].map((name) => text(name)),
  { name: 'is_latest', type: 'bool' as const, nullable: false },
];

type FieldOf = { name: string; type: 'utf8' | 'bool' | 'int32' | 'float64'; nullable: boolean };

const schemaOf = async (fields: readonly FieldOf[], dimensions?: number) => {
  const arrow = await import('apache-arrow');
  const types = {
    utf8: () => new arrow.Utf8(),
    bool: () => new arrow.Bool(),
    int32: () => new arrow.Int32(),
    float64: () => new arrow.Float64(),
  };
  const plain = fields.map(({ name, type, nullable }) => new arrow.Field(name, types[type](), nullable));
  if (dimensions === undefined) return new arrow.Schema(plain);
  const vector = new arrow.FixedSizeList(dimensions, new arrow.Field('item', new arrow.Float32(), true));
  return new arrow.Schema([...plain, new arrow.Field('vector', vector, true)]);
};

/** Rows not yet in an index are read one by one: from so many on the indexes take them in. */
const UNINDEXED = 2_000;
/** Vectors up to which comparing each is quick enough, and better than an index. */
const FEW_VECTORS = 50_000;
/** Former versions of a table are of no use after this, milliseconds: who reads one has long ended. */
const KEPT = 15 * 60_000;

/** From so many rows on a column that rows are chosen by has an index of its own. */
const MANY_ROWS = 5_000;

/** One table of an organization's index, for the worker that holds it. */
export class WrittenTable<R extends { key: string }> extends IndexTable<R> {
  /** Replaces all rows of these owners by the given ones, in one commit. */
  async replace(column: 'owner' | 'project_id', owners: readonly string[], rows: readonly R[]): Promise<void> {
    if (owners.length === 0) return;
    const where = toSql([{ column, in: owners }])!;
    if (rows.length === 0) {
      await this.table.delete(where);
      return;
    }
    await this.table
      .mergeInsert('key')
      .whenMatchedUpdateAll()
      .whenNotMatchedInsertAll()
      .whenNotMatchedBySourceDelete({ where })
      .execute(rows as unknown as Record<string, unknown>[]);
  }

  /** Adds rows whose keys are known not to be there: nothing is looked up, whatever the size of the table. */
  async add(rows: readonly R[]): Promise<void> {
    if (rows.length > 0) await this.table.add(rows as unknown as Record<string, unknown>[]);
  }

  /** Adds rows whose key is not there yet. */
  async addMissing(rows: readonly R[]): Promise<void> {
    if (rows.length === 0) return;
    await this.table
      .mergeInsert('key')
      .whenNotMatchedInsertAll()
      .execute(rows as unknown as Record<string, unknown>[]);
  }

  /** Makes the index of words, which is needed for them to be found at all. */
  async prepare(): Promise<void> {
    const { Index } = await engine();
    const config = Index.fts({
      ...{ withPosition: false, baseTokenizer: 'whitespace', lowercase: false, stem: false },
      ...{ removeStopWords: false, asciiFolding: false, maxTokenLength: 64 },
    });
    if (!(await this.#indexed()).has('words')) await this.table.createIndex('words', { config });
  }

  /** Has the indexes take in what they do not hold yet, where that has become much. */
  async keepUp(): Promise<void> {
    const stats = await this.table.indexStats('words_idx');
    if ((stats?.numUnindexedRows ?? 0) > UNINDEXED) await this.compact();
  }

  /** Joins small files, takes all rows into the indexes, and lets go of what no reader has any more. */
  async compact(now = Date.now()): Promise<void> {
    await this.#indexColumns();
    await this.table.optimize({ cleanupOlderThan: new Date(now - KEPT) });
  }

  /** Small tables are quicker read than looked up. */
  async #indexColumns(): Promise<void> {
    if ((await this.count()) < MANY_ROWS) return;
    const { Index } = await engine();
    const indexed = await this.#indexed();
    const columns = new Set((await this.table.schema()).fields.map(({ name }) => name));
    for (const column of ['key', 'owner', 'project_id', 'id', 'batch']) {
      if (columns.has(column) && !indexed.has(column)) await this.table.createIndex(column, { config: Index.btree() });
    }
    if (!columns.has('vector') || indexed.has('vector')) return;
    if ((await this.table.countRows('vector IS NOT NULL')) < FEW_VECTORS) return;
    await this.table.createIndex('vector', { config: Index.ivfPq({ distanceType: 'cosine' }) });
  }

  async #indexed(): Promise<ReadonlySet<string>> {
    return new Set((await this.table.listIndices()).flatMap(({ columns }) => columns));
  }
}

/** The index of one organization, for the worker that holds it. */
export interface WrittenIndex {
  entities: WrittenTable<EntityRow>;
  chunks: WrittenTable<ChunkRow>;
  words: WrittenTable<WordRow>;
  close(): void;
}

const WORD_FIELDS = [text('key', false), { name: 'batch', type: 'float64' as const, nullable: false }];

/** True where the folder holds a whole index: one that somebody removed, or a part of it, is not taken for an empty one. */
export const holdsIndex = async (uri: string): Promise<boolean> => {
  try {
    (await openIndex(uri)).close();
    return true;
  } catch (error) {
    if (/was not found/.test(String(error))) return false;
    throw error;
  }
};

/**
 * Opens the index in a folder or below an address of the object store, and makes it where there is none.
 * @param dimensions numbers of a vector
 */
export const openForWriting = async (uri: string, dimensions: number): Promise<WrittenIndex> => {
  const { connect } = await engine();
  const connection = await connect(uri, { readConsistencyInterval: 0 });
  const open = async (name: string, fields: readonly FieldOf[], vectors?: number) =>
    connection.createEmptyTable(name, await schemaOf(fields, vectors), { existOk: true, mode: 'create' });
  const index = {
    entities: new WrittenTable<EntityRow>(await open('entities', ENTITY_FIELDS)),
    chunks: new WrittenTable<ChunkRow>(await open('chunks', CHUNK_FIELDS, dimensions)),
    words: new WrittenTable<WordRow>(await open('words', WORD_FIELDS)),
    close: () => connection.close(),
  };
  await index.entities.prepare();
  await index.chunks.prepare();
  return index;
};

/** Removes an index with all it holds. */
export const removeIndex = async (uri: string): Promise<void> => {
  const { connect } = await engine();
  const connection = await connect(uri);
  await connection.dropAllTables();
  connection.close();
};
