/** Letters that Word and PowerPoint state for ligatures of their fonts (Calibri, Carlito), and what they display. */
const LIGATURES: Record<string, string> = { Ɵ: 'ti', Ʃ: 'tt', ƫ: 'tti', Ō: 'ft' };
/** Capitals after small letters are no spelling of any language; `Ō` begins words of some. */
const MISSTATED = /(?<=\p{Ll})[ƟƩŌ]|[ƟƩ](?=\p{Ll})|ƫ/gu;
/** The letters of ligatures whose codes Ghostscript writes with their bytes exchanged: `fi` as U+6600 U+6900. */
const EXCHANGED = /[\u6600\u6900\u6a00\u6c00\u7400]{2,3}/gu;

/** Returns a word with the letters that it displays: `SelecƟon`, as the file states it, is `Selection`. */
export const withLigatures = (word: string): string =>
  word
    .replace(MISSTATED, (letter) => LIGATURES[letter] ?? letter)
    .replace(EXCHANGED, (letters) => String.fromCharCode(...[...letters].map((letter) => letter.charCodeAt(0) >> 8)));
