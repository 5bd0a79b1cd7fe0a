import type { LanguageWords } from './language-words.ts';

export const GERMAN: LanguageWords = {
  kinds: `
    *plan *pläne *plänen *schnitt *schnitte *schnitten *ansicht *ansichten *grundriss *grundrisse *grundriß *aufriss *detail *details
    *profil *profile *skizze *skizzen *zeichnung *zeichnungen *schema *schemata *schemen *schaltbild *diagramm *diagramme *übersicht *übersichten
    *draufsicht *untersicht *aufsicht *darstellung *darstellungen *abwicklung *abwicklungen *perspektive *perspektiven *isometrie *isometrien
    *visualisierung *visualisierungen *liste *listen *verzeichnis *tabelle *tabellen *legende *legenden *karte *karten *bewehrung
    *schalung *stückliste *zusammenstellung *zusammenbau *explosionszeichnung *möblierung *aufmass *aufmaß *vermessung *katasterauszug
    *entwässerung *berechnung *nachweis *nachweise *anordnung *aufteilung *verlegung *montage *absteckung *lageplan *konzept
    *variante *varianten *studie *studien *axonometrie *ausschnitt *deckenspiegel *abbruch *baugrube *positionsplan *kataster *bemaßung *bemassung
    *ausführungsdetail *regelquerschnitt *konstruktion *baugruppe *einzelteil *einzelteile *gleisplan *trassierung *höhenplan
    fassade fassaden fassadenschnitt fundament fundamente fundamentierung gründung bodenplatte freianlagen aussenanlagen außenanlagen *geschoss *geschosse *geschoß erdgeschoss`,
  parts: `
    eg og ug dg kg tg zg ag stg keller keller* dach dach*
    galerie spitzboden attika empore *decke *decken *wand *wände *tür *türen *fenster *treppe *treppen *treppenhaus *aufzug *balkon *balkone
    *terrasse *terrassen *garage *garagen tiefgarage stellplätze stellplatz *küche *bad bäder *zimmer *räume *raum sanitär* elektro* heizung* lüftung*
    klima* kälte* wasser* abwasser* regenwasser* schmutzwasser* brandschutz* fluchtweg* rettungsweg* sprinkler* blitzschutz* beleuchtung*
    haustechnik tga msr brandmelde* photovoltaik* bestand bestand* neubau umbau rückbau abbruch* konstruktion* tragwerk* stahlbau stahlbeton* holzbau
    *träger *stütze *stützen *balken *sparren *pfette *pfetten *binder *fundament *pfahl *pfähle *brücke *brücken *widerlager *pfeiler *tunnel *mauer *stützmauer
    *strasse *straße gehweg radweg *kanal *kanäle *schacht *schächte *leitung *leitungen *graben böschung *becken *gleis *gleise bahnsteig
    *gelände umgebung* *garten bepflanzung* pflanz* nord süd ost west norden süden osten westen nordost* nordwest* südost* südwest* nordansicht vorne hinten links rechts
    oben unten längs längs* quer quer* vorder* rück* seiten* innen* aussen* außen* haupt* gesamt* allgemein* teil* achse achsen
    ebene ebenen niveau gebäude* haus block trakt bauteil bauteile abschnitt* bereich wohnung wohnungen büro* typen eingang eingang* halle flur
    *platte *platten *gehäuse *deckel *welle *wellen *flansch *zahnrad *getriebe *halter *halterung *rahmen *bolzen *buchse *lager *hebel
    *gestell *motor *pumpe *ventil *zylinder *kolben *feder *schraube *mutter *scheibe *rohr *rohre *stutzen *behälter *winkel *blech *bleche
    *schrank *tisch *stuhl *regal *bett *theke *möbel *einbaumöbel *schublade *verteiler *schaltschrank *stromlauf klemmen* *steuerung *anlage *anlagen
    grundleitung* dachaufsicht sockel traufe first ortgang anschluss anschlüsse aufbau aufbauten bodenaufbau wandaufbau gas gasleitung gasleitungen rolle ring *führung *schlitten *klemme *stift *kurbel *pleuel *adapter *grundplatte *stirnrad *kegelrad *spindel *nabe *achse *griff *haken *zapfen *hülse *bügel *winkelstück *sensor *platine *netzteil *stecker *brüstung *attika *rampe *podest *geländer *vordach *gaube *kamin *schornstein *loggia *pergola *carport *schuppen *pool *zaun *hecke *spielplatz *weg *platz *rinne *mulde *rigole *zisterne *hydrant`,
  fillers: `und der das des dem den im in von zu zum zur mit für auf am an bei bis aus nach über unter ohne nr blatt massstab maßstab m siehe inkl sowie oder die`,
  firms: `
    architekt architekten architektur* architektin innenarchitekt* landschaftsarchitekt* ingenieur ingenieure ingenieur* ingenieurbüro ingenieurgesellschaft
    planungsbüro planungsgesellschaft planungsgemeinschaft architekturbüro büro_für bauunternehmen bauunternehmung baugesellschaft bauträger wohnbau
    gmbh gesmbh ohg gbr partg mbb mbh dipl_ing dipl-ing vermessungsbüro vermesser sachverständige* statik* tragwerksplaner
    fachplaner generalplaner zimmerei schreinerei tischlerei stahlbau_gmbh genossenschaft wohnungsbaugesellschaft arge stadtwerke bauherrengemeinschaft baumeister ziviltechniker kgaa gmbh_co`,
  projects: `
    neubau umbau anbau ausbau erweiterung sanierung modernisierung instandsetzung aufstockung ersatzneubau bauvorhaben bv bauabschnitt errichtung
    einfamilienhaus mehrfamilienhaus doppelhaus doppelhaushälfte reihenhaus reihenhäuser wohnhaus wohnhäuser wohnanlage wohnbebauung bürogebäude
    schule kindergarten kita kindertagesstätte krankenhaus klinik kirche museum hotel rathaus feuerwehr* sporthalle turnhalle gewerbe* lagerhalle universität
    hochschule efh mfh umgestaltung umnutzung nutzungsänderung überbauung gemeinde stadt landkreis landeshauptstadt bau-km projekt objekt baustelle`,
  stamps: `
    vorabzug vorentwurf vorentwurfsplanung vorprojekt bauprojekt entwurf entwurfsplanung ausführungsplanung genehmigungsplanung werkplanung baueingabe bauantrag
    einreichung einreichplan einreichplanung ausschreibung ausschreibungsplanung vergabe feststellungsentwurf planfeststellung bestandsunterlagen
    freigegeben freigabe zur_freigabe nicht_freigegeben ungültig gültig genehmigt prüfexemplar zur_prüfung zur_ausführung zur_genehmigung lph leistungsphase
    alle_masse alle_maße maße_sind masse_sind am_bau_zu bauseits_prüfen urheberrecht urheberrechtlich copyright vervielfältigung schutzvermerk din_iso
    allgemeintoleranz* freimasstoleranz* freimaßtoleranz* unterschrift stempel hinweis hinweise vorläufig studienarbeit allgemeine_hinweise plangrundlage`,
  headings: `legende hinweise hinweis anmerkungen bemerkungen zeichenerklärung`,
  streets: `*strasse *straße str *weg *gasse *platz *allee *ufer *damm *chaussee *promenade`,
  roads: '',
  roles: `
    bauherr bauherrin bauherrschaft auftraggeber auftragnehmer eigentümer vorhabenträger planer planverfasser entwurfsverfasser verfasser bearbeiter bearbeitet
    gezeichnet gez geprüft gepr freigegeben_von geändert änderung änderungen planinhalt plannummer plan-nr projektnummer projektnr datum blattgrösse blattgröße blattformat
    objektplanung tragwerksplanung bauleitung projektleiter projektleitung antragsteller bauvorlage werkstoff benennung gewicht ersteller erstellt bauort gemarkung flur_nr flurstück`,
};
