import { S3Error } from './s3-error.ts';

/**
 * Returns the first and last byte of a `Range` header; undefined for the whole object, which is also returned for
 * anything but a single byte range.
 * @throws S3Error InvalidRange if the range is beyond the object
 */
export function parseRange(header: string | undefined, size: number): [start: number, end: number] | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (start > end) {
    const details = { RangeRequested: header ?? '', ActualObjectSize: String(size) };
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable', details);
  }
  return [start, end];
}
