import type { LanguageWords } from './language-words.ts';

export const ITALIAN: LanguageWords = {
  kinds: `
    pianta piante prospetto prospetti sezione sezioni planimetria planimetrie particolare particolari dettaglio dettagli abaco abachi schema schemi
    disegno disegni assonometria assonometrie assonometrico prospettiva prospettive vista viste legenda inquadramento planivolumetrico planivolumetrica
    corografia estratto stralcio rilievo rilievi profilo profili carpenteria carpenterie armatura armature tracciamento demolizioni ricostruzioni
    demolizione costruzione gialli_e_rossi raffronto sovrapposizione comparativa comparativo fotoinserimento fotoinserimenti render elaborato
    esploso assieme complessivo tavola_sinottica computo elenco tabella tabelle diagramma impianto impianti distribuzione_planimetrica arredo arredi layout
    pianta_piano unifilare unifilari stratigrafia stratigrafie nodo nodi particolari_costruttivi quotata quotate quotato bozzetto schizzo cantierizzazione
    fognatura fognature pavimentazioni controsoffitto controsoffitti controsoffittatura orditura orditure travature casseratura rendering documentazione_fotografica
    mappa mappe catastale carta ubicazione localizzazione messa_in_tavola distinta modello schede_armatura libretto vincoli sviluppo sviluppi piano piani copertura coperture fondazione fondazioni solaio solai travi pilastri illuminazione`,
  parts: `
    terra primo secondo terzo quarto interrato seminterrato rialzato ammezzato sottotetto mansarda tetto tetti
    plinti plinto platea pali palo trave pilastro muro muri parete pareti setti scala ascensore rampa porta porte
    finestra finestre infissi serramenti facciata facciate balcone balconi terrazzo terrazza cucina bagno bagni camera soggiorno cantina garage autorimessa
    box giardino cortile ingresso nord sud est ovest anteriore posteriore laterale frontale interno interni esterno esterni esterna longitudinale
    trasversale generale generali tipo stato stato_di_fatto fatto attuale esistente elettrico elettrica elettrici idrico idrico-sanitario
    idraulico termico termica meccanico meccanici meccanica antincendio climatizzazione riscaldamento ventilazione gas scarico scarichi acque acqua meteoriche
    nere bianche potabile fotovoltaico quadro quadri forza_motrice speciali dati strutture strutturale strutturali struttura architettonico architettonica
    legno acciaio cemento calcestruzzo muratura strada stradale stradali viabilità ponte spalla pila impalcato galleria tombino sottoservizi segnaletica
    verde piantumazione lotto comparto edificio edifici corpo blocco unità alloggio appartamento livello quota sistemazione sistemazioni esterne recinzione
    piastra albero flangia ruota ingranaggio supporto coperchio perno vite bullone telaio staffa boccola cuscinetto leva tubo piscina locale locali tipologico squadretta distanziale rondella molla biella manovella maniglia gancio spina guida cerniera scheda alimentatore sensore telaietto volano passerella molo diga canaletta cordolo marciapiede marciapiedi pensilina loggia porticato veranda pergola cancello ringhiera parapetto canna_fumaria camino gronda abbaino lucernario`,
  fillers: `di del della dello dei degli delle da dal dalla al alla allo ai alle a e ed il lo la i gli le in nel nella su sulla per con tra n tav tavola foglio l d`,
  firms: `
    architetto architetti architettura ingegnere ingegneri ingegneria ing geom geometra studio_tecnico studio_associato studio associati srl snc sas
    srls progettisti impresa costruzioni consulenza società perito per_ind dott dott_ing dott_arch cooperativa consorzio engineering immobiliare`,
  projects: `
    ristrutturazione ampliamento restauro risanamento riqualificazione manutenzione_straordinaria manutenzione nuova_costruzione realizzazione costruzione_di recupero
    edificio_residenziale abitazione villa villetta palazzo palazzina scuola ospedale chiesa comune_di provincia_di regione lavori_di progetto intervento
    adeguamento capannone fabbricato condominio residenza cascina museo biblioteca palestra asilo municipio`,
  stamps: `
    progetto_esecutivo progetto_definitivo progetto_preliminare progetto_di_fattibilità progetto_architettonico esecutivo definitivo preliminare permesso_di_costruire
    scia cila bozza approvato revisione emissione riproduzione_vietata proprietà riservata tutti_i_diritti diritti_riservati variante in_variante as_built costruito
    istanza rilascio timbro firma visto note_generali scritta_autorizzazione tolleranze_generali non_misurare quote_in`,
  headings: `legenda note nota avvertenze`,
  streets: `via viale corso piazza vicolo largo strada piazzale lungomare contrada località`,
  roads: '',
  roles: `
    committente committenza proprietà proprietario progettista progettisti direttore_dei_lavori direzione_lavori responsabile disegnato disegnato_da
    controllato verificato approvato_da redatto data oggetto_dell cliente richiedente collaboratori impresa_esecutrice rup coordinatore tecnico_incaricato`,
};
