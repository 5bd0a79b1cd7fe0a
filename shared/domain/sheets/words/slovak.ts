import type { LanguageWords } from './language-words.ts';

export const SLOVAK: LanguageWords = {
  kinds: `
    pôdorys pôdorysy rez rezy pohľad pohľady detail detaily situácia situačný výkres výkresy schéma schémy legenda výpis výpisy tabuľka skladba skladby plán plány profil profily vizualizácia vizualizácie perspektíva axonometria izometria
    výkaz tvar tvary výstuž výstuže krov krovu osadenie vytyčovací koordinačná pozdĺžny priečny vzorový zameranie búranie búracie zostava zostavy kusovník zoznam dispozícia náčrt štúdia základy základov kladačský prehľadná rozmiestnenie zapojenie vykurovanie kanalizácia vodovod elektroinštalácia podhľad podhľady vzduchotechnika strecha strop stropu prízemie suterén podkrovie`,
  parts: `
    podlažie podlažia podlaží np pp prízemia poschodie poschodia suterénu podkrovia pivnica strechy stropov stena steny stien podlaha podlahy dvere dverí okno okná okien otvorov
    schodisko schodiska výťah balkón terasa garáž kuchyňa kúpeľňa izba miestnosť miestnosti miestností záhrada pozemok pozemku sever severný severná juh južný južná východ východný východná západ západný západná predný predná zadný zadná bočný bočná ľavý pravý horný
    dolný jestvujúci existujúci jestvujúci_stav stav stavu nový navrhovaný navrhovaný_stav celkový elektro silnoprúd slaboprúd osvetlenie zásuvky vetranie klimatizácia chladenie zdravotechnika splašková
    dažďová plynovod plyn požiarna požiarnej bleskozvod konštrukcia konštrukcie oceľová oceľové betónové železobetónové drevené stĺp stĺpy trám trámy prievlak prievlaky preklad preklady veniec doska dosky pilóta oporný múr most mostu cesta komunikácia chodník
    križovatka koľaj nástupište tunel šachta šachty prípojka prípojky sieť siete byt bytu byty kancelária hala hriadeľ príruba koleso veko teleso rám držiak skrutka matica puzdro ložisko stôl stolička skriňa polica zeleň`,
  fillers: `a v vo na z zo s so do od pre o u k ku pri alebo č list mierka m bez pod nad`,
  firms: `architekt architekti architektonický ateliér inžinier ing projektová projekčná sro stavebná_firma stavby geodet geodetická autorizovaný spol_sro`,
  projects: `novostavba rekonštrukcia prístavba nadstavba stavebné_úpravy úprava úpravy oprava modernizácia zateplenie obnova výstavba rodinný dom domu rodinného bytový bytového škola škôlka materská nemocnica kostol obec mesto stavba akcia areál objekt hotel`,
  stamps: `dokumentácia projektová_dokumentácia stavebné_povolenie územné_rozhodnutie realizačný_projekt projekt_pre stupeň schválené poznámky poznámka autorské_práva všetky_rozmery rozmery kóty_v sada`,
  headings: `legenda poznámky poznámka vysvetlivky`,
  streets: `ulica ul námestie nám trieda cesta`,
  roads: '',
  roles: `investor stavebník objednávateľ vlastník vypracoval kreslil projektant zodpovedný zodpovedný_projektant hlavný_projektant kontroloval schválil navrhol dátum formát zákazka obsah_výkresu názov_výkresu miesto_stavby zhotoviteľ príloha`,
};
