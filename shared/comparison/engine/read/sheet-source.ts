import type { PageText } from '../../../domain/page-text.ts';
import type { Matrix } from '../geometry.ts';

/** One sheet as the engine sees it; whoever calls the engine brings the reader. */
export interface SheetSource {
  /** 1-based page in its document. */
  page: number;
  text: PageText;
  /** A scan: rendering it through a turn is less exact than turning its pixels. */
  imageOnly: boolean;
  /** Grey picture, 0 black, of `width` × `height` pixels; `matrix` leads from displayed points to pixels. */
  render(matrix: Matrix, width: number, height: number): Promise<Uint8Array>;
}
