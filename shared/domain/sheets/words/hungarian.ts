import type { LanguageWords } from './language-words.ts';

export const HUNGARIAN: LanguageWords = {
  kinds: `
    *rajz *rajzok *rajza *rajzai *metszet *metszetek *metszete *homlokzat *homlokzatok *homlokzata *nézet *nézetek *nézete *részlet *részletek *részlete *alaprajz *alaprajza *terv *tervek *terve *vázlat *vázlatok
    *térkép *kimutatás *konszignáció *konszignációk *jegyzék *táblázat *vázrajz *csomópont *csomópontok *csomópontja *sablon *szelvény *szelvények *szelvénye látvány* *axonometria *perspektíva *séma *sémák *diagram *ábra *ábrák
    vasalás* vasalási zsaluzás* zsaluzási alapozás* alapozási kitűzés* kitűzési felmérés* felmérési bontás* bontási rétegrend* helyszínrajz* kapcsolás* nyomvonalrajz összeállítás* összeállítási robbantott darabjegyzék jelmagyarázat elrendezés* elrendezési bútorozás* bútorozási
    áttekintő átnézeti keresztmetszet* hosszmetszet* tartószerkezeti gépészet* falnézet* álmennyezet* burkolat* burkolati`,
  parts: `
    *szint *szinti emelet emeleti földszint földszinti pince pincei pinceszint padlás padlástér tetőtér tetőtéri tető tető* fedélszék* födém* földem galéria alagsor* fal falak falazat* válaszfal* padló* mennyezet* ajtó* ablak* nyílászáró* lépcső* lift felvonó*
    erkély terasz* garázs* konyha* fürdőszoba* szoba helyiség* telek udvar északi déli keleti nyugati elölnézet oldalnézet felülnézet utcai udvari első hátsó oldalsó jobb felső alsó meglévő tervezett új általános jellemző
    elektromos villamos* világítás* világítási erőátvitel* gyengeáram* fűtés* fűtési szellőzés* szellőzési légtechnika* klíma* hűtés* vízellátás* csatorna* csatornázás* szennyvíz* csapadék* gáz* tűzvédelm* tűzjelző* villámvédelm* napelem*
    szerkezet* szerkezeti acél* vasbeton* beton* oszlop* pillér* gerenda* koszorú* áthidaló* lemez* cölöp* támfal* útépítés* járda* vágány* alagút* akna* közmű* vezeték* épület* lakás* lakások iroda* csarnok* tengely* karima fogaskerék fedél
    keret* csavar* asztal* szék* szekrény* polc* növény* vízvezeték* hidak faszerkezet* kert kertépítés* kertészeti részletek hídterv`,
  fillers: `és a az egy vagy nr sz lap méretarány m valamint`,
  firms: `építész építészek építészet* építésziroda stúdió mérnök mérnökök mérnöki mérnökiroda iroda kft zrt nyrt kkt tervező_iroda tervezőiroda építőipari kivitelező_kft vállalkozó geodéta földmérő statikus`,
  projects: `építése átalakítása átalakítás bővítése bővítés felújítása felújítás korszerűsítése korszerűsítés rekonstrukció létesítése lakóház lakóépület családi társasház nyaraló sorház iskola óvoda kórház templom önkormányzat önkormányzata város község szálloda beruházás projekt létesítmény`,
  stamps: `engedélyezési_terv kiviteli_terv engedélyezési kiviteli tanulmányterv vázlatterv tender_terv ajánlati megvalósulási jóváhagyva előzetes jogvédett szerzői_jog méretek_a megjegyzés megjegyzések tervfázis bejelentési építési_engedély minden_méret helyszínen_ellenőrizendő`,
  headings: `jelmagyarázat megjegyzés megjegyzések`,
  streets: `utca út útja tere körút krt sétány sor köz`,
  roads: '',
  roles: `megrendelő beruházó építtető tulajdonos tervező tervezte felelős_tervező vezető_tervező szerkesztette szerkesztő rajzolta ellenőr ellenőrizte jóváhagyta dátum kelt munkaszám tervszám rajzszám rajz_megnevezése tárgy munka_megnevezése cím módosítás hrsz generáltervező`,
};
