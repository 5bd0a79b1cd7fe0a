import type { LanguageWords } from './language-words.ts';

export const ESTONIAN: LanguageWords = {
  kinds: `
    *plaan *plaanid *joonis *joonised *lõige *lõiked *vaade *vaated *fassaad *fassaadid *detail *detailid *sõlm *sõlmed *skeem *skeemid *kaart *eskiis *eskiisid *perspektiiv *perspektiivid *profiil *profiilid
    *spetsifikatsioon *spetsifikatsioonid *loetelu *tabel *leht *isomeetria *illustratsioon *illustratsioonid asendiplaan asendiskeem situatsiooniskeem põhiplaan vundamendiplaan katuseplaan korruseplaan
    pikiprofiil ristprofiil ristlõige pikilõige armeerimine armatuur vertikaalplaneerimine vertikaalplaneering lammutus* mõõdistus* geoalus haljastus* tehnovõrgud koostejoonis sisevaated põhiprojekti_joonis`,
  parts: `
    korrus korruse *korrus *korruse *korruste kelder keldri keldrikorrus keldrikorruse sokli* soklikorrus pööning pööningu katus katuse katuse* vundament* vundamendi lagi sein seina seinad põrand põranda
    uks uksed uste aken aknad akende avatäited trepp trepi trepid treppide lift rõdu terrass garaaž köök vannituba wc ruum ruumid tuba saun hoov krunt krundi vahelagi vahelae põhi lõuna lääs kirde
    kagu edela loode vasak parem ülemine alumine olemasolev olemasoleva uus uued üldine elekter elektri* valgustus* küte kütte* ventilatsioon* ventilatsiooni vesi vee veevarustus* kanalisatsioon* sademevee* tuleohutus*
    nõrkvool* gaas jahutus* konstruktsioon* konstruktiivne teras* betoon* raudbetoon* puit* postid tala talad sarikad sarikate plaat vaiad tugimüür sild silla tänav kaev kaevud trass trassid hoone hooned maja
    elamu korter korterid kontor tüüp telg äärik kaas korpus raam kinnitus polt kruvi laud tool kapp riiul`,
  fillers: `ja ning või nr leht mõõtkava`,
  firms: `arhitekt arhitektid arhitektuur* arhitektuuribüroo insener insenerid inseneribüroo projektbüroo projekteerimine projekteerimisbüroo mtü füs ehitus_oü ehitusfirma konsultatsioonid büroo ehitusettevõte osaühing aktsiaselts`,
  projects: `eramu üksikelamu kortermaja korterelamu ridaelamu paarismaja suvila kool lasteaed haigla kirik linn vald linnavalitsus vallavalitsus rekonstrueerimine laiendus laiendamine püstitamine ümberehitus renoveerimine ehitamine objekt projekt hotell`,
  stamps: `eelprojekt põhiprojekt tööprojekt eskiisprojekt ehitusprojekt ehitusluba ehitusloa kooskõlastamiseks kooskõlastatud kinnitatud kontrollida_objektil märkused autoriõigus staadium kõik_mõõdud ehituseks`,
  headings: `märkused märkus tingmärgid leppemärgid`,
  streets: `*tänav *puiestee *maantee *väljak *põik tn pst mnt`,
  roads: '',
  roles: `tellija omanik koostas joonestas kontrollis projekteeris projekteerija vastutav peaprojekteerija kuupäev töö_nr joonise_nimetus joonise_nr faili muudatus muudatused aadress vastutav_spetsialist`,
};
