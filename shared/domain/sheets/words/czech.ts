import type { LanguageWords } from './language-words.ts';

export const CZECH: LanguageWords = {
  kinds: `
    půdorys půdorysy řez řezy pohled pohledy detail detaily situace situační výkres výkresy schéma schémata legenda výpis výpisy tabulka tabulky skladba skladby plán plány profil profily zákres vizualizace perspektiva axonometrie izometrie
    rozvinutý kladečský kladení tvar tvary výztuž výztuže krov krovu osazení vytyčovací vytyčení koordinační katastrální podélný příčný vzorový vzorové zaměření bourání bourací bourací_práce sestava sestavy kusovník seznam zpráva
    základy základů dispozice dispoziční osazovací přehledná přehled uspořádání rozmístění studie řešení zakreslení mapa mapy náčrt svod kótovaný blokové zapojení vytápění kanalizace vodovod elektroinstalace podhled podhledy vzduchotechnika střecha strop stropu přízemí suterén podkroví`,
  parts: `
    podlaží podlažím np pp patro patra suterénu půda půdy sklep střechy střech stropů stropní stěna stěny stěn podlaha podlahy podhledů dveře dveří okno okna oken
    výplně výplní otvorů schodiště výtah balkon balkony terasa garáž garáže kuchyně koupelna pokoj místnost místnosti místností zahrada pozemek pozemku sever severní jih jižní východ východní západ západní severovýchodní jihozápadní severozápadní
    jihovýchodní přední zadní boční levý pravý horní dolní stávající stav stavu nový nová navrhovaný návrh_stavu bourané celkový celková obecné elektro silnoproud slaboproud osvětlení zásuvky zásuvek ústřední větrání vzt
    klimatizace chlazení zti zdravotechnika vodovodu kanalizační splašková dešťová plynovod plyn plynu požárně pbř požární hromosvod fotovoltaika konstrukce konstrukční ocelová ocelové betonové železobetonové dřevěné sloup sloupy trám trámy
    průvlak průvlaky překlad překlady věnec deska desky pilota piloty opěrná zeď most mostu propustek komunikace vozovka silnice chodník křižovatka kolej kolejový nástupiště tunel šachta šachty přípojka přípojky síť sítě objekt_so byt bytu byty kancelář hala
    osa hřídel příruba ozubené kolo víko těleso skříň rám držák šroub matice pouzdro ložisko stůl židle police zeleň výsadba oplocení komín komíny zdivo podstava držáku čep pružina páka vedení destička snímač zdroj úhelník podložka spojka přístřešek pergola brána branka rampa podesta zábradlí okap bazén studna jímka čov žumpa vsak`,
  fillers: `a v ve na z ze s se do od pro o u k ke při nebo č čís list měřítko m bez pod nad`,
  firms: `architekt architekti architektonický ateliér inženýr ing projektová projekční projekce s_r_o sro stavební_firma stavby geodetická geodet autorizovaný autorizovaná čkait projektanti družstvo spol_sro`,
  projects: `novostavba rekonstrukce přístavba nástavba stavební_úpravy úpravy úprava oprava modernizace zateplení revitalizace výstavba rodinný dům domu rodinného bytový bytového škola školka mateřská základní_škola nemocnice kostel obec město městský úřad kraj stavba akce areál objekt hotel`,
  stamps: `dokumentace dokumentace_pro stavební_povolení dsp dps dsps dúr územní_rozhodnutí územní_řízení provádění_stavby studie_stavby skutečné_provedení ohlášení stupeň paré schváleno předběžný autorská_práva poznámky poznámka veškeré_rozměry rozměry_nutno kóty_v souřadnicový výškový_systém s-jtsk bpv`,
  headings: `legenda poznámky poznámka vysvětlivky`,
  streets: `ulice ul náměstí nám třída tř nábřeží nábř`,
  roads: '',
  roles: `investor stavebník objednatel zadavatel vlastník vypracoval kreslil projektant zodpovědný zodpovědný_projektant hlavní_projektant hip kontroloval schválil navrhl datum formát zakázka zakázkové zakázka_č obsah název_výkresu místo_stavby katastrální_území razítko zhotovitel příloha`,
};
