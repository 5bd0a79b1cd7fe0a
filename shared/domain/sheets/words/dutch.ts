import type { LanguageWords } from './language-words.ts';

export const DUTCH: LanguageWords = {
  kinds: `
    *plattegrond *plattegronden *doorsnede *doorsneden *doorsnedes *aanzicht *aanzichten *gevel *gevels gevelaanzicht* *detail *details *tekening *tekeningen
    *situatie *schema *plan *plannen *overzicht *overzichten *inrichting indeling *renvooi *legenda *schets *schetsen *perspectief *isometrie *profiel *profielen *staat *lijst
    *wapening bekisting fundering funderingsplan palenplan *riolering bestrating principedetail* principe kozijnstaat materialenstaat bovenaanzicht zijaanzicht vooraanzicht
    inmeting opmeting kadaster* kaart *kaart impressie impressies visualisatie sloop* maatvoering matenplan dwarsprofiel* lengteprofiel* lengtedoorsnede dwarsdoorsnede
    samenstelling onderdelenlijst stuklijst explosietekening blad_overzicht leidingverloop installatieschema brandcompartimentering *verdieping *verdiepingen begane_grond`,
  parts: `
    begane grond kelder zolder vliering dak daken dak* souterrain entresol bg bgg vloer vloeren *vloer wand wanden *wand muur deur deuren kozijn kozijnen
    *kozijn raam ramen trap trappen *trap trappenhuis lift balkon balkons terras garage berging keuken badkamer toilet woonkamer slaapkamer kamer ruimte ruimten tuin erf terrein
    noord oost zuid west achter links rechts linker rechter boven voorgevel achtergevel zijgevel linkergevel rechtergevel noordgevel zuidgevel oostgevel westgevel
    bestaand bestaande nieuw nieuwe gewijzigd toekomstig huidig elektra elektrisch* verlichting verwarming ventilatie koeling sanitair water gas brand data installatie installaties
    constructie constructief balken balklaag kolom kolommen spanten staalconstructie hout beton staal metselwerk paal palen heipalen bouwkundig woning woningen appartement appartementen blok gebouw kavel
    perceel weg rijbaan fietspad trottoir brug viaduct tunnel duiker sluis kade damwand spoor perron leidingen kabels riool hwa vwa groen beplanting algemeen algemene totaal deel
    plaat flens tandwiel deksel behuizing frame beugel onderdeel tafel kast stoel schroef bout`,
  fillers: `van de het een en in op met voor te ten bij aan naar over onder zonder nr blad schaal tot of`,
  firms: `
    architect architecten architectuur architectenbureau ingenieur ingenieurs ingenieursbureau adviesbureau bouwbedrijf aannemer aannemersbedrijf aannemingsbedrijf
    adviseurs bv nv vof bvba cvba projectontwikkeling ontwikkelaar woningcorporatie bouwkunde_bureau tekenbureau ontwerpers landschapsarchitecten constructeur constructeurs`,
  projects: `
    nieuwbouw verbouwing uitbreiding renovatie aanbouw uitbouw herinrichting restauratie bouw_van bouwplan woonhuis villa school kerk ziekenhuis gemeente provincie rijkswaterstaat waterschap
    project werk appartementencomplex kantoorgebouw bedrijfshal bedrijfsgebouw transformatie herontwikkeling dakopbouw realisatie`,
  stamps: `
    definitief_ontwerp voorlopig_ontwerp schetsontwerp technisch_ontwerp uitvoeringsontwerp definitief bestek bestekstekening omgevingsvergunning bouwaanvraag
    vergunningaanvraag ter_goedkeuring ter_controle goedgekeurd voorlopig auteursrecht auteursrechten maten_in in_het_werk niet_schalen opmerkingen`,
  headings: `legenda renvooi opmerkingen opmerking`,
  streets: `*straat *weg *laan *plein *gracht *kade *singel *dijk *steeg *dreef`,
  roads: '',
  roles: `opdrachtgever eigenaar getekend getekend_door gecontroleerd gecontroleerd_door projectleider gewijzigd_door wijziging wijzigingen datum formaat tekeningnummer projectnummer werknummer onderwerp bouwheer ontwerper`,
};
