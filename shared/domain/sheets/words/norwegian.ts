import type { LanguageWords } from './language-words.ts';

export const NORWEGIAN: LanguageWords = {
  kinds: `
    *plan *planer *planen *tegning *tegninger *snitt *fasade *fasader *oppriss *detalj *detaljer *skjema *skjemaer *kart *kartet *oversikt *oversiktskart *profil *profiler *skisse *skisser
    *perspektiv *perspektiver *isometri *illustrasjon *illustrasjoner *visning *liste *lister *diagram *tabell *armering *forskaling *situasjon situasjonsplan situasjonskart utomhusplan plantegning
    planløsning takplan fundamentplan fundamenter lengdeprofil* tverrprofil* tverrsnitt* lengdesnitt* normalprofil* møblering* terrengsnitt utstikking grøfteplan ledningsplan riveplan riving rømningsplan
    branntegning himlingsplan systemskjema flytskjema enlinjeskjema koblingsskjema arrangement oppmåling landskapsplan plasseringsplan sammenstilling stykkliste vinduskjema dørskjema byggegrop *etasje kjeller`,
  parts: `
    etasjer kjeller* loft underetasje mesanin tak grunn dekke *dekke vegg vegger *vegg dør dører vindu vinduer *vindu trapp trapper *trapp trapperom heis balkong balkonger
    terrasse veranda garasje carport kjøkken bad wc gang entre hage tomt terreng terreng* uteareal parkering nord sør øst vest nordøst nordvest sørøst sørvest foran øvre nedre venstre høyre
    eksisterende nye nytt generelt elektro* belysning* ventilasjon* varme* kjøling* sanitær* brann* sprinkler* vann avløp overvann* spillvann* ledning ledninger ledning* vvs konstruksjon*
    stål* betong* søyle søyler bjelke bjelker bjelkelag takstol takstoler peler mur støttemur bru bro vei veg sykkelvei spor plattform tunnel kummer sjakt hus bygg bygning bygninger leilighet
    leiligheter bolig kontor type aksel flens deksel ramme feste bolt skrue plate bord stol skap hylle ytterdør innerdør takplan rørlegger røropplegg gangvei`,
  fillers: `i på med for til mot ved fra under over uten nr ark målestokk samt eller en et`,
  firms: `
    arkitekt arkitekter arkitektkontor arkitektur* sivilarkitekt* ingeniør ingeniører rådgivende rådgivende_ingeniør konsulent konsulenter asa entreprenør byggmester bygg_as
    eiendom eiendommer utbygger prosjektering mnal landskapsarkitekt* takstmann oppmålingskontor`,
  projects: `
    nybygg ombygging tilbygg påbygg rehabilitering oppgradering bruksendring enebolig tomannsbolig flermannsbolig rekkehus leilighetsbygg hytte fritidsbolig skole barnehage sykehus kirke kommune fylkeskommune
    statens_vegvesen bane_nor prosjekt reguleringsplan_for boligfelt hotell idrettshall sameie borettslag`,
  stamps: `
    byggemelding byggesøknad byggesøknadstegning rammesøknad rammetillatelse igangsetting anbudstegning anbud arbeidstegning arbeidsgrunnlag forprosjekt skisseprosjekt detaljprosjekt
    som_bygget foreløpig godkjent for_godkjenning til_gjennomsyn til_godkjenning kontrollert opphavsrett mål_i alle_mål kontrolleres_på byggeplass henvisninger koordinatsystem høydegrunnlag`,
  headings: `tegnforklaring merknader merknad anmerkninger`,
  streets: `*veien *vegen *gata *gaten *torg *stien *bakken *allé *sgate *rgate *nsgate *svei *rvei *splass *eplass`,
  roads: '',
  roles: `tiltakshaver byggherre oppdragsgiver kunde tegnet tegnet_av kontrollert_av godkjent_av ansvarlig saksbehandler prosjektnr prosjektnummer revisjon revisjonen gjelder gnr bnr dato format gnr_bnr`,
};
