import { expect, test } from 'vitest';
import { comparable, knownWords } from '../../../shared/domain/sheets/lexicon.ts';
import { drawingWords, foreignWords, headsList, isAddress, isFirm } from '../../../shared/domain/sheets/vocabulary.ts';
import { WORDS } from '../../../shared/domain/sheets/words/index.ts';

const entries = Object.entries(WORDS).flatMap(([language, lists]) =>
  (Object.entries(lists) as [string, string][]).flatMap(([kind, list]) =>
    list
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((entry) => ({ language, kind, entry })),
  ),
);

test('each language has words for kinds of drawings, what they show, and who and what is around titles', () => {
  for (const [language, { kinds, parts, firms, projects, stamps, roles, headings }] of Object.entries(WORDS)) {
    const counts = [kinds, parts, firms, projects, stamps, roles, headings].map(
      (list) => list.trim().split(/\s+/).length,
    );
    const least = [30, 40, 10, 10, 8, 10, 1];
    expect({ language, few: counts.filter((count, i) => count < (least[i] as number)) }).toEqual({ language, few: [] });
  }
  expect(Object.keys(WORDS).length).toBeGreaterThanOrEqual(30);
});

test('each entry consists of letters that are compared, and is listed once in its list', () => {
  const wrong = entries.filter(
    ({ entry }) => !/^\*?\p{L}+(?:_\p{L}+)*\*?$/u.test(comparable(entry.replace(/[-'’]/g, '_'))),
  );
  expect(wrong).toEqual([]);
  const spelt = entries.map(({ language, kind, entry }) => `${language} ${kind} ${entry}`);
  const repeated = [...Map.groupBy(spelt, (each) => each)].filter(([, same]) => same.length > 1);
  expect(repeated.map(([each]) => each)).toEqual([]);
});

test('each entry is found as what it is listed as, in capitals, without accents, and as a part of a compound', () => {
  const example = (entry: string) => entry.replace('*', 'xx').replaceAll('_', ' ');
  const lost = entries.filter(({ kind, entry }) => {
    const text = example(entry);
    const texts = [text, text.toUpperCase(), comparable(text)];
    return texts.some((each) => knownWords(each)[kind as keyof (typeof WORDS)[string]] === 0);
  });
  expect(lost).toEqual([]);
});

test('a word that says nothing in one language is in no other list', () => {
  const wordOf = ({ entry }: { entry: string }) => comparable(entry);
  const fillers = new Set(entries.filter(({ kind }) => kind === 'fillers').map(wordOf));
  expect(entries.filter((each) => each.kind !== 'fillers' && fillers.has(wordOf(each)))).toEqual([]);
});

test('umlauts may be two letters, and the marks of Japanese letters are kept', () => {
  expect(['Uebersicht', 'Laengsschnitt', 'Gruendung'].map(drawingWords).every((words) => words >= 1)).toBe(true);
  expect(comparable('ガス')).toBe('ガス');
});

test('titles are known in the languages of the profession', () => {
  const titles = {
    English: 'Reflected ceiling plan – level 2',
    German: 'Schalplan Decke über UG',
    French: 'Coupe longitudinale et façade sud',
    Italian: 'Prospetto nord e particolari costruttivi',
    Spanish: 'Alzado posterior y sección transversal',
    Portuguese: 'Alçado principal e pormenores',
    Dutch: 'Dwarsdoorsnede en achtergevel',
    Swedish: 'Takplan och sektion A-A',
    Norwegian: 'Snitt og fasade mot nord',
    Danish: 'Opstalter og længdesnit',
    Finnish: 'Julkisivu etelään',
    Estonian: 'Lõige ja vaated',
    Latvian: 'Jumta plāns, griezums 1-1',
    Lithuanian: 'Pjūvis ir fasadai',
    Polish: 'Rzut parteru',
    Czech: 'Půdorys 1.NP',
    Slovak: 'Pôdorys prízemia',
    Hungarian: 'Földszinti alaprajz',
    Romanian: 'Plan învelitoare',
    Croatian: 'Tlocrt prizemlja',
    Slovene: 'Prerez A-A in tloris pritličja',
    Turkish: 'Zemin kat planı',
    Greek: 'Κάτοψη ισογείου',
    Russian: 'План кровли. Разрез 1-1',
    Ukrainian: 'Розріз і фасад',
    Bulgarian: 'Разпределение на етаж',
    Japanese: '1階平面図',
    Chinese: '首层平面布置图',
    Korean: '지하1층 평면도',
    Arabic: 'مسقط أفقي الدور الأرضي',
    Hebrew: 'תכנית קומת קרקע',
    Vietnamese: 'Mặt bằng tầng trệt',
    Indonesian: 'Denah lantai dasar',
  };
  const unknown = Object.entries(titles).filter(([, title]) => drawingWords(title) < 1);
  expect(unknown).toEqual([]);
});

test('storeys are known by their abbreviations', () => {
  const storeys = ['OG2', '2.NP', 'R+1', 'R.D.C.', 'LVL 3', '2ND', 'RDC', '1. OG'];
  expect(storeys.filter((text) => drawingWords(text) === 0)).toEqual([]);
});

test('firms, addresses, states and headings of lists are known in several languages', () => {
  const firms = [
    'Studio Rossi S.r.l.',
    'Ingenieurbüro Weber',
    'Bureau d’études Morel',
    'Arkkitehtitoimisto Virtanen Oy',
    'ООО Проект',
  ];
  expect(firms.filter((text) => !isFirm(text))).toEqual([]);
  const addresses = [
    '12 Main Street',
    'Uferstraße 7',
    'Via Roma, 5',
    'ul. Długa 5',
    '3, rue du Port',
    'Storgatan 14 B',
    '1017 CA Amsterdam',
  ];
  expect(addresses.filter((text) => !isAddress(text))).toEqual([]);
  const states = [
    'Vorabzug',
    'Til godkendelse',
    'PERMIS DE CONSTRUIRE',
    'Рабочая документация',
    'NOT FOR CONSTRUCTION',
    '施工图设计',
  ];
  expect(states.filter((text) => foreignWords(text) < 3)).toEqual([]);
  expect(['Notes:', 'LEGENDE', 'Примечания', 'Uwagi'].filter((text) => !headsList(text))).toEqual([]);
  expect(['Dessiné par', 'Kreslil', 'Auftraggeber'].filter((text) => foreignWords(text) === 0)).toEqual([]);
  // A kind of drawing with its state is a title; a street in a title is no address.
  expect(['Preliminary site plan', 'FLOOR PLAN MAIN STREET'].map(foreignWords)).toEqual([0, 0]);
});
