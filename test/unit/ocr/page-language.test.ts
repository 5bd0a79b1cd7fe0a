import { expect, test } from 'vitest';
import { dataFor, isScriptWithout, languageOf } from '../../../shared/ocr/page-language.ts';

test.each([
  ['ces', 'Koordinaéni situaéni vykres datum méfitko Cislo vykresu stavebni upravy projektant'],
  ['deu', 'Bauherr Architekt Grundriss Erdgeschoss Massstab Datum gez. Plan'],
  ['pol', 'INWESTOR NAZWA OBIEKTU RZUT PARTERU SKALA BRANZA'],
  ['nor', 'Tiltakshaver Situasjonsplan Malestokk Dato'],
  ['spa', 'Promotor: Proyecto de vivienda, planta baja. Escala, fecha'],
  ['swe', 'RITNING SAMMANSTÄLLNING OCH DETALJER SKALA'],
  ['eng', 'DRAWN BY CHECKED SHEET TITLE SECOND FLOOR PLAN'],
  ['rus', 'Стойки под камеру'],
  ['chi_sim', '污水处理厂总平面布置图'],
  ['jpn', '１階平面図 仕上表 建具表 配置図 サッシ'],
])('the words of a drawing in %s tell, with its accents or without', (language, text) => {
  expect(languageOf(text.split(' '))).toBe(language);
});

test.each([
  'A-101 12.05.2024 1:100 3600 EI60',
  // One word that several languages have, and symbols.
  'DATUM PROJEKT Ø12 45° Δ',
  // As much of one language as of another.
  'Grundriss Erdgeschoss Schnitt Bauherr / Plattegrond begane grond doorsnede opdrachtgever',
  '',
])('texts that say nothing, too little or both have no language: %s', (text) => {
  expect(languageOf(text.split(' '))).toBeNull();
});

test('data of a language that nearly reads the same is used where its own is missing', () => {
  expect(dataFor('ces', ['eng', 'ces'])).toBe('ces');
  expect(dataFor('dan', ['eng', 'nor'])).toBe('nor');
  expect(dataFor('dan', ['eng', 'nor', 'dan'])).toBe('dan');
  expect(dataFor('rus', ['eng', 'kir'])).toBe('kir');
  expect(dataFor('rus', ['eng', 'kir', 'rus'])).toBe('rus');
  expect(dataFor('fin', ['eng', 'nor'])).toBeNull();
  expect(dataFor(null, ['eng'])).toBeNull();
});

test('a script is without data if there is only that of a similar language; other languages never are', () => {
  expect(isScriptWithout('rus', ['eng', 'kir'])).toBe(true);
  expect(isScriptWithout('rus', ['eng', 'kir', 'rus'])).toBe(false);
  expect(isScriptWithout('jpn', ['eng', 'jpn'])).toBe(false);
  expect(isScriptWithout('fin', ['eng'])).toBe(false);
  expect(isScriptWithout('jpn', undefined)).toBe(false);
});
