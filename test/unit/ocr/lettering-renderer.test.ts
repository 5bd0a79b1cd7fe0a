import { expect, test } from 'vitest';
import { letteringRenderer } from '../../../shared/ocr/lettering-renderer.ts';
import type { RenderOptions } from '../../../shared/pdf/protocol.ts';

test('title blocks and lettering are rendered with dark ink, whole or in part', async () => {
  const asked: unknown[] = [];
  const render = letteringRenderer({
    render: async (page: number, options?: RenderOptions) => {
      asked.push([page, options]);
      return { data: new Uint8Array(1), width: 1, height: 1, channels: 1 };
    },
  });
  const clip = { x: 1, y: 2, width: 3, height: 4 };
  expect(await render(1, 150)).toEqual({ data: new Uint8Array(1), width: 1, height: 1 });
  await render(2, 300, clip);
  expect(asked).toEqual([
    [1, { dpi: 150, grey: 'ink' }],
    [2, { dpi: 300, grey: 'ink', clip }],
  ]);
});
