import type { LanguageWords } from './language-words.ts';

export const LITHUANIAN: LanguageWords = {
  kinds: `
    planas planai plano pjūvis pjūviai pjūvių fasadas fasadai fasadų detalė detalės mazgas mazgai mazgų schema schemos brėžinys brėžiniai vaizdas vaizdai eskizas eskizai profilis profiliai *profilis žemėlapis
    žiniaraštis žiniaraščiai specifikacija specifikacijos lentelė eksplikacija sklypo_planas genplanas vizualizacija vizualizacijos aksonometrija izometrija išklotinė išklotinės sutartiniai žymėjimai
    armavimas armavimo klojini* griovimo nužymėjimo aukščių sutvarkymo apželdinimo topografinis topografinė situacijos išilginis skersinis skersiniai bendrieji nomenklatūra surinkimo`,
  parts: `
    aukštas aukšto aukštų rūsys rūsio pastogė pastogės mansarda mansardos stogas stogo stogų cokolis cokolio pamatai pamatų perdanga perdangos perdangų siena sienos sienų pertvaros pertvarų grindys grindų lubos lubų durys durų
    langai langų langas laiptai laiptų laiptinė liftas lifto balkonas terasa garažas virtuvė vonia patalpos patalpų kambarys kiemas sklypas sklypo šiaurė šiaurės pietų rytų vakarų kairys dešinys viršutinis apatinis
    esamas esama esamos naujas projektuojamas projektuojama bendras bendri elektros elektrotechn* apšvietimo šildymo šildymas vėdinimo vėdinimas ventiliacij* vandentiekio vandentiekis nuotekų vandens lietaus dujų gaisrinė gaisro
    ryšių silpnų konstrukcij* konstrukcinis plieno plieninės betono gelžbetonio medinės kolonos kolonų sijos sijų gegnės gegnių plokštė plokštės poliai polių atraminė tiltas tilto kelias kelio gatvė gatvės šuliniai tinklai tinklų
    pastatas pastato namas namo butas buto butų biuras tipas ašis flanšas dangtis korpusas rėmas varžtas stalas kėdė spinta lentyna`,
  fillers: `ir su iš į prie be arba mastelis m nr`,
  firms: `architektas architektai architektų architektūra* inžinierius inžinieriai inžinerija projektavimas projektavimo uab vši statybos_įmonė konsultantai biuras_uab studija`,
  projects: `statyba rekonstravimas rekonstrukcija kapitalinis_remontas remontas atnaujinimas modernizavimas gyvenamasis_namas gyvenamojo daugiabutis vienbutis dvibutis mokykla darželis ligoninė bažnyčia savivaldybė miestas objektas projektas viešbutis`,
  stamps: `techninis_projektas darbo_projektas projektiniai_pasiūlymai techninis statybos_leidimas stadija etapas suderinta patvirtinta tvirtinu pastabos autorių_teisės matmenys laida tdp`,
  headings: `pastabos pastaba sutartiniai_žymėjimai`,
  streets: `gatvė g gatve prospektas pr alėja plentas aikštė kelias`,
  roads: '',
  roles: `užsakovas statytojas savininkas projektavo braižė tikrino projektuotojas pv pdv projekto_vadovas projekto_dalies data pakeitimai adresas lapų dokumento_žymuo kval atestato`,
};
