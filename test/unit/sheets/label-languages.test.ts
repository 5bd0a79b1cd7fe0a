import { describe, expect, it } from 'vitest';
import { labelKind } from '../../../shared/domain/sheets/labels.ts';

type Printed = Partial<Record<'sheet_number' | 'title' | 'revision' | 'date' | 'scale', string>>;

/** The usual labels of drawings by language, as printed; alternatives are separated by `|`. */
const LABELS: Record<string, Printed> = {
  English: {
    sheet_number: 'Sheet No.|Drawing Number|DWG. NO.|Drg. No.|Dwg #|Drawing Ref|Sheet #',
    title: 'Drawing Title|Sheet Title|Title:|Sheet Name|Drawing Name',
    revision: 'Rev.|Revision|Issue|Rev #|Rev. No.|Amendment|Amdt',
    date: 'Date|Issue Date|Date of issue|Drawing date',
    scale: 'Scale|Scale:|Scale @ A1|Drawing Scale',
  },
  German: {
    sheet_number:
      'Plan-Nr.|Plannr.|Plannummer|Zeichnungsnummer|Zeichnungs-Nr.|Zeichn.-Nr.|Zeichnung-Nr.|Zchng.-Nr.|Blatt|Blatt-Nr.|Sachnummer|Dokumentennummer|Plan-Nummer|Dokumenten-Nr.',
    title: 'Planinhalt|Benennung|Planbezeichnung|Zeichnungstitel|Plantitel|Titel|Inhalt|Blattinhalt',
    revision: 'Index|Änderung|Änderungsindex|Änderungs-Index|Rev.|Revision|Änderungsstand',
    date: 'Datum|Ausgabedatum|Planstand|Erstellt am|Gez. am|Zeichnungsdatum|Erstelldatum',
    scale: 'Maßstab|Massstab|Maßstäbe|Maßst.|MST',
  },
  French: {
    sheet_number:
      'N° de plan|Plan n°|N° du plan|Numéro de plan|Planche|Planche n°|N° planche|Folio|Feuille n°|N° de folio|Dessin n°|N° de document|N° de pièce|Numéro du plan|Numéro de dessin',
    title: 'Titre du plan|Intitulé|Intitulé du plan|Désignation|Objet du plan|Nom du plan|Contenu du plan|Dénomination',
    revision: 'Indice|Ind.|Indice de révision|Révision|Rév.|Indice plan|Indice du plan|Indice de modification',
    date: "Date|Date d'émission|Établi le|Date de création|Date d'édition|Date d'établissement|Dessiné le|Date du plan",
    scale: 'Échelle|Ech.|Échelles|Éch.',
  },
  Spanish: {
    sheet_number:
      'N.º de plano|Nº plano|Plano nº|Plano N.º|Número de plano|Lámina|Lámina N°|Hoja nº|Nº de lámina|Nº de hoja|Código de plano|Núm. de plano|Plano núm.|Nro. de plano|Plano Nro.|Lámina Nro.',
    title: 'Título|Título del plano|Denominación|Designación del plano|Contenido|Nombre del plano|Título de la lámina',
    revision: 'Revisión|Rev.|Edición:|Índice de revisión|Nº de revisión|Nº revisión|Revisión N°|Núm. de revisión',
    date: 'Fecha|Fecha de emisión|Fecha de elaboración|Fecha de dibujo|Fecha del plano',
    scale: 'Escala|Esc.|Escalas|Escala gráfica|Escala numérica',
  },
  Italian: {
    sheet_number:
      'Tavola n.|N. tavola|Tav. n°|Tav.|Numero tavola|Disegno n.|N. disegno|Numero disegno|N° elaborato|Elaborato n.|Foglio|Codice elaborato|Numero di tavola|Numero del disegno|Codice disegno',
    title: 'Titolo|Titolo della tavola|Oggetto|Oggetto della tavola|Contenuto|Denominazione|Titolo del disegno',
    revision: 'Revisione|Rev.|Aggiornamento:|Indice di revisione|N. revisione|Revisione n.',
    date: 'Data|Data emissione|Data di emissione|Data di redazione',
    scale: 'Scala|Rapp.|Scale|Scala disegno',
  },
  Portuguese: {
    sheet_number:
      'Desenho nº|Nº do desenho|Número do desenho|Prancha|Prancha nº|Nº da prancha|Folha|Folha nº|Nº da folha|Número da prancha|Número da folha|Des. nº|Peça desenhada nº',
    title:
      'Título|Título do desenho|Título da prancha|Designação|Conteúdo da prancha|Conteúdo|Nome do desenho|Descrição do desenho',
    revision: 'Revisão|Rev.|Nº da revisão|Revisão nº|Versão',
    date: 'Data|Data de emissão|Data do desenho|Data da emissão|Data do projeto',
    scale: 'Escala|Esc.|Escalas|Escala do desenho',
  },
  Dutch: {
    sheet_number:
      'Tekeningnummer|Tekeningnr.|Tek. nr.|Tekening nr.|Bladnummer|Bladnr.|Blad|Documentnummer|Documentnr.|Tekeningcode',
    title: 'Onderdeel|Omschrijving|Onderwerp|Benaming|Titel tekening|Tekening|Tekeningtitel|Tekeningnaam',
    revision: 'Revisie|Wijziging|Wijz.|Versie|Rev.|Revisienummer|Revisienr.|Wijzigingsnr.',
    date: 'Datum|Datum tekening|Datum uitgifte|Getekend d.d.|Uitgiftedatum',
    scale: 'Schaal|Schalen',
  },
  Swedish: {
    sheet_number: 'Ritningsnummer|Ritningsnr|Ritn.nr|Ritn. nr|Ritnings-nr|Ritning nr|Ritnr|Blad nr|Nummer',
    title: 'Ritningens innehåll|Innehåll|Benämning|Ritningstitel|Ritningsrubrik|Ritningsbenämning',
    revision: 'Bet|Ändr|Ändring|Rev|Ändr.bet|Ändringsbeteckning|Revidering|Ändringsbet',
    date: 'Datum|Ritningsdatum|Upprättad|Handlingsdatum|Ritad datum',
    scale: 'Skala|Skalor',
  },
  Norwegian: {
    sheet_number: 'Tegn. nr.|Tegningsnr.|Tegningsnummer|Tegn.nr.|Tegning nr.|Tegningsnr|Tegn.-nr.|Tegningens nr.',
    title: 'Tegningstittel|Tegningens tittel|Innhold|Tegningens innhold|Tegningsnavn|Tegningsinnhold',
    revision: 'Rev.|Revisjon|Rev.nr.|Revisjonsnr.|Rev. indeks|Revisjon nr.|Rev.indeks|Revisjonsindeks',
    date: 'Dato|Tegn. dato|Utgitt dato|Tegnet dato|Utarbeidet dato',
    scale: 'Målestokk|Mål|Målest.',
  },
  Danish: {
    sheet_number: 'Tegningsnr.|Tegn. nr.|Tegningsnummer|Tegning nr.|Blad nr.|Tegn.nr.|Tegn. nummer',
    title: 'Emne|Tegningens emne|Tegningstitel|Indhold|Tegningsnavn|Tegningens titel|Tegningsemne',
    revision: 'Rev.|Revision|Udgave|Rettelse|Ændring|Revisionsnr.|Rev. nr.',
    date: 'Dato|Udgivelsesdato|Tegningsdato|Udgivet dato',
    scale: 'Mål|Målforhold|Målestok|Målestoksforhold',
  },
  Finnish: {
    sheet_number:
      'Piirustusnro|Piirustusnumero|Piir. nro|Piirustuksen numero|Piirustuksen nro|Piir.nro|Piirustus nro|Piir.n:o|Piirustus n:o|Lehti|Piirustuksen n:o|Lehti nro|Piir. n:o',
    title: 'Piirustuksen sisältö|Sisältö|Piirustuslaji|Piirustuksen nimi|Piirustuksen otsikko',
    revision: 'Muutos|Revisio|Rev.|Muutostunnus|Muutos n:o|Muutosnumero',
    date: 'Päiväys|Pvm|Päivämäärä|Pvm.|Piirustuksen päiväys',
    scale: 'Mittakaava|Mittakaavat|MK|Mittak.',
  },
  Polish: {
    sheet_number:
      'Nr rys.|Nr rysunku|Rysunek nr|Rys. nr|Numer rysunku|Nr arkusza|Nr ark.|Numer arkusza|Arkusz nr|Nr dokumentu|Nr. rys.|Numer dokumentu',
    title: 'Tytuł rysunku|Treść rysunku|Nazwa rysunku|Temat rysunku|Przedmiot rysunku|Tytuł arkusza|Nazwa arkusza',
    revision: 'Rewizja|Rew.|Zmiana|Nr rewizji|Wersja|Nr rew.|Rewizja nr|Nr zmiany',
    date: 'Data|Data opracowania|Data rysunku|Data wydania|Data projektu',
    scale: 'Skala|Podziałka|Skala rysunku|Skale',
  },
  Czech: {
    sheet_number:
      'Č. výkresu|Číslo výkresu|Výkres č.|Č. přílohy|Číslo přílohy|Příloha č.|List č.|Číslo listu|Č. dokumentu|Číslo dokumentu|Č.výkresu|Č. příl.',
    title: 'Název výkresu|Obsah výkresu|Název přílohy|Název listu|Výkres:|Obsah přílohy',
    revision: 'Revize|Změna|Revize č.|Index|Index revize|Číslo revize|Rev. č.|Změna č.',
    date: 'Datum|Datum vydání|Datum vyhotovení|Datum zpracování',
    scale: 'Měřítko|Měřítka|Měřítko výkresu',
  },
  Russian: {
    sheet_number: 'Лист|№ листа|Номер листа|Лист №|Номер чертежа|Чертёж №|№ чертежа|Обозначение|Шифр чертежа|Лист N',
    title: 'Наименование чертежа|Название чертежа|Наименование листа|Содержание листа|Содержание чертежа',
    revision: 'Изм.|Ревизия|Изменение|Редакция|Рев.|Изм. №|Номер ревизии',
    date: 'Дата|Дата выпуска|Дата разработки|Дата выдачи',
    scale: 'Масштаб|М-б|Масшт.|Масштабы',
  },
  Turkish: {
    sheet_number:
      'Pafta No|Pafta No:|Pafta Numarası|Çizim No|Çizim Numarası|Resim No|Pafta Nu.|Paftanın Numarası|Doküman No|Pafta Kodu',
    title: 'Pafta Adı|Çizim Adı|Pafta İsmi|Paftanın Adı|Pafta Başlığı|Çizim Başlığı|Pafta Konusu|Pafta İçeriği',
    revision: 'Revizyon|Revizyon No|Rev. No|Rev|Revizyon Numarası|Değişiklik No',
    date: 'Tarih|Çizim Tarihi|Yayın Tarihi|Düzenleme Tarihi|Pafta Tarihi',
    scale: 'Ölçek|Ölçekler|Ölç.|Pafta Ölçeği|Çizim Ölçeği',
  },
  Greek: {
    sheet_number:
      'Αρ. Σχεδίου|Αριθμός Σχεδίου|ΑΡ. ΣΧΕΔΙΟΥ|Αρ. Σχ.|Αριθμός σχεδίου:|Σχέδιο αρ.|Α/Α Σχεδίου|Κωδικός σχεδίου|Σχέδιο Νο|Αρ. Φύλλου|Κωδ. Σχεδίου',
    title: 'Θέμα Σχεδίου|Τίτλος Σχεδίου|ΘΕΜΑ|Περιεχόμενο Σχεδίου|Ονομασία Σχεδίου|Τίτλος φύλλου|Αντικείμενο σχεδίου',
    revision: 'Αναθεώρηση|Αναθ.|Έκδοση|Αρ. Αναθεώρησης|Αναθεώρηση αρ.|Αριθμός αναθεώρησης',
    date: 'Ημερομηνία|Ημ/νία|Ημερ.|Ημερ/νία|Ημ. Σύνταξης|Ημερομηνία έκδοσης|Ημερομηνία σύνταξης',
    scale: 'Κλίμακα|Κλ.|Κλίμακες|Κλίμ.',
  },
  Japanese: {
    sheet_number: '図面番号|図番|図面No.|図No.|シートNo.|図面 番号|図面№|図番No.|シート番号',
    title: '図面名称|図名|図面名|図面内容|図面表題',
    revision: '改訂|改訂番号|訂正|版|改定|版数|改訂No.|改訂記号',
    date: '日付|作成日|年月日|作図年月日|発行日|図面作成日|発行年月日|設計年月日',
    scale: '縮尺|尺度|縮 尺|スケール',
  },
  Chinese: {
    sheet_number: '图号|图纸编号|图纸号|圖號|图 号|图档编号|图档号|圖紙編號|图别图号|图纸序号|图号:',
    title: '图名|图纸名称|图 名|图纸内容|图纸标题|圖名|圖紙名稱|圖則名稱|图纸名',
    revision: '版本|版次|版本号|版号|修改版次|修订版本|修订|版本編號|修訂',
    date: '日期|出图日期|日 期|绘图日期|设计日期|出圖日期|制图日期',
    scale: '比例|比 例|绘图比例|出图比例|比例尺',
  },
  Korean: {
    sheet_number: '도면번호|도번|도면 NO.|시트번호|도면NO|도 면 번 호|도면 번호|도면No.',
    title: '도면명|도면명칭|도면 제목|도 면 명|도면제목|도면이름',
    revision: '개정|개정번호|개정차수|리비전|변경번호|개정번호:',
    date: '일자|날짜|작성일|작성일자|설계일자|년월일|작성년월일|제출일|일 자',
    scale: '축척|축 척|도면축척|축척:|스케일|축적',
  },
  Arabic: {
    sheet_number: 'رقم اللوحة|رقم المخطط|لوحة رقم|رقم الرسم|رقم اللوحه|اللوحة رقم|رقم الشيت',
    title: 'اسم اللوحة|عنوان اللوحة|عنوان المخطط|محتوى اللوحة|محتويات اللوحة|اسم المخطط|بيان اللوحة|اسم اللوحه',
    revision: 'مراجعة|رقم المراجعة|تعديل|التعديل|الإصدار|رقم الإصدار',
    date: 'التاريخ|تاريخ|تاريخ الإصدار|تاريخ الرسم|التأريخ',
    scale: 'المقياس|مقياس الرسم|مقياس|مقياس رسم',
  },
  Hebrew: {
    sheet_number:
      "מס' גיליון|מספר גיליון|גיליון מס'|מס׳ תכנית|תוכנית מס׳|מס' שרטוט|מספר תוכנית|שרטוט מס'|מס' תוכנית|תכנית מס׳",
    title: 'שם התוכנית|שם הגיליון|שם השרטוט|נושא התוכנית|תיאור התכנית|כותרת השרטוט|שם תוכנית',
    revision: 'מהדורה|עדכון|רוויזיה|מהדורה מס׳|גרסה|רביזיה',
    date: 'תאריך|תאריך עדכון|תאריך הוצאה|תאריך עריכה|תאריך שרטוט',
    scale: 'קנה מידה|קנ"מ|קנ״מ|קנה־מידה|ק.מ.',
  },
};

describe.each(Object.entries(LABELS))('labels in %s', (_, printed) => {
  const each = Object.entries(printed).flatMap(([kind, list]) =>
    list.split('|').map((label) => [label, kind] as const),
  );
  it.each(each)('%s: %s', (label, kind) => {
    expect(labelKind(label)).toBe(kind);
  });
});
