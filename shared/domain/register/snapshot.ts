import * as z from 'zod';
import { CodeColumn, NumberColumn } from './columns.ts';
import type { CodeName, NumberName } from './register-columns.ts';
import { CODE_COLUMNS, NUMBER_COLUMNS, RegisterColumns } from './register-columns.ts';

/** Incremented by every change of the columns' meaning; snapshots of another format are ignored. */
const FORMAT = 4;

const texts = z.array(z.string());
const Snapshot = z.object({
  format: z.literal(FORMAT),
  /** The partition it was read from, so that a copied object is not taken for another project's register. */
  partition: z.string(),
  /** Epoch milliseconds at which the read that completed it started. */
  read_at: z.number(),
  seen: texts,
  ids: texts,
  texts,
  filenames: texts,
  sheets: texts,
  codes: z.record(z.enum(CODE_COLUMNS), z.object({ texts, codes: z.base64() })),
  numbers: z.record(z.enum(NUMBER_COLUMNS), z.base64()),
});

const base64 = (values: Float64Array | Int32Array, size: number): string =>
  Buffer.from(values.buffer, values.byteOffset, size * values.BYTES_PER_ELEMENT).toString('base64');

/** Returns the bytes in a buffer of their own: a small buffer may share one that is not aligned. */
const bytesOf = (text: string, expected: number): ArrayBuffer => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== expected)
    throw new Error('A column of the snapshot does not have as many values as there are documents');
  return Uint8Array.from(bytes).buffer;
};

/** The stored state of a register. */
export interface StoredRegister {
  /** Epoch milliseconds at which the read that completed it started. */
  readAt: number;
  /** Sort keys of the changes that a later read sees again, and that the columns already contain. */
  seen: Iterable<string>;
  columns: RegisterColumns;
}

/** Returns the register as JSON: texts as they are, numbers and codes as little-endian arrays in base64. */
export const writeSnapshot = (partition: string, { readAt, seen, columns }: StoredRegister): string => {
  const { data, size } = columns;
  const codes = CODE_COLUMNS.map((name) => {
    const column = data.codes[name];
    return [name, { texts: column.texts, codes: base64(column.codes, size) }];
  });
  const numbers = NUMBER_COLUMNS.map((name) => [name, base64(data.numbers[name].values, size)]);
  const { ids, texts, filenames, sheets } = data;
  const [codesByName, numbersByName] = [Object.fromEntries(codes), Object.fromEntries(numbers)];
  return JSON.stringify({
    format: FORMAT,
    partition,
    read_at: readAt,
    seen: [...seen],
    ids,
    texts,
    filenames,
    sheets,
    codes: codesByName,
    numbers: numbersByName,
  } satisfies z.infer<typeof Snapshot>);
};

/** @throws Error if the text is not a complete snapshot of that partition */
export const readSnapshot = (partition: string, json: string): StoredRegister => {
  const snapshot = Snapshot.parse(JSON.parse(json));
  const size = snapshot.ids.length;
  if (snapshot.partition !== partition) throw new Error('The snapshot belongs to another register');
  const lists = [snapshot.texts, snapshot.filenames, snapshot.sheets];
  if (lists.some(({ length }) => length !== size)) throw new Error('A column is incomplete');
  const codes = CODE_COLUMNS.map((name) => {
    const { texts, codes } = snapshot.codes[name];
    return [name, new CodeColumn(new Int32Array(bytesOf(codes, size * 4)), texts)] as const;
  });
  const numbers = NUMBER_COLUMNS.map(
    (name) => [name, new NumberColumn(new Float64Array(bytesOf(snapshot.numbers[name], size * 8)))] as const,
  );
  const columns = new RegisterColumns({
    ids: snapshot.ids,
    texts: snapshot.texts,
    filenames: snapshot.filenames,
    sheets: snapshot.sheets,
    codes: Object.fromEntries(codes) as Record<CodeName, CodeColumn>,
    numbers: Object.fromEntries(numbers) as Record<NumberName, NumberColumn>,
  });
  return { readAt: snapshot.read_at, seen: snapshot.seen, columns };
};
