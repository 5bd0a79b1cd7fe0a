import { expect, test } from 'vitest';
import { refuseTooLarge } from '../../../functions/workers/process-document/read-file.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';

test.each([
  ['pdf', 1024],
  ['docx', 256],
])('a %s is read up to %d MiB', (kind, most) => {
  const size = most * 1024 ** 2;
  const refuse = (bytes: number) => () => refuseTooLarge({ kind } as never, bytes);
  expect(refuse(size)).not.toThrow();
  expect(refuse(size + 1)).toThrow(FileError);
  expect(refuse(size + 1)).toThrow(`up to ${most} MB`);
});
