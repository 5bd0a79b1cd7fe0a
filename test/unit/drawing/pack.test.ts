import { expect, test } from 'vitest';
import {
  type Linework,
  packLinework,
  pathAt,
  pathCount,
  ringsOf,
  unpackLinework,
} from '../../../shared/drawing/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { rawPdf, rawStream } from '../../support/raw-pdf.ts';

const page = rawPdf({
  width: 400,
  height: 300,
  content:
    '1 0 0 RG 10.3 20 m 60 20.7 l 100 200 300 -40 390 290 c S 0 0 1 rg 50 50 80 60 re f q 1 0 0 1 40 9 cm /F Do Q',
  resources: '/XObject << /F 5 0 R >>',
  objects: [rawStream('/Type /XObject /Subtype /Form /BBox [0 0 50 50]', '5 5 m 30 30 l S')],
});

const read = async (): Promise<Linework> => {
  const pdf = await openPdf(page);
  try {
    return await pdf.linework(1);
  } finally {
    await pdf.close();
  }
};

test('unpacking restores a packed linework, to a 64th of a point', async () => {
  const linework = await read();
  const again = unpackLinework(packLinework(linework));
  expect({ ...again, points: null, pictures: null }).toEqual({ ...linework, points: null, pictures: null });
  expect(again.points.length).toBe(linework.points.length);
  for (const [i, value] of linework.points.entries())
    expect(Math.abs(again.points[i]! - value)).toBeLessThanOrEqual(1 / 128);
  expect(ringsOf(again, pathAt(again, pathCount(again) - 1))).toHaveLength(1);
});

test('truncated bytes are rejected', async () => {
  const packed = packLinework(await read());
  expect(() => unpackLinework(packed.subarray(0, packed.length - 3))).toThrow(RangeError);
});
