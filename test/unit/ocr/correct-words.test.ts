import { expect, test } from 'vitest';
import { correctWords } from '../../../shared/ocr/correct-words.ts';

const corrected = (texts: string, certainty = 0.7): string =>
  correctWords(
    texts.split(' ').map((text) => ({ text })),
    () => certainty,
  )
    .map(({ text }) => text)
    .join(' ');

test('words of drawings get the accents of the language of most words', () => {
  expect(corrected('STAVA PLANS MEROGS ziemelu')).toBe('STĀVA PLĀNS MĒROGS ziemeļu');
  // Ü is no letter of Czech, Ú is one: PŮDORYSÚ may be another form.
  expect(corrected('PÜDORYS základů výkres Řez')).toBe('PŮDORYS základů výkres Řez');
  expect(corrected('FLOOR PLANS SECTION WINDOW')).toBe('FLOOR PLANS SECTION WINDOW');
});

test('accents of another form of a word, and words with several spellings, stay', () => {
  expect(corrected('LIŠT základů výkres Řez pohledy')).toBe('LIŠT základů výkres Řez pohledy');
  expect(corrected('PÚDORYS základů výkres Řez')).toBe('PÚDORYS základů výkres Řez');
  // Capitals are also printed without accents in Spanish.
  expect(corrected('PROYECTO PLANTA SECCION ESCALERA UBICACION')).toBe('PROYECTO PLANTA SECCION ESCALERA UBICACION');
  expect(corrected('proyecto planta sección escalera ubicación')).toBe('proyecto planta sección escalera ubicación');
});

test('letters that were taken for similar ones are corrected if the word is uncertain', () => {
  expect(corrected('Grundriss Erdgeschoss Bouherr: Garoge')).toBe('Grundriss Erdgeschoss Bauherr: Garage');
  expect(corrected('Grundriss Erdgeschoss Garoge', 0.95)).toBe('Grundriss Erdgeschoss Garoge');
  expect(corrected('Grundriss Erdgeschoss Garxge')).toBe('Grundriss Erdgeschoss Garxge');
});

test('a word like two known ones stays, and all do if no language leads', () => {
  expect(corrected('FLOOR PLAN SECTION CCLLAR WALL')).toBe('FLOOR PLAN SECTION CCLLAR WALL');
  expect(corrected('STAVA MEROGS ZIEMELU Grundriss Erdgeschoss')).toBe('STAVA MEROGS ZIEMELU Grundriss Erdgeschoss');
});

test('a digit at the start or end of a word is a number', () => {
  expect(corrected('FLOOR PLAN SECTION DETAIL5 LEVEL5 5ECTION')).toBe('FLOOR PLAN SECTION DETAIL5 LEVEL5 5ECTION');
  expect(corrected('FLOOR PLAN SECTION ELEVAT10NS')).toBe('FLOOR PLAN SECTION ELEVATIONS');
});

test('beginnings of words are no words, endings of compounds are', () => {
  // The lists have `arhitektūra*` for all words that begin so, and `*grundriss` for all that end so.
  expect(corrected('STAVA PLANS MEROGS ARHITEKTURA')).toBe('STĀVA PLĀNS MĒROGS ARHITEKTURA');
  expect(corrected('Erdgeschoss Bauherr Grumdriss')).toBe('Erdgeschoss Bauherr Grundriss');
});

test('marks of rules beside a word are removed, brackets around one are not', () => {
  expect(corrected('D.2.3.02] |A-101 [656437] EI[30] {x ] Jáchymov|')).toBe(
    'D.2.3.02 A-101 [656437] EI[30] x ] Jáchymov',
  );
});
