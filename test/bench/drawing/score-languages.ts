import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as fontkit from 'fontkit';
import { letteringOf } from '../../../shared/drawing/lettering.ts';
import { lineworkOf, strokesOfText } from '../../support/drawn-lettering.ts';
import { outlineLinework } from '../../support/outlined-lettering.ts';
import { compareWords } from './compare-words.ts';

/*
 * Reads texts of the languages of the service that are drawn as outlines and in the Hershey stroke font:
 * node test/bench/drawing/score-languages.ts FONT... A FONT is a file, or a folder of the parts of one font; those that
 * the network was not trained with tell how it reads other fonts. With DETAIL=1 it lists missed and false words.
 */

const texts: Record<string, string> = {
  English:
    'GROUND FLOOR PLAN|Kitchen and living room|EXTERNAL WALL INSULATION|Timber joists 220 mm|Fire door EI 30|SECTION A-A',
  German:
    'ÜBERSICHT ERDGESCHOSS|Küche Schlafräume Größe|TÜR Außenwand Dämmung|Höhe über Gelände|Rückführung gemäß Prüfbericht|LÄNGE ÖFFNUNG',
  French:
    "FAÇADE DÉTAIL ÉTAGE|Pièce à côté de la fenêtre|HAUTEUR SOUS PLAFOND DÉGAGÉE|Évacuation des eaux usées|Plâtre où maçonnerie|ÉCHELLE ENTRÉE CHAUFFERIE RÈGLE|arrivée d'eau n'est",
  Italian:
    'PIANTA PIANO TERRA|Città università più unità|QUANTITÀ È PERCHÉ|Così però già|PROSPETTO SUD|Altezza libera locale',
  Spanish:
    'PLANTA SECCIÓN BAÑO|Cimentación señalización|ÁREA NÚMERO TAMAÑO|Habitación según diseño|Jardín público límite|ELEVACIÓN PEATÓN TÉCNICA ÍNDICE',
  Portuguese:
    'PAVIMENTO TÉRREO ÁREA|Instalação elétrica iluminação|AMPLIAÇÃO SEÇÃO LOCAÇÃO|Cômodo pé-direito água|Três vãos à direita|PROJEÇÃO BALCÕES CÂMARA',
  Dutch:
    'BEGANE GROND|Gevel raamkozijn ruimte|TECHNISCHE RUIMTE|Geïsoleerd coördinaten één|Wijziging tekening|DOORSNEDE MATEN',
  Swedish:
    'VÅNING ÖVRE KÄLLARE|Kök sovrum förråd|HÖJD MÅTT LÄNGD|Vägg dörr fönster|Brandskyddad öppning|RITNING FÖR GRÄNS',
  Norwegian:
    'ØVRE ETASJE PLAN|Kjøkken stue måltegning|BÆREVEGG HØYDE|Dør vindu å være|Gjelder også fjæring|MÅLESTOKK SØYLE',
  Danish: 'STUEPLAN FØRSTE SAL|Køkken værelse gård|BÆRENDE VÆG MÅL|Dør højde tømmer|Målestok når større|SØJLE TRÆ ÅBEN',
  Finnish:
    'POHJAPIIRUSTUS KELLARI|Keittiö yläkerta lämpö|KÄYTÄVÄ PÄÄOVI|Hyväksytty päiväys mittakaava|Työpiirustus väestönsuoja|SÄHKÖ YHTIÖ HÖYRY',
  Polish:
    'RZUT PRZYZIEMIA ŚCIANA|Łazienka pokój gościnny|PRZEKRÓJ WIĘŹBA ŻELBET|Źródło ciepła skrzynka łączeń|Powierzchnia użytkowa mieszkań|OŚWIETLENIE KĄT ŁUK BUDYNKÓW',
  Czech:
    'PŮDORYS PŘÍZEMÍ|Dřevěná třívrstvá okna|ŘEZ VÝŠKA ŠÍŘKA ŽELEZO|Střídač měřítko číslo|Koupelna kuchyň zárubně|TEPELNÁ ČERPADLA ÚPRAVA MĚŘENÍ',
  Hungarian:
    'FÖLDSZINTI ALAPRAJZ|Tervező tűzgátló ajtó|ÉPÜLET FŰTÉS TETŐ|Különböző méretű fürdő|Előtér szülői háló|KŐMŰVES LÉPCSŐ ÍVES ÚJ',
  Russian:
    'ПЛАН ПЕРВОГО ЭТАЖА|Кухня жилая комната|РАЗРЕЗ ФУНДАМЕНТ ЩЕБЕНЬ|Чертёж общий вид объект|Лестница железобетонная|СПЕЦИФИКАЦИЯ ЙОД ЮЖНЫЙ',
  Turkish:
    'ZEMİN KAT PLANI|Giriş çıkış yüksekliği|ÖLÇEK KESİT GÖRÜNÜŞ|Isıtma soğutma tesisatı|Çatı döşeme şantiye|DEĞİŞİKLİK AÇIKLAMA ŞAFT',
};

const size = { width: 1000, height: 400 };
const lines = (text: string) => text.split('|').map((line, i) => ({ text: line, x: 20, y: 40 + 22 * i, height: 7 }));
const filesOf = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];

const paths = process.argv.slice(2);
const fonts = paths.map((path) => ({
  name: path
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, ''),
  fonts: filesOf(path).map((file) => fontkit.openSync(file)),
}));
const draws = [
  ...fonts.map((font) => ({ name: font.name, draw: (text: string) => outlineLinework(lines(text), font.fonts, size) })),
  {
    name: 'strokes',
    draw: (text: string) =>
      /[А-яøØæÆß]/.test(text) ? undefined : lineworkOf(lines(text).flatMap(strokesOfText), size),
  },
];
console.log(`| language | ${draws.map(({ name }) => name).join(' | ')} |\n|${' --- |'.repeat(draws.length + 1)}`);
for (const [language, text] of Object.entries(texts)) {
  const truth = text.split(/[| ]/);
  const all = truth.join('').length;
  const figures = draws.map(({ name, draw }) => {
    const linework = draw(text);
    if (!linework) return '-';
    const read = letteringOf(linework, []).map((word) => word.text);
    const { missed, wrong, characters } = compareWords(truth, read);
    if (process.env.DETAIL && missed.length > 0)
      console.log(`${language}, ${name}: ${missed.join(' ')} <> ${wrong.join(' ')}`);
    return (characters / all).toFixed(3);
  });
  console.log(`| ${language} | ${figures.join(' | ')} |`);
}
