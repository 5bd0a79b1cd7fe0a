import { expect, it } from 'vitest';
import { labelKind, writtenLabels } from '../../../shared/domain/sheets/labels.ts';

/** Labels as offices print them, by field. */
const PRINTED = {
  sheet_number: [
    'Planzeichen:',
    'LÁMINA NUM:',
    'Dessin n°',
    'Dok.-Nr.',
    'Č. přílohy',
    '図番号',
    'Sheet Ref. No.',
    'Layout ID',
  ],
  title: [
    'Ritningsnamn',
    'Nombre plano',
    'Titolo della tavola',
    'Designación del plano',
    '図面タイトル',
    'Název listu',
  ],
  revision: ['Plan-Index', 'Indice de révision', 'Версия', '改訂番号', 'Versie'],
  date: ['Planstand', 'Dessiné le', 'Upprättad', 'Data wykonania', '設計年月', 'Fecha de entrega'],
  scale: ['Maßst.', 'Scale@A3', 'SKALA A1/A3', 'Escala gráfica', '출력축척'],
  other: ['MANDANTE:', 'Drafter', 'Archivo:', 'MFG APPR.', 'Entwurfsverfasser', 'Maîtrise d’ouvrage'],
} as const;

it.each(Object.entries(PRINTED).flatMap(([kind, labels]) => labels.map((label) => [label, kind] as const)))(
  '%s labels: %s',
  (label, kind) => {
    expect(labelKind(label)).toBe(kind);
  },
);

it.each(['FINISH', 'DIRECCION', 'COMUNE', 'Edición', 'Příloha', 'Zhotovitel'])(
  '%s also occurs in titles: a label only with a colon',
  (word) => {
    expect(labelKind(word)).toBeNull();
    expect(labelKind(`${word}:`)).not.toBeNull();
  },
);

it.each([
  ['Identification number', 'sheet_number'],
  ['Titel, zusätzlicher Titel', 'title'],
  ['Ind. rév.', 'revision'],
  ['Fecha de edición', 'date'],
  ['Verantwortliche Abteilung', 'other'],
])('%s is a label of the form of ISO 7200', (label, kind) => {
  expect(labelKind(label)).toBe(kind);
});

it('a label that is another word without its accents needs them', () => {
  expect(labelKind('Änd.')).toBe('revision');
  expect(labelKind('AND')).toBeNull();
  expect(writtenLabels().map(([label]) => label)).not.toContain('AND');
});
