import type { LanguageWords } from './language-words.ts';

export const LATVIAN: LanguageWords = {
  kinds: `
    plāns plāni plāna *plāns *plāni griezums griezumi griezumu *griezums *griezumi fasāde fasādes fasāžu mezgls mezgli mezglu detaļa detaļas shēma shēmas shēmu rasējums rasējumi skats skati skice skices
    profils profili *profils *profili karte kartes saraksts saraksti specifikācija specifikācijas tabula eksplikācija ģenplāns ģenerālplāns vizualizācija vizualizācijas aksonometrija izometrija
    savietotais nospraušan* nojaukšan* demontāža* stiegrojum* armējum* veidņ* vertikālais labiekārtojum* labiekārtošan* apstādījum* uzmērījum* topogrāfisk* garenprofil* šķērsprofil* garengriezum* šķērsgriezum* situācijas kopskats apzīmējumi`,
  parts: `
    stāvs stāva stāvu pagrabs pagraba bēniņi bēniņu bēniņstāva mansards mansarda jumts jumta jumtu cokola cokolstāva pamati pamatu pārsegums pārseguma pārsegumu siena sienas sienu starpsienu grīda grīdas grīdu griesti griestu
    durvis durvju logi logu logs kāpnes kāpņu lifts lifta balkons terase garāža virtuve vannas_istaba telpas telpu istaba pagalms zemesgabals zemesgabala ziemeļu dienvidu austrumu rietumu kreisā labā
    augšējais apakšējais esošais esošā esošs jaunais projektējamais projektējamā vispārīgi vispārīgie elektro* elektroapgād* apgaismojum* apkure* apkures ventilācija* ventilācijas ūdensapgād* ūdensvad* kanalizācij*
    lietus gāze gāzes ugunsdrošīb* vājstrāv* siltumapgād* konstrukcij* tērauda betona dzelzsbetona koka kolonnas kolonnu sijas siju spāres spāru plātne plātnes pāļi pāļu atbalstsiena tilts tilta ceļš ceļa iela ielas
    akas tīkli tīklu ēka ēkas māja mājas dzīvoklis dzīvokļu birojs tips atloks vāks korpuss rāmis skrūve galds krēsls skapis plaukts`,
  fillers: `un ar no uz pie bez par lapa mērogs m nr`,
  firms: `arhitekts arhitekti arhitektu arhitektūra* arhitektu_birojs inženieris inženieri inženieru projektēšana projektēšanas sia būvfirma būvuzņēmums konsultants projektu_birojs`,
  projects: `jaunbūve pārbūve rekonstrukcija atjaunošana renovācija vienkāršotā būvniecība dzīvojamā_māja privātmāja vasarnīca skola bērnudārzs slimnīca baznīca dome novads pilsēta pašvaldība objekts projekts viesnīca`,
  stamps: `būvprojekts tehniskais_projekts skiču_projekts minimālā_sastāvā būvatļauja stadija saskaņots apstiprināts saskaņojumi piezīmes autortiesības izmēri darba_projekts tehniskā_shēma ieceres_dokumentācija`,
  headings: `piezīmes piezīme apzīmējumi`,
  streets: `iela bulvāris prospekts šoseja laukums gatve ceļš`,
  roads: '',
  roles: `pasūtītājs īpašnieks izstrādāja rasēja pārbaudīja projektētājs projektēja projekta_vadītājs būvprojekta_vadītājs datums izmaiņas izmaiņa adrese lapas pasūtījuma objekta_nosaukums rasējuma_nosaukums kadastra`,
};
