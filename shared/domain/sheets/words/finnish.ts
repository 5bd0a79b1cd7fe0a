import type { LanguageWords } from './language-words.ts';

export const FINNISH: LanguageWords = {
  kinds: `
    *piirustus *piirustukset *piirros *piirrokset *pohja pohjat *pohjakuva *leikkaus *leikkaukset *julkisivu *julkisivut julkisivu* *detalji *detaljit *kaavio *kaaviot *kartta *kartat *luettelo *luettelot
    *projektio *kuva *kuvat *näkymä *näkymät *aksonometria *perspektiivi *taulukko *taulukot *suunnitelma *suunnitelmat *leikkauskuva *kokoonpano *räjäytyskuva *osaluettelo *mittapiirustus
    asemapiirros asemapiirustus asemakaava* asemapohja tasopiirustus tasokuva rakennepiirustus periaatepiirustus pääpiirustus työpiirustus raudoitus* muotti* perustus* paalutus* pituusleikkaus* poikkileikkaus*
    pintavesi* istutus* kalustus* purku* selostus selitykset ikkunakaavio ovikaavio linjakaavio kytkentäkaavio lohkokaavio pääkaavio johtokartta tonttikartta merkinnät *kerros kellari vesikatto ullakko`,
  parts: `
    kerroksen *kerroksen kellari* kellarin ullakko* ullakon parvi vesikatto* vesikaton katto* katon alapohja* yläpohja* välipohja* perustukset perustusten anturat seinä seinät *seinä ovi ovet ikkuna
    ikkunat *ikkuna porras portaat *portaat hissi parveke parvekkeet terassi autotalli autokatos varasto keittiö kylpyhuone pesuhuone sauna huone huoneet eteinen pihan piha* tontti tontin
    pohjoinen pohjoiseen etelä etelään itään länsi länteen koilliseen kaakkoon lounaaseen luoteeseen oikea vasen ylä nykyinen nykyiset uusi uudet yleinen yleis*
    sähkö* valaistus* ilmanvaihto* lämmitys* lämpö* jäähdytys* viemäri* viemäröinti vesijohto* vesi sprinkleri* lvi lvia tele rakenne* rakenteet runko* teräs* betoni* puu* pilari pilarit palkki palkit
    laatta laatan kattotuoli kattotuolit paalut muuri tukimuuri silta sillan katu kevyen rata laituri tunneli kaivo kaivot rakennus rakennuksen talo talon asunto asunnot huoneisto huoneistot tyyppi
    akseli laippa kotelo kehys kiinnike pultti ruuvi levy pöytä tuoli kaappi hylly ulko-ovet palotekninen paloteknisiä`,
  fillers: `ja sekä tai no nro lehti mittakaava mk`,
  firms: `
    arkkitehti arkkitehdit arkkitehtitoimisto arkkitehtuuri* insinööri insinööritoimisto suunnittelutoimisto suunnittelu_oy rakennussuunnittelu* oy oyj tmi rakennusliike rakennus_oy konsultti konsultit
    kiinteistö_oy asunto_oy as_oy urakoitsija safa rakennusmestari rakennesuunnittelija`,
  projects: `
    uudisrakennus laajennus peruskorjaus saneeraus muutos muutostyö korjaus omakotitalo paritalo rivitalo kerrostalo asuinkerrostalo loma-asunto vapaa-ajan kesämökki talousrakennus koulu päiväkoti sairaala kirkko
    kaupunki kunta väylävirasto hanke kohde rakennuskohde hotelli liikuntahalli`,
  stamps: `
    rakennuslupa rakennuslupapiirustus lupapiirustus luonnos luonnokset alustava ehdotus hyväksytty hyväksyttävä tarkastettu urakkalaskenta toteutus toteutuspiirustus rakentamista_varten tarjouspyyntö
    loppupiirustus tekijänoikeus mitat_tarkistettava huomautukset korkeusjärjestelmä koordinaattijärjestelmä rakennusluvan`,
  headings: `selitykset merkinnät huomautukset huom`,
  streets: `*katu *kuja *polku *tori *aukio *kaari *raitti *rinne *ntie *anranta *enranta`,
  roads: '',
  roles: `tilaaja rakennuttaja omistaja suunnittelija piirtäjä piirtänyt piirt suunn tark hyv tarkastaja hyväksynyt vastuuhenkilö pääsuunnittelija työnumero työ_nro muutokset päiväys pvm rakennustoimenpide piirustuslaji piirustuksen_sisältö kaupunginosa kortteli tiedosto`,
};
