declare module 'dxf' {
  interface DxfEntity {
    type: string;
    layer?: string;
    /** The text of a TEXT or MTEXT. */
    string?: string;
    /** The name of an attribute of a block, with its value in `text` or `mtext`. */
    tag?: string;
    text?: { string?: string };
    mtext?: { string?: string };
  }

  interface DxfDrawing {
    entities: DxfEntity[];
    blocks?: { name?: string; entities?: DxfEntity[] }[];
    tables?: { layers?: Record<string, unknown> };
  }

  export function parseString(text: string): DxfDrawing;
}
