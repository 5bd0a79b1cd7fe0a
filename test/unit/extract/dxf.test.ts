import { expect, it } from 'vitest';
import { extractText } from '../../../shared/extract/extract-text.ts';

/** A DXF file of pairs of codes and values. */
const dxfOf = (...pairs: (readonly [code: number, value: string | number])[]) =>
  new TextEncoder().encode(pairs.map(([code, value]) => `${code}\r\n${value}\r\n`).join(''));
const section = (name: string, ...pairs: (readonly [number, string | number])[]) =>
  [[0, 'SECTION'], [2, name], ...pairs, [0, 'ENDSEC']] as (readonly [number, string | number])[];
const attribute = (tag: string, value: string) =>
  [
    [0, 'ATTRIB'],
    [8, 'TITLE'],
    [100, 'AcDbText'],
    [1, value],
    [100, 'AcDbAttribute'],
    [2, tag],
  ] as (readonly [number, string])[];

const file = dxfOf(
  ...section(
    'TABLES',
    [0, 'TABLE'],
    [2, 'LAYER'],
    ...['A-WALL', 'A-DOOR'].flatMap(
      (name) =>
        [
          [0, 'LAYER'],
          [2, name],
        ] as const,
    ),
    [0, 'ENDTAB'],
  ),
  ...section('BLOCKS', [0, 'BLOCK'], [2, 'DOOR'], [0, 'TEXT'], [1, 'EI 30'], [0, 'ENDBLK']),
  ...section(
    'ENTITIES',
    ...([
      [0, 'INSERT'],
      [2, 'FRAME'],
      [66, 1],
    ] as const),
    ...attribute('DRAWING_NO', 'A-101'),
    ...attribute('TITLE', 'Ground floor'),
    [0, 'SEQEND'],
    ...[1, 2].flatMap(
      () =>
        [
          [0, 'INSERT'],
          [2, 'DOOR'],
        ] as const,
    ),
    ...([
      [0, 'TEXT'],
      [8, 'A-WALL'],
      [1, 'Concrete %%c20 at 90%%d'],
    ] as const),
    ...([
      [0, 'MTEXT'],
      [8, 'A-WALL'],
      [1, '{\\fArial|b0;Fire door}\\PSee \\H2.5;detail \\S1/2;'],
    ] as const),
  ),
  [0, 'EOF'],
);

it('yields attributes, texts without their formatting, texts of blocks once, and layers', async () => {
  expect((await extractText('dxf', file)).text).toBe(
    [
      'DRAWING_NO: A-101',
      'TITLE: Ground floor',
      '',
      'Concrete Ø20 at 90°',
      'Fire door\nSee detail 1/2',
      'EI 30',
      '',
      'Layers: A-WALL, A-DOOR',
    ].join('\n'),
  );
});

it('refuses a binary file with a reason', async () => {
  const binary = new TextEncoder().encode('AutoCAD Binary DXF\r\n\u001a\0');
  await expect(extractText('dxf', binary)).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringMatching(/ASCII DXF/),
  });
});

it('reads damaged files without hanging', async () => {
  for (let length = 1; length < file.length; length += 37) {
    await extractText('dxf', file.subarray(0, length)).catch((error) => expect(error.code).toBe('damaged'));
  }
});
