import { describe, expect, test } from 'vitest';
import { faultyParts, partCount, sizeOfPart } from '../../../shared/domain/uploads/parts.ts';
import { derivedPath, filePath, parseUploadPath, uploadPath } from '../../../shared/domain/uploads/store-path.ts';

describe('parts of a file', () => {
  test.each([
    [0, [0]],
    [1, [1]],
    [10, [10]],
    [11, [10, 1]],
    [30, [10, 10, 10]],
  ])('%i bytes in parts of 10 are %j', (size, parts) => {
    expect(partCount(size, 10)).toBe(parts.length);
    expect(parts.map((_, i) => sizeOfPart(size, 10, i + 1))).toEqual(parts);
  });

  test('missing parts and those of a wrong size are reported, in order', () => {
    const arrived = [
      { part_number: 3, size: 5 },
      { part_number: 1, size: 9 },
    ];
    expect(faultyParts(25, 10, arrived)).toEqual([1, 2]);
    expect(faultyParts(10, 10, [{ part_number: 1, size: 10 }])).toEqual([]);
  });
});

describe('paths of the object store', () => {
  test('organization and upload can be recovered from an issued path, whatever their names', () => {
    const path = uploadPath('a/b ü', '../u', 'sheet 1.pdf');
    expect(path.split('/')).toHaveLength(4);
    expect(parseUploadPath(path)).toEqual({ organizationId: 'a/b ü', uploadId: '../u' });
  });

  test.each([
    'files/o/u/a.pdf',
    'uploads//u/a.pdf',
    'uploads/o//a.pdf',
    'uploads/o/u/',
    'uploads/o/u',
    'uploads/o/u/a/b.pdf',
    'uploads/%E0%A4%A/u/a.pdf',
    '',
  ])('%j is not an issued path', (path) => expect(parseUploadPath(path)).toBeUndefined());

  test('the organization is the second component of every path', () => {
    for (const path of [filePath('a/b', 'd', 'x.pdf'), derivedPath('a/b', 'd', 'page-1.png')]) {
      expect(path.split('/').slice(1)).toEqual(['a%2Fb', 'd', expect.stringMatching(/^(x\.pdf|page-1\.png)$/)]);
    }
  });
});
