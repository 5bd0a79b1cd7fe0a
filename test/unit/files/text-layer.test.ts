import { describe, expect, it } from 'vitest';
import { hasTextLayer } from '../../../shared/domain/files/has-text-layer.ts';

const page = (number: number, text: string) => ({
  page: number,
  words: text.split(' ').map((word) => ({ text: word })),
});

describe('pages without a text layer', () => {
  it('are the scans among pages with text', () => {
    const pages = [page(1, 'GENERAL NOTES FOR ALL FLOORS'), page(2, 'RECEIVED 2014'), page(3, '')];
    expect(hasTextLayer(pages)).toEqual({ scanned_pages: [2, 3], none: false });
  });

  it('include pages with symbols but no letters', () => {
    expect(hasTextLayer([page(1, '\ue001 \ue002 ■ — \ufffd \ue003')])).toEqual({ scanned_pages: [1], none: true });
  });

  it('do not exist in a document without pages', () => {
    expect(hasTextLayer([])).toEqual({ scanned_pages: [], none: false });
  });
});
