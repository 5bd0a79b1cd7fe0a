import type { LanguageWords } from './language-words.ts';

export const SWEDISH: LanguageWords = {
  kinds: `
    *plan *planer *ritning *ritningar *snitt *sektion *sektioner *fasad *fasader *elevation *elevationer *detalj *detaljer *schema *scheman *karta *kartor *översikt
    *profil *profiler *uppställning *förteckning *skiss *skisser *perspektiv *isometri *teckenförklaring *illustration *illustrationer *diagram *tabell *lista *armering
    *uppmätning uppställningsritning situationsplan nybyggnadskarta planlösning planritning takplan markplan utomhusplan grundplan bjälklagsplan stomplan måttplan höjdsättning
    planteringsplan rivningsplan rivning utsättning grundläggning flödesschema driftkort kretsschema elschema enlinjeschema ledningsplan normalsektion tvärsektion* längdsektion* möblering
    sprängskiss sammanställning stycklista inredning uppriss principsektion belysningsplan brandskiss utrymningsplan kopplingsschema typdetalj vy vyer planvy sektionsvy fasadvy översiktsvy *våning källare`,
  parts: `
    våningen *våningen källarplan bottenvåning bottenplan entréplan entresol vind vinds* tak grund platta bjälklag *bjälklag vägg väggar *vägg dörr dörrar *dörr fönster
    *fönster trappa trappor *trappa trapphus hiss balkong balkonger terrass altan garage carport förråd kök badrum bad wc dusch rum hall entré tvättstuga bastu tomt mark gård trädgård
    norr söder öster väster nordost nordväst sydost sydväst mot_norr mot_söder fram bak övre undre höger vänster befintlig befintligt befintliga nytt nya generell
    vvs vent ventilation* värme* kyla* sanitet* belysning* brand* sprinkler* kanalisation dagvatten* spillvatten* vatten avlopp* ledning ledningar konstruktion* stål* betong*
    pelare balk balkar takstol takstolar pålar pålning stomme mur stödmur bro väg gata cykelväg spår plattform tunnel brunn brunnar schakt hus byggnad byggnader lägenhet lägenheter kontor lokal
    axel fläns kugghjul hus_lock lock ram fäste bult skruv plåt bord stol skåp hylla garderob källarvåning takplan grundplatta elkraft gångväg gångvägar`,
  fillers: `och i på med för till mot vid från under över utan nr blad skala samt eller en ett`,
  firms: `
    arkitekt arkitekter arkitektkontor arkitektbyrå arkitektur* ingenjör ingenjörer ingenjörsbyrå konsult konsulter byggkonsult* konstruktör konstruktörer aktiebolag bygg_ab
    byggnadsfirma entreprenör byggmästare projektering fastigheter fastighets fastighetsbolag bostäder mätkonsult elkonsult landskapsarkitekt*`,
  projects: `
    nybyggnad ombyggnad tillbyggnad utbyggnad renovering upprustning ändring enbostadshus flerbostadshus fritidshus villa radhus parhus skola förskola sjukhus kyrka kommun stad landsting region
    trafikverket brf bostadsrättsförening fastighet kvarteret kv projekt komplementbyggnad stadsbyggnadskontoret hotell idrottshall`,
  stamps: `
    bygghandling bygglovshandling bygglovsritning byggnadslovsritning förfrågningsunderlag systemhandling relationshandling relationsritning programhandling granskningshandling
    förslagshandling förslag arbetshandling ritning_för_bygglov bygglov preliminär godkänd granskad ej_för för_granskning upphovsrätt skisshandling anbudshandling utställningshandling
    mått_i alla_mått kontrolleras_på anmärkningar anmärkning föreskrifter koordinatsystem höjdsystem`,
  headings: `teckenförklaring anmärkningar anmärkning förklaringar anm`,
  streets: `*gatan *gata *vägen *väg *gränd *torget *torg *stigen *allén *backen *leden`,
  roads: '',
  roles: `beställare byggherre uppdragsgivare ritad ritad_av konstruerad granskad_av handläggare ansvarig uppdragsnummer uppdrag_nr uppdragsnr projektör ändringen_avser sign datum fastighetsbeteckning format godkänd_av`,
};
