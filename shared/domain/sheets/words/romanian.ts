import type { LanguageWords } from './language-words.ts';

export const ROMANIAN: LanguageWords = {
  kinds: `
    plan planul planuri plan_parter secțiune secțiuni secțiunea fațadă fațade fațada fațadele detaliu detalii schemă scheme schema vedere vederi perspectivă perspective desen desene tablou profil profile legendă listă extras_de
    încadrare amplasament situație cofraj cofrare cofraje armare armături fundații fundare învelitoare șarpantă șarpante releveu relevee trasare topografic cadastral ridicare borderou memoriu planșă planșe axonometrie izometrie izometrică
    izometric schița schiță mobilare amenajare demolare desfășurată desfășurate elevație elevații dispoziție amplasare monofilară monofilar sistematizare ansamblu asamblare explodată plan_de secțiune_longitudinală secțiune_transversală randare randări tabel tâmplărie parter subsol mansardă acoperiș`,
  parts: `
    parter parterului etaj etaje etajul etajului subsol subsolului demisol mansardă mansardei podului acoperiș acoperișului terasă terasei planșeu planșee placă plăci grindă grinzi stâlp stâlpi diafragme perete pereți zid zidărie pardoseală pardoseli tavan tavane uși
    ferestre fereastră scară scări lift balcon balcoane garaj bucătărie baie dormitor living camere cameră încăperi hol curte grădină teren nord sud est vest principală principal posterioară posterior laterală lateral stânga dreapta interior exterior longitudinală
    longitudinal transversală transversal general generală generale tip existent existentă propus propusă propunere actuală instalații instalație electrice electrică iluminat prize forță sanitare sanitară termice termică încălzire ventilație ventilare climatizare
    canalizare pluvială menajeră gaze incendiu hidranți paratrăsnet curenți_slabi rețele rețea branșament racord structură rezistență metalică beton lemn oțel fundație stâlpilor grinzilor pilot piloți sprijin pod_rutier podeț drum drumului carosabil
    trotuar intersecție tunel cămin cămine imobil clădire apartament apartamente birou spațiu hală nivel cotă cota axe ax flanșă capac carcasă roată arbore piesă suport cadru șurub masă scaun dulap raft instalații_apă podul`,
  fillers: `de din la cu și pe pentru al ale a în sau nr sc fără între peste sub`,
  firms: `arhitect arhitecți arhitectură birou_de birou_individual inginer ingineri inginerie proiectare proiectant_general srl construcții consulting antreprenor constructor topograf societate`,
  projects: `construire construirea extindere reabilitare modernizare renovare consolidare mansardare supraetajare reamenajare locuință locuințe casă bloc_de vilă școală grădiniță spital biserică primăria comuna oraș municipiul consiliul județ județul beneficiar_primăria obiectiv investiție proiect hotel complex`,
  stamps: `autorizație autorizare autorizația autorizație_de_construire dtac pth dde proiect_tehnic studiu_de_fezabilitate certificat_de_urbanism faza fază execuție verificator vizat aprobat preliminar drepturi_de_autor note observații nu_se_vor_lua dimensiunile cotele_se`,
  headings: `legendă legenda note notă observații`,
  streets: `strada str bulevardul bd calea aleea șoseaua piața intrarea`,
  roads: '',
  roles: `beneficiar client proprietar proiectant proiectat desenat verificat întocmit șef_proiect șef_de_proiect aprobat_de data titlul_planșei titlu_planșă denumire adresa semnătura cerința referat expertiza titlu_proiect`,
};
