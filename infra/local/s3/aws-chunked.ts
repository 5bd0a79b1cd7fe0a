import { Transform, type TransformCallback } from 'node:stream';
import { S3Error } from './s3-error.ts';

const longestLine = 8192;

/**
 * Decodes `aws-chunked` bodies (`SIZE\r\nBYTES\r\n … 0\r\nTRAILERS\r\n`); `trailers` is complete at the end.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export class AwsChunkedDecoder extends Transform {
  readonly trailers: Record<string, string> = {};
  #pending: Buffer = Buffer.alloc(0);
  #state: 'size' | 'data' | 'after-data' | 'trailers' | 'done' = 'size';
  #remaining = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    try {
      this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
      while (this.#step());
      callback();
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(callback: TransformCallback): void {
    const complete = this.#state === 'done' || this.#state === 'trailers';
    callback(complete ? null : new S3Error('IncompleteBody', 'The request body terminated unexpectedly'));
  }

  /** Consumes one element of the pending input; returns false if more input is needed. */
  #step(): boolean {
    if (this.#state === 'data') return this.#data();
    if (this.#state === 'done') return false;
    const line = this.#line();
    if (line === undefined) return false;
    if (this.#state === 'size') this.#size(line);
    else if (this.#state === 'after-data') this.#state = line === '' ? 'size' : this.#malformed();
    else this.#trailer(line);
    return true;
  }

  #data(): boolean {
    const piece = this.#pending.subarray(0, this.#remaining);
    if (piece.length === 0) return false;
    this.push(piece);
    this.#pending = this.#pending.subarray(piece.length);
    this.#remaining -= piece.length;
    if (this.#remaining === 0) this.#state = 'after-data';
    return true;
  }

  #line(): string | undefined {
    const end = this.#pending.indexOf('\r\n');
    if (end === -1) {
      if (this.#pending.length > longestLine) this.#malformed();
      return undefined;
    }
    const line = this.#pending.toString('latin1', 0, end);
    this.#pending = this.#pending.subarray(end + 2);
    return line;
  }

  #size(line: string): void {
    const [digits = ''] = line.split(';');
    if (!/^[0-9a-f]{1,12}$/i.test(digits)) this.#malformed();
    this.#remaining = Number.parseInt(digits, 16);
    this.#state = this.#remaining === 0 ? 'trailers' : 'data';
  }

  #trailer(line: string): void {
    if (line === '') {
      this.#state = 'done';
      return;
    }
    const colon = line.indexOf(':');
    if (colon === -1) this.#malformed();
    this.trailers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }

  #malformed(): never {
    throw new S3Error('InvalidRequest', 'The chunked body is malformed');
  }
}
