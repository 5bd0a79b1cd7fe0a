import type { LanguageWords } from './language-words.ts';

export const FRENCH: LanguageWords = {
  kinds: `
    plan plans coupe coupes élévation élévations façade façades détail détails schéma schémas vue vues perspective perspectives
    axonométrie axonométries isométrie isométrique légende légendes carnet carnets nomenclature nomenclatures tableau tableaux synoptique synoptiques
    unifilaire unifilaires implantation masse situation repérage insertion photomontage profil profils calepinage coffrage ferraillage
    armatures ferraillages fondation fondations charpente charpentes toiture toitures couverture plancher planchers dallage dallages démolition démolitions
    démol terrassement terrassements nivellement bornage topographique relevé relevés levé géomètre cadastre cadastral assainissement réseaux
    vrd menuiserie menuiseries cloisonnement cloisons cotation aménagement_intérieur ameublement mobilier plan_de_masse plan-masse éclaté
    éclatée ensemble ensembles sous-ensemble dessin dessins croquis esquisse étude notice bordereau sommaire page_de_garde cartouche diagramme organigramme
    traçage réservations réservation plombs débit débits découpe développé développée phasage altimétrie planimétrie signalétique câblage circuit circuits
    folio_schéma logigramme grafcet électricité plomberie chauffage ventilation climatisation éclairage cvc compartimentage sécurité_incendie évacuation charpente_métallique rdc rez_de_chaussée étage étages niveau niveaux combles sous-sol entresol`,
  parts: `
    chaussée rdj mezzanine comble terrasse terrasses grenier cave caves
    attique duplex toit plafond plafonds faux-plafond faux_plafonds sol sols mur murs poutre poutres poteau poteaux dalle dalles
    voile voiles semelle semelles longrine longrines pieu pieux radier escalier escaliers ascenseur rampe garde-corps porte portes fenêtre fenêtres baie baies
    châssis verrière volet volets lucarne cheminée cuisine cuisines salle salles bain bains sanitaire sanitaires chambre chambres séjour bureau bureaux
    logement logements appartement local locaux technique techniques garage garages parking stationnement jardin cour clôture portail piscine
    nord sud est ouest avant arrière gauche droite dessus dessous principale principal latérale latéral postérieure intérieur intérieurs extérieur extérieurs
    intérieure intérieures extérieure longitudinale longitudinal transversale transversal générale général généraux générales courant type types existant existante existants projeté projetée
    futur état état_des_lieux état_projeté état_existant eau eaux usées pluviales aep gaz incendie désenfumage courants forts faibles cfo cfa prises
    luminaires tableau_électrique tgbt alimentation distribution chaufferie gaine gaines conduits voirie voie route trottoir carrefour giratoire ouvrage pont culée pile
    tablier tunnel talus bassin canalisation canalisations regard regards tranchée espaces_verts plantations bâtiment bâtiments bloc lot zone cage hall
    entrée couloir structure béton métallique bois maçonnerie bardage étanchéité isolation acrotère faîtage pignon gros_œuvre support platine axe arbre
    carter bride couvercle pièce pièces plaque roue engrenage palier bague levier châssis_de tige corps boîtier moteur capteur alternance meuble
    table placard étagère banque comptoir chaise garde_corps équerre entretoise rondelle écrou chape biellette bielle manivelle ressort poignée crochet plaquette pion goupille coulisse glissière circuit_imprimé carte carte_mère alimentation_électrique perron auvent marquise balcon balcons loggia véranda préau abri hangar quai passerelle barrage écluse puits avaloir bordure caniveau`,
  fillers: `de du des la le les l d et à au aux en pour par un une avec sans dans n no échelle ech feuille folio ou vers selon`,
  firms: `
    architecte architectes architecture ingénieur ingénieurs ingénierie bureau_d_études bureau_d_étude bet études_techniques géomètre-expert géomètres-experts
    sarl sas sasu eurl snc scp selarl scop agence atelier maîtrise_d_œuvre entreprise entreprises société paysagiste paysagistes économiste
    urbaniste urbanistes dplg hmonp d_p_l_g associés consultants constructeur promoteur promotion immobilière immobilier groupe`,
  projects: `
    construction_d construction_de réhabilitation rénovation extension aménagement restructuration surélévation réfection réalisation
    maison villa immeuble résidence école collège lycée université hôpital clinique église mairie commune ville_de département région communauté
    crèche gymnase médiathèque bibliothèque musée hôtel zac lotissement maison_individuelle logements_collectifs centre salle_polyvalente projet opération transformation mise_aux_normes`,
  stamps: `
    permis_de_construire permis_d_aménager déclaration_préalable avant-projet avant_projet dossier_d_exécution dce apd aps doe dpc pca
    provisoire bon_pour_exécution bon_pour bpe définitif consultation appel_d_offres tous_droits droits_réservés reproduction
    ne_pas_mesurer ne_pas propriété confidentiel tolérances_générales tolérance état_de_surface document_de_travail cotes_en toutes_les_cotes sauf_indication pour_approbation pour_information pour_construction`,
  headings: `légende notes note remarques observations nota`,
  streets: `rue avenue boulevard chemin allée impasse quai route place cours ruelle sentier passage faubourg`,
  roads: `rue avenue av boulevard bd bld chemin allée impasse quai route rte place cours ruelle sentier passage square lieu-dit faubourg`,
  roles: `
    maître_d_ouvrage maître_d_œuvre maître_de_l_ouvrage maîtrise_d_ouvrage moa moe client propriétaire requérant demandeur pétitionnaire dessiné_par dessiné dessinateur vérifié_par vérifié
    approuvé établi_par contrôlé mandataire bureau_de_contrôle désignation_du_projet emetteur émetteur modifications modification nature_des_modifications date_de référence_du affaire format`,
};
