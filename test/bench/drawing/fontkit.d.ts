declare module 'fontkit' {
  export interface Font {
    glyphForCodePoint(code: number): {
      path: { bbox: { maxY: number }; commands: { command: string; args: number[] }[] };
    };
    hasGlyphForCodePoint(code: number): boolean;
  }
  export function openSync(file: string): Font;
}
