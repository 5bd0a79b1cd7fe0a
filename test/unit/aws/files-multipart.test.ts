import { ListPartsCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { adapter } from '../../../shared/aws/adapters/files.multipart.ts';
import { parseEnvironment } from '../../../shared/environment.ts';
import { mockClient } from '../../support/mock-client.ts';

const s3 = mockClient(S3Client);

test('listing parts ends with the page that says so, although S3 gives each page a marker', async () => {
  s3.reset();
  const part = (PartNumber: number) => ({ PartNumber, ETag: `"${PartNumber}"`, Size: 5 });
  s3.on(ListPartsCommand)
    .resolves({ Parts: [part(3)], IsTruncated: false, NextPartNumberMarker: '3' })
    .on(ListPartsCommand, { PartNumberMarker: undefined })
    .resolves({ Parts: [part(1), part(2)], IsTruncated: true, NextPartNumberMarker: '2' });

  const parts = await adapter(parseEnvironment({ FILES_BUCKET: 'files' })).parts('uploads/a', 'id');

  expect(parts.map(({ part_number }) => part_number)).toEqual([1, 2, 3]);
  expect(s3.commandCalls(ListPartsCommand)).toHaveLength(2);
});
