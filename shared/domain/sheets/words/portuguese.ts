import type { LanguageWords } from './language-words.ts';

export const PORTUGUESE: LanguageWords = {
  kinds: `
    planta plantas corte cortes alçado alçados fachada fachadas elevação elevações vista vistas seção seções secção secções pormenor pormenores detalhe
    detalhes detalhamento detalhamentos implantação localização situação locação cobertura telhado esquema esquemas diagrama diagramas perfil perfis
    perspectiva perspectivas perspetiva perspetivas axonometria isométrico isométrica isometria isométricas levantamento planialtimétrico topográfico topografia
    cadastral mapa_de mapa quadro quadros tabela legenda memorial lista_de formas forma fôrma fôrmas cofragem cofragens armação armaduras armadura ferragem fundação
    fundações sapatas estacas blocos_de vigamento paginação forro layout leiaute mobiliário luminotécnico unifilar unifilares circuitos circuito terraplenagem terraplanagem
    drenagem pavimentação_projeto urbanização demolição demolições demolir construir vermelhos_e_amarelos caixilharia esquadrias vãos acabamentos
    projeto_elétrico projeto_hidráulico projeto_estrutural projeto_arquitetônico projeto_hidrossanitário projeto_legal desenho desenhos croqui croquis esboço
    explodida explodido conjunto montagem planta_baixa planta_de planta-baixa sinalização rota_de_fuga prancha_de estereotomia cotada plano_de renderização maquete zoneamento loteamento remembramento desmembramento vigas pilares lajes laje pavimento pavimentos térreo subsolo esgoto esgotos iluminação blocos revestimentos`,
  parts: `
    piso pisos rés-do-chão rés_do_chão chão cave subcave sótão andar andares mezanino superior inferior baixa tipo primeiro segundo terceiro quarto
    viga pilar parede paredes muro muros escada escadas elevador elevadores ascensor rampa porta portas janela janelas varanda terraço sacada cozinha banheiro banheiros
    wc sanitários instalação sanitária sala garagem estacionamento jardim piscina cisterna reservatório caixa norte sul leste este oeste nascente poente frontal posterior
    lateral principal tardoz direita esquerda interior interiores exterior exteriores longitudinal longitudinais transversal transversais geral gerais construtivo construtivos existente proposta
    proposto atual elétrica elétrico elétricas eléctrica eléctrico hidráulica hidráulico hidrossanitário hidrossanitária sanitário água águas fria quente pluvial pluviais residuais abastecimento
    gás incêndio incêndios combate avac climatização ventilação condicionado tomadas telecomunicações ited lógica dados spda aterramento quadro_de_cargas estrutura estrutural estruturas estruturais
    arquitetura arquitetônico arquitetónico metálica metálico madeira concreto betão aço alvenaria fundo rua via arruamento passeio ponte viaduto encontro túnel rede redes viária lote lotes quadra bloco edifício apartamento
    fração loja escritório acesso hall corredor nível níveis etapa zona área áreas tampo peça suporte base eixo tampa flange engrenagem carcaça parafuso porca polia roda mancal móvel mesa cadeira armário estante bancada prateleira
    revestimento impermeabilização pavimento_tipo platibanda beiral calçada arruela mola biela manivela maçaneta gancho pino guia dobradiça fonte_de_alimentação sensor chassi volante passarela cais dique bueiro sarjeta meio-fio calçadas marquise pergolado churrasqueira lavanderia deposito gradil guarda-corpo lareira claraboia rufo calha`,
  fillers: `de do da dos das e a o as os em no na nos nas com por para sem um uma ao à aos às n nº esc escala folha prancha d`,
  firms: `
    arquiteto arquitetos arquiteta arquitecto arquitectos arquitetura engenheiro engenheiros engenheira engenharia construtora construções consultores consultoria
    projetos_e incorporadora imobiliária empreendimentos lda ltda eireli unipessoal ateliê atelier associados crea topógrafo`,
  projects: `
    residência residencial unifamiliar multifamiliar habitação moradia edifício_de casa prédio ampliação remodelação reabilitação reforma construção_de construção
    requalificação escola hospital clínica igreja universidade câmara_municipal município prefeitura governo ministério secretaria condomínio projeto obra centro_de centro_comercial galpão hotel`,
  stamps: `
    projeto_executivo projeto_básico anteprojeto estudo_prévio licenciamento projeto_de_execução execução aprovado aprovação preliminar para_construção para_aprovação
    direitos_autorais direitos_reservados reprodução proibida propriedade carimbo carimbos assinatura notas_gerais observações conferir_medidas medidas_em as_built emissão_inicial revisão alvará`,
  headings: `legenda notas nota observações`,
  streets: `rua avenida av travessa praça largo estrada rodovia alameda beco viela`,
  roads: '',
  roles: `
    proprietário proprietária cliente requerente dono_de_obra autor_do_projeto autor responsável_técnico responsável projetista desenhista desenhou desenhado_por verificou aprovou data_de
    conteúdo_da coordenador coordenação colaboração orientador aluno disciplina professor contratante resp_técnico`,
};
