declare module 'fontkit' {
  export interface Path {
    scale(x: number, y: number): Path;
    translate(x: number, y: number): Path;
    toSVG(): string;
  }
  export interface Font {
    unitsPerEm: number;
    layout(text: string): { glyphs: { path: Path }[]; positions: { xAdvance: number }[] };
    glyphForCodePoint(code: number): {
      advanceWidth: number;
      path: { bbox: { maxY: number }; commands: { command: string; args: number[] }[] };
    };
    hasGlyphForCodePoint(code: number): boolean;
  }
  export function openSync(file: string): Font;
}
