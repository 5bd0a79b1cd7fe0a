import type { LanguageWords } from './language-words.ts';

export const SPANISH: LanguageWords = {
  kinds: `
    plano planos planta plantas alzado alzados sección secciones corte cortes fachada fachadas elevación elevaciones detalle detalles esquema esquemas
    diagrama diagramas cuadro cuadros emplazamiento ubicación localización situación implantación replanteo cimentación cimentaciones cimientos fundaciones fundación
    estructura estructuras encofrado encofrados armado armados armadura armaduras despiece despieces pórtico pórticos zapata zapatas losa_de
    acabados carpintería carpinterías instalación instalaciones perspectiva perspectivas isométrico isométricos isometría axonometría axonométrico vista vistas
    perfil perfiles leyenda simbología unifilar unifilares topográfico topografía levantamiento deslinde lotización loteo subdivisión parcelación mensura
    zonificación distribución amueblado mobiliario albañilería mampostería cotas acotado acotada demoliciones demolición urbanización urbanístico trazado
    movimiento_de_tierras saneamiento alcantarillado abastecimiento fontanería climatización iluminación alumbrado evacuación señalización
    pavimentación índice portada listado memoria especificaciones render renders croquis boceto dibujo lámina láminas conjunto_general maqueta ensamble ensamblaje
    explosionado despiezado montaje arquitectónico_planta circuito circuitos cableado planimetría altimetría catastral cubierta cubiertas techumbre solución_constructiva
    aparejo escantillón cortes_fachada planta_de_conjunto ruta_de_evacuación tabla tablas mapa columnas vigas pilares losas losa azotea sótano sótanos desagüe desagües tomacorrientes cielorraso entrepiso ventilación revestimientos`,
  parts: `
    baja pb primera primer segunda segundo tercera tercer cuarta cuarto quinta semisótano entreplanta ático piso pisos nivel niveles
    mezzanine terraza terrazas tejado techo techos bajocubierta alta tipo escalera escaleras ascensor rampa muro muros pared tabiquería columna pilar
    viga forjado forjados placa placas zuncho pilote pilotes contención dado puerta puertas ventana ventanas ventanería herrería cancelería cielo
    falso cocina baño baños dormitorio dormitorios recámara sala comedor garaje estacionamiento estacionamientos patio jardín jardinería piscina alberca cisterna tanque
    norte sur este oeste oriente poniente frontal posterior lateral laterales principal derecha izquierda derecho izquierdo interior interiores exterior exteriores longitudinal longitudinales
    transversal transversales general generales constructivo constructivos existente estado actual propuesta propuesto reformado eléctrica eléctricas eléctrico eléctricos
    sanitaria sanitarias sanitario hidráulica hidráulico hidrosanitaria hidrosanitario mecánica mecánicas mecánico gas agua aguas potable fría caliente pluvial pluviales
    drenaje negras servidas residuales contra incendio incendios aire acondicionado calefacción fuerza luminarias enchufes datos voz telefonía
    tierras pararrayos tablero tableros arquitectónica arquitectónico arquitectura estructural estructurales acero hormigón concreto madera metálica metálico
    vial viales calzada acera puente estribo túnel carretera camino pavimento redes colector pozo canal embalse presa parcela lote manzana bloque edificio
    apartamento departamento local oficina planta_tipo acceso accesos hall lobby pasillo vestíbulo conjunto módulo zona área áreas sector etapa eje ejes
    pieza piezas soporte base tapa brida engranaje carcasa tornillo tuerca polea rueda cojinete bastidor placa_base mueble mesa silla estante closet armario barra gabinete
    pisos_y pintura solería impermeabilización aislamiento muro_cortina escuadra arandela resorte biela manivela manija gancho pasador guía bisagra tarjeta fuente_de_poder sensor chasis volante portal pasarela malecón muelle dique alcantarilla cuneta sardinel bordillo vereda veredas cerco tapial gradas graderío aligerada aligerado tarrajeo tanque_elevado biodigestor lavandería depósito`,
  fillers: `de del la las el los y e a al en con por para sin un una o u sobre según desde hasta n no nº esc escala hoja lam d`,
  firms: `
    arquitecto arquitectos arquitecta arquitectura_e ingeniero ingenieros ingeniera ingeniería ing arq estudio_de_arquitectura estudio taller_de despacho constructora
    construcciones consultores consultoría asociados inmobiliaria promotora proyectos_y slp sac eirl srl ltda compañía sas scp grupo aparejador delineante topógrafo`,
  projects: `
    vivienda viviendas unifamiliar multifamiliar edificio_de casa casa_habitación residencial conjunto_residencial condominio ampliación remodelación rehabilitación reforma
    construcción_de construcción mejoramiento adecuación restauración colegio escuela instituto hospital clínica iglesia universidad facultad municipalidad ayuntamiento
    alcaldía gobierno ministerio provincia_de nave_industrial centro_comercial centro_de hotel parque proyecto obra urbanización_de creación habilitación`,
  stamps: `
    proyecto_básico proyecto_de_ejecución proyecto_ejecutivo anteproyecto proyecto_de_grado borrador preliminar aprobado visado revisado para_construcción
    para_aprobación no_válido propiedad_intelectual derechos_reservados prohibida_la reproducción sello sellos firma firmas notas observaciones
    licencia_de_construcción licencia expediente permiso as-built licitación versión_estudiante tolerancias_generales especificaciones_técnicas`,
  headings: `leyenda notas nota observaciones simbología referencias`,
  streets: `calle avenida avda av carrera cra kra paseo plaza camino carretera pasaje jirón jr ronda travesía callejón autopista`,
  roads: '',
  roles: `
    propietario propietaria propietarios promotor cliente comitente proyectista proyectó dibujó dibujo_por dibujado dibujante revisó revisado_por aprobó calculó calculista elaboró diseñó diseño_por diseñador fecha_de
    responsable contratista supervisor residente director_de_obra firma_del cédula catedrático profesor docente alumno estudiante asignatura curso contenido_del matrícula colegiado distrito departamento_de`,
};
