import type { LanguageWords } from './language-words.ts';

export const DANISH: LanguageWords = {
  kinds: `
    *plan *planer *planen *tegning *tegninger *snit *facade *facader *opstalt *opstalter *detalje *detaljer *skema *skemaer *kort *oversigt *oversigter *profil *profiler *skitse *skitser
    *perspektiv *perspektiver *isometri *illustration *illustrationer *visualisering *liste *lister *diagram *tabel *armering *situationsplan beliggenhedsplan plantegning planløsning
    tagplan fundamentsplan fundamenter kloakplan kloak* længdesnit* tværsnit* længdeprofil* tværprofil* normalsnit udsnit indretning* møblering* afsætning* nedrivning* loftplan principsnit
    principdiagram eldiagram rørdiagram brandplan flugtvejsplan beplantningsplan opmåling landskabsplan matrikelkort samletegning stykliste dørskema vinduesskema spærplan bjælkeplan *etage kælder`,
  parts: `
    etager kælder* stueetage stueplan tagetage loftsetage tag terrændæk dæk *dæk fundament* væg vægge *væg dør døre vindue vinduer *vindue
    trappe trapper *trappe trapperum elevator altan altaner balkon terrasse garage carport skur køkken badeværelse wc rum gang entre grund terræn terræn* udearealer parkering
    nord syd øst vest nordøst nordvest sydøst sydvest øvre nedre venstre højre eksisterende nye nyt fremtidig fremtidige generel belysning* ventilation* varme* køling* sanitet*
    brand* sprinkler* rør* vand afløb* regnvand* spildevand* ledning ledninger vvs konstruktion* konstruktioner stål* beton* søjle søjler bjælke bjælker spær pæle mur støttemur bro vej sti spor
    perron tunnel brønd brønde skakt hus bygning bygninger bolig boliger lejlighed lejligheder kontor type aksel flange dæksel ramme beslag bolt skrue plade bord stol skab reol hylde tagplan tagkonstruktion tagkonstruktioner stueetagen yderdør stue`,
  fillers: `i på med for til af mod ved fra under over uden nr blad mål målestok samt eller en et den`,
  firms: `
    arkitekt arkitekter arkitektfirma arkitektur* tegnestue tegnestuen ingeniør ingeniører rådgivende rådgivende_ingeniører konsulent konsulenter aps entreprenør tømrer tømrermester
    murermester ejendomme ejendomsselskab boligselskab andelsboligforening bygherrerådgiver landinspektør landinspektører landskabsarkitekt*`,
  projects: `
    nybyggeri ombygning tilbygning renovering udvidelse opførelse_af enfamiliehus enfamilieshus dobbelthus rækkehus rækkehuse etagebyggeri sommerhus skole børnehave daginstitution hospital sygehus kirke
    kommune region vejdirektoratet banedanmark byggesag ejerforening boligforening hotel idrætshal`,
  stamps: `
    til_godkendelse myndighedsprojekt myndighedsandragende hovedprojekt projektforslag dispositionsforslag forprojekt udbudsprojekt udbud udførelsesprojekt som_udført foreløbig foreløbigt godkendt
    byggeandragende byggetilladelse ansøgning arbejdstegning til_kommentering til_udførelse ophavsret mål_i alle_mål kontrolleres_på byggeplads noter_og henvisninger koordinatsystem`,
  headings: `signaturforklaring bemærkninger noter note`,
  streets: `*vej *vejen *gade *gaden *allé *stræde *plads *torv *stien *kaj *vænget *boulevard`,
  roads: '',
  roles: `bygherre kunde rekvirent tegnet tegnet_af udarbejdet udarbejdet_af kontrolleret kontrol godkendt_af kontr godk sagsnr sagsnummer emne dato revision format matr_nr matrikel ansvarlig`,
};
