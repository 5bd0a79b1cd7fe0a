import { expect, test } from 'vitest';
import { receiveFile } from '../../../functions/documents/lib/receive-file.ts';

test.each([
  ['x'.repeat(256), 'File name: String should have at most 255 characters', 'string_too_long'],
  ['a/b.pdf', 'File name: must not contain path separators', 'string_pattern_mismatch'],
])('the problem of a file name is stated like that of a field: %#', async (filename, msg, type) => {
  const request = { caller: { organizationId: 'acme' }, form: { fields: {}, file: { filename } } };
  await expect(receiveFile(request as never, {} as never)).rejects.toMatchObject({
    problems: [{ loc: ['body', 'file'], msg, type }],
  });
});
