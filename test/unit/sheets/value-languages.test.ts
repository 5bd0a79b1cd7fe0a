import { describe, expect, it } from 'vitest';
import { foldWidth } from '../../../shared/domain/sheets/fold-width.ts';
import { findDate, isDate, isScale } from '../../../shared/domain/sheets/patterns.ts';

/** Dates and scales as drawings print them, by language; alternatives are separated by `|`. */
const VALUES: Record<string, { dates: string; scales: string }> = {
  English: {
    dates: '14 March 2022|March 14, 2022|14-MAR-22|2022 March 14|00/00/2022',
    scales: '1:100|1/4" = 1\'-0"|NTS|A2_1:100',
  },
  German: {
    dates: '14.03.2022|14. März 2022|14. Jänner 2022|Jänner 2022',
    scales: 'M 1:100|M. 1:50|ohne Maßstab|unmaßstäblich|nicht maßstäblich|div. Maßstäbe',
  },
  French: {
    dates: '14/03/2022|14 mars 2022|1er août 2022|Décembre 2022|février 2022',
    scales: '1/50|1/50e|1/50ème|1:100|sans échelle|selon plan|comme indiqué',
  },
  Spanish: {
    dates: '14/03/2022|14 de marzo de 2022|Marzo de 2022|MARZO 2022|ENERO DEL 2022',
    scales: 'E 1:50|E: 1/100|E=1:200|E. 1:50|S/E|sin escala|s/ esc.|según detalle',
  },
  Italian: { dates: '14 marzo 2022|giugno 2022|14/03/2022|Luglio 2022', scales: '1:100|fuori scala|varie|senza scala' },
  Portuguese: {
    dates: '14/03/2022|14 de março de 2022|Março/2022|MAIO/2022|Dezembro de 2022',
    scales: '1/50|1:50|sem escala|indicada|várias',
  },
  Dutch: {
    dates: '14-03-2022|14 maart 2022|mei 2022|3 oktober 2022',
    scales: '1:100|n.v.t.|niet op schaal|zie tekening|geen schaal',
  },
  Swedish: {
    dates: '2022-03-14|22-03-14|14 mars 2022|maj 2022',
    scales: '1:100 (A1)|1:50|ej skalenlig|enligt ritning|varierar',
  },
  Norwegian: {
    dates: '14.03.2022|14. mars 2022|mai 2022|desember 2022',
    scales: '1:100|som vist|uten mål|ikke i målestokk',
  },
  Danish: { dates: '14-03-2022|14. marts 2022|maj 2022|14.03.22', scales: '1:50|uden mål|varierer' },
  Finnish: {
    dates: '14.3.2022|14. maaliskuuta 2022|toukokuu 2022|5. elokuuta 2022|tammikuu 2022',
    scales: '1:100|1/100|ei mittakaavassa|vaihtelee',
  },
  Polish: {
    dates: '14.03.2022|14 marca 2022|wrzesień 2022|październik 2022|2022.03.14',
    scales: '1:50|bez skali|b/s|różne',
  },
  Czech: {
    dates: '14. 3. 2022|14.3.2022|březen 2022|září 2022|14. května 2022',
    scales: '1:50|bez měřítka|dle výkresu|různé',
  },
  Hungarian: { dates: '2022. június|2022. június 12', scales: 'M 1:100' },
  Russian: { dates: '14.03.2022|14 марта 2022|март 2022', scales: 'М 1:100|1:100|М1:50|без масштаба|б/м' },
  Turkish: {
    dates: '14.03.2022|14 Mart 2022|KASIM 2022|Nisan 2022|EKİM 2022|HAZİRAN 2022|Aralık 2022|ARALIK 2022',
    scales: '1/50|1:100|ölçeksiz|muhtelif',
  },
  Greek: {
    dates: '14/03/2022|Μάρτιος 2022|ΜΑΡΤΙΟΣ 2022|14 Ιουνίου 2022|ΔΕΚΕΜΒΡΙΟΣ 2022|Μάιος 2022',
    scales: '1:50|άνευ κλίμακας|διάφορες',
  },
  Japanese: {
    dates: '2022年3月14日|令和4年3月14日|R4.3.14|2022.03.14|2022年3月',
    scales: '1/100|S=1/100|1/100 (A1)|図示|ノンスケール|A3:1/200',
  },
  Chinese: { dates: '2022年3月14日|2022.03.14|2022-03-14|2022年03月', scales: '1:100|见图|如图|图示|不按比例' },
  Korean: {
    dates: '2022년 3월 14일|2022. 03. 14|2022.03.14|2022년 3월',
    scales: '1/100|A1:1/100|없음|도면참조|표기참조',
  },
  Arabic: { dates: '14/03/2022|14 مارس 2022|أكتوبر 2022|١٤/٠٣/٢٠٢٢', scales: '1:100|بدون مقياس|حسب الرسم|١:١٠٠' },
  Hebrew: { dates: '14.03.2022|14 במרץ 2022|מאי 2022|14 ביולי 2022', scales: '1:100|ללא קנה מידה|ללא קנ״מ|כמסומן' },
};

describe.each(Object.entries(VALUES))('in %s', (_, { dates, scales }) => {
  it.each(dates.split('|'))('a date: %s', (text) => {
    expect(isDate(foldWidth(text))).toBe(true);
  });
  it.each(scales.split('|'))('a scale: %s', (text) => {
    expect(isScale(foldWidth(text))).toBe(true);
  });
});

it.each(['00/13/2022', '13/00/2022', '00/00/00', '00-00-0000'])('%s is no date', (text) => {
  expect(findDate(text)).toBeNull();
});

it.each(['E1/5', 'E1:50A', 'Elevation 1'])('%s is no scale', (text) => {
  expect(isScale(text)).toBe(false);
});
