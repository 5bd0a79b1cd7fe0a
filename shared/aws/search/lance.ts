import type * as lancedb from '@lancedb/lancedb';
import type { Table as ArrowTable } from 'apache-arrow';
import { Unavailable } from '../../domain/errors.ts';
import { type Clause, toSql } from '../../domain/search/clauses.ts';
import type { ChunkRow, EntityRow } from '../../domain/search/rows.ts';
import { errorFields, log } from '../../log.ts';

/** The native engine, loaded when it is first needed: it takes a fifth of a second and 100 MB. */
let loading: Promise<typeof lancedb> | undefined;
export const engine = (): Promise<typeof lancedb> => {
  loading ??= import('@lancedb/lancedb');
  return loading;
};

/** What words look for: all of `must`, and better with more of `should`; each is a word or several that count alike. */
export interface Words {
  must: readonly string[];
  should: readonly string[];
}

export interface Found<R> {
  row: R;
  score: number;
}

/** What a query answers. @throws Unavailable where the engine cannot read its files: it names no reasons */
const answerOf = async (query: { toArrow(): Promise<ArrowTable> }): Promise<ArrowTable> => {
  try {
    return await query.toArrow();
  } catch (error) {
    log('error', 'the search index cannot be read', errorFields(error));
    throw new Unavailable('The search index does not answer', 1);
  }
};

/** One table of an organization's index, for reading. */
export class IndexTable<R extends { key: string }> {
  protected readonly table: lancedb.Table;

  constructor(table: lancedb.Table) {
    this.table = table;
  }

  /** Rows that meet the clauses. */
  async rows<C extends keyof R & string>(
    clauses: readonly Clause[],
    columns: readonly C[],
    limit = 1_000_000,
  ): Promise<Pick<R, C>[]> {
    const where = toSql(clauses);
    const query = this.table.query().select([...columns]);
    const found = await answerOf((where === undefined ? query : query.where(where)).limit(limit));
    return plainRows(found, columns);
  }

  /** Has the readers that follow see what was committed before. */
  async refresh(): Promise<void> {
    await this.table.checkoutLatest();
  }

  /** The rows that hold the words, the best by BM25 first. */
  async find<C extends keyof R & string>(
    words: Words,
    clauses: readonly Clause[],
    columns: readonly C[],
    limit: number,
  ): Promise<Found<Pick<R, C>>[]> {
    const { MatchQuery, BooleanQuery, Occur } = await engine();
    const parts = [
      ...words.must.map((each) => [Occur.Must, new MatchQuery(each, 'words')] as const),
      ...words.should.map((each) => [Occur.Should, new MatchQuery(each, 'words')] as const),
    ];
    if (parts.length === 0) return [];
    const asked = parts.length === 1 ? parts[0]![1] : new BooleanQuery(parts.map(([occur, query]) => [occur, query]));
    const query = this.table.query().fullTextSearch(asked);
    const where = toSql(clauses);
    const filtered = where === undefined ? query : query.where(where);
    const rows = await answerOf(filtered.select([...columns, '_score']).limit(limit));
    const scores = rows.getChild('_score');
    return plainRows<R, C>(rows, columns).map((row, i) => ({ row, score: Number(scores?.get(i)) }));
  }

  /** The rows whose vectors are nearest, with the cosine. */
  async near<C extends keyof R & string>(
    vector: readonly number[],
    clauses: readonly Clause[],
    columns: readonly C[],
    limit: number,
  ): Promise<Found<Pick<R, C>>[]> {
    const query = this.table
      .query()
      .nearestTo([...vector])
      .distanceType('cosine')
      .nprobes(20)
      .refineFactor(4);
    const where = toSql([...clauses]);
    const filtered = where === undefined ? query : query.where(where);
    const rows = await answerOf(filtered.select([...columns, '_distance']).limit(limit));
    const distances = rows.getChild('_distance');
    return plainRows<R, C>(rows, columns)
      .map((row, i) => ({ row, score: 1 - Number(distances?.get(i)) }))
      .filter(({ score }) => Number.isFinite(score));
  }

  count(clauses: readonly Clause[] = []): Promise<number> {
    return this.table.countRows(toSql(clauses));
  }
}

/** Rows as objects of their own, made by columns: the engine's object for each row takes several times as long. */
const plainRows = <R, C extends keyof R & string>(found: ArrowTable, columns: readonly C[]): Pick<R, C>[] => {
  const values = columns.map((column) => found.getChild(column)!);
  return Array.from(
    { length: found.numRows },
    (_, row) => Object.fromEntries(columns.map((column, i) => [column, values[i]!.get(row)])) as Pick<R, C>,
  );
};

export interface WordRow {
  key: string;
  /** Grows with each batch of words, so that a reader asks for new ones alone. */
  batch: number;
}

/** The index of one organization. */
export interface OrganizationIndex {
  entities: IndexTable<EntityRow>;
  chunks: IndexTable<ChunkRow>;
  words: IndexTable<WordRow>;
  close(): void;
}

/**
 * Opens the index in a folder or below an address of the object store, as it stands now: what is committed later is seen
 * after `refresh`, so that no query has to ask the store whether there is anything.
 * @throws Error where there is none
 */
export const openIndex = async (uri: string): Promise<OrganizationIndex> => {
  const { connect } = await engine();
  const connection = await connect(uri);
  const open = (name: string) => connection.openTable(name);
  const tables = Promise.all(['entities', 'chunks', 'words'].map(open));
  tables.catch(() => connection.close());
  const [entities, chunks, words] = await tables;
  return {
    entities: new IndexTable(entities!),
    chunks: new IndexTable(chunks!),
    words: new IndexTable(words!),
    close: () => connection.close(),
  };
};
