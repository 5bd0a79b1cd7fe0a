import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** DejaVu Sans Condensed covers Latin, Greek, Cyrillic and drawing symbols, but not Chinese, Japanese or Korean. */
const fontFile = (name: string): string =>
  import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}`)
    : fileURLToPath(new URL(`./${name}`, import.meta.url));

export const FONTS = {
  regular: fontFile('DejaVuSansCondensed.ttf'),
  bold: fontFile('DejaVuSansCondensed-Bold.ttf'),
} as const;
export type Font = keyof typeof FONTS;
