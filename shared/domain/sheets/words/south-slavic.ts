import type { LanguageWords } from './language-words.ts';

/** Croatian, Bosnian, Serbian in Latin script, and Slovene. */
export const SOUTH_SLAVIC: LanguageWords = {
  kinds: `
    tlocrt tlocrti presjek presjeci presek preseci prerez prerezi pročelje pročelja fasada fasade fasad osnova osnove nacrt nacrti crtež crteži situacija situacije situacijski detalj detalji detajl detajli shema sheme šema šeme pogled pogledi
    izgled izgledi plan planovi načrt načrti tloris tlorisi risba risbe skica skice perspektiva perspektive aksonometrija izometrija vizualizacija vizualizacije legenda legende iskaz iskazi popis specifikacija tablica tabela tabele raspored razpored
    armatura armature armaturni oplata oplate opaž iskolčenje iskolčenja zakoličba zakoličbe rušenje rušenja odstranitev odstranitve snimak snimka posnetek posnetki obstoječi_posnetek profil profili prikaz prikazi sklop sklopni sestavna sestavnica kosovnica
    uzdužni poprečni podužni vzdolžni prečni karakteristični normalni katastarski geodetski pozicija pozicije pozicijski pregledna pregledni situacioni zbirna zbirnik detaljni plan_pozicija`,
  parts: `
    prizemlje prizemlja kat kata katova etaža etaže sprat sprata spratova podrum podruma suteren suterena potkrovlje potkrovlja tavan tavana pritličje pritličja nadstropje nadstropja klet kleti mansarda mansarde podstrešje krov krova krovište krovna krovne streha strehe ostrešje
    temelji temelja temelj strop stropa medetažna međukatna ploča ploče plošča plošče zid zidovi zida stena stene tla poda podovi vrata prozor prozori prozora okno okna stubište stubišta stepenište stepenice stopnišče stopnice lift dizalo dvigalo balkon terasa garaža kuhinja kupatilo kupaonica kopalnica
    soba prostor prostori parcela parcele okoliš vrt sjever sjeverno sever severna severno jug južno južna istok istočno istočna zapad zapadno zapadna vzhod vzhodna zahod zahodna glavno bočno stražnje ulično dvorišno prednja zadnja leva desna lijevo desno gornji donji
    postojeće postojeći stanje stanja obstoječe obstoječi novo novi projektovano novoprojektirano opći opšti splošni elektro električne elektroinstalacije rasvjeta rasvjete rasveta razsvetljava jaka slaba struja grijanje grejanje ogrevanje hlađenje hlajenje ventilacija prezračevanje
    klimatizacija vodovod vodovoda kanalizacija kanalizacije odvodnja meteorna fekalna plin plina požar požarna vatrogasna gromobran strelovod instalacije instalacija konstrukcija konstrukcije konstrukcijski čelična čelične jeklena betonska armiranobetonska drvena lesena stup stupovi stub stubovi steber
    greda grede nosilec nosilci serklaž piloti šipovi potporni most mosta propust cesta ceste put prometnica kolnik pločnik raskrižje raskrsnica kolosijek kolosek tir peron tunel predor jašek šaht mreža priključak priključek zgrada zgrade
    stan stanovi stana stanovanje ured pisarna hala tip osovina prirubnica poklopac pokrov kućište ohišje okvir nosač vijak matica ležaj zupčanik stol miza stolica omara ormar polica`,
  fillers: `i u na s sa z za od do iz po pri in ali ili mjerilo razmera merilo m br list bez pod nad iznad ispod`,
  firms: `arhitekt arhitekti arhitekta arhitektura arhitekture arhitektonski arhitektonska biro ured_ovlaštenog studio projektni_biro inženjer inženir inženjering inženiring dipl_ing doo obrt atelje projektiranje projektovanje geodet geodetska građevinsko jdoo`,
  projects: `rekonstrukcija dogradnja nadogradnja adaptacija sanacija prenova novogradnja izgradnja gradnja prizidava stambena stambeni stambeno-poslovna poslovna obiteljska porodična enodružinska kuća kuće hiša hiše građevina građevine objekat objekt stavba zgrada škola šola vrtić vrtec bolnica bolnišnica crkva cerkev općina opština občina grad mesto županija ministarstvo hotel investicija projekat projekt`,
  stamps: `glavni_projekt idejni_projekt izvedbeni_projekt idejno_rješenje idejno_rešenje glavni_projekat idejni_projekat projekat_za projekt_za_izvedbo projekt_za idejna_zasnova dgd pzi pgd idz idp građevinska_dozvola građevinsku_dozvolu gradbeno_dovoljenje faza odobreno napomena napomene opomba opombe sve_mjere vse_mere mjere_kontrolirati autorska_prava zop vrsta_projekta`,
  headings: `legenda napomena napomene opomba opombe`,
  streets: `ulica ul trg cesta put avenija bulevar šetalište`,
  roads: '',
  roles: `investitor naručitelj naručilac naročnik vlasnik lastnik projektant projektanti glavni_projektant odgovorni_projektant odgovorni pooblaščeni vodja vodja_projekta suradnik suradnici saradnik saradnici sodelavec sodelavci crtao risal izradio izradila kontrolirao potpis podpis datum sadržaj sadržaj_nacrta sadržina vsebina vsebina_risbe naziv_projekta lokacija mapa broj_projekta številka k_č k_o`,
};
