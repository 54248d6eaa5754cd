// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type AccountSettingsRequest = {
    /**
     * ISO 3166-1 alfa-2: o país dos telefones sem +.
     */
    pais: string;
    /**
     * O fuso dos contatos sem fuso próprio.
     */
    fuso: string;
};

export type AccountSettingsObject = {
    pais: string;
    fuso: string;
};

export type UsageResponse = {
    uso: UsageObject;
};

export type QuotaObject = {
    plano: string;
    /**
     * Mensagens por mês; null é sem limite.
     */
    email: number | null;
    /**
     * Mensagens por mês; null é sem limite.
     */
    sms: number | null;
    /**
     * Mensagens por mês; null é sem limite.
     */
    push: number | null;
};

export type UsageObject = {
    periodo: string;
    /**
     * Os de agora, sem os apagados.
     */
    contatos: number;
    /**
     * As de agora, sem as apagadas.
     */
    empresas: number;
    /**
     * As ligadas agora.
     */
    jornadas_ativas: number;
    /**
     * Os e-mails e pushes que as jornadas pediram no período, em dias de UTC.
     */
    envios: number;
    /**
     * As do período, sem simulações. Ficam conhecidas por um ano depois do fim.
     */
    importacoes: number;
    /**
     * As do período.
     */
    exportacoes: number;
    /**
     * Se a Platform respondeu.
     */
    core_disponivel: boolean;
    /**
     * Se a Platform conhece uma quota da conta.
     */
    quota_conhecida: boolean;
    /**
     * Presente se é conhecida.
     */
    quota?: QuotaObject;
};

export type MemberPage = {
    contatos: Array<ContactObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type IdentifierObject = {
    id: string;
    canal: 'email' | 'telefone';
    /**
     * O telefone em E.164.
     */
    valor: string;
    principal: boolean;
};

export type ContactObject = {
    id: string;
    ciclo: 'lead' | 'contato';
    estagio: 'novo' | 'contatado' | 'qualificado' | 'cliente' | 'descartado';
    /**
     * O e-mail principal.
     */
    email: string | null;
    /**
     * O telefone principal, em E.164.
     */
    telefone: string | null;
    /**
     * Todos os e-mails, o principal primeiro.
     */
    emails: Array<string>;
    /**
     * Todos os telefones, o principal primeiro.
     */
    telefones: Array<string>;
    /**
     * Os mesmos, com ids: e-mails, depois telefones.
     */
    identificadores: Array<IdentifierObject>;
    nome: string | null;
    dono_id: string | null;
    marcadores: Array<string>;
    cargo: string | null;
    empresa_id: string | null;
    /**
     * ISO 3166-1 alfa-2.
     */
    pais: string | null;
    estado: string | null;
    cidade: string | null;
    /**
     * Nome IANA; o da conta quando nulo.
     */
    fuso: string | null;
    /**
     * Os campos da conta, por chave.
     */
    campos: {
        [key: string]: unknown;
    };
    fonte: string | null;
    utm_source: string | null;
    utm_medium: string | null;
    utm_campaign: string | null;
    utm_term: string | null;
    utm_content: string | null;
    dispositivo: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'desconhecido';
    so: string | null;
    navegador: string | null;
    ip_pais: string | null;
    email_status: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
    pontuacao: number | null;
    /**
     * Se os dados pessoais foram apagados para sempre.
     */
    anonimizado: boolean;
    criado_em: string;
    atualizado_em: string;
};

export type SegmentReachAnswer = {
    /**
     * Quantos contatos tem; -1 quando não deu para contar a tempo.
     */
    alcance: number;
};

export type SegmentPreviewRequest = {
    /**
     * De 1 a 20.
     */
    criterios?: Array<CriterionRequest>;
    /**
     * Se valem todos os critérios ou basta um; `e` quando ausente.
     */
    conjuncao?: 'e' | 'ou';
    nome?: string;
    lista?: boolean;
};

export type CriterionRequest = {
    /**
     * Como na tabela do guia, por exemplo `campos.frota`.
     */
    campo: string;
    /**
     * igual, diferente, contem, nao_contem, comeca_com, em, nao_em, maior, menor, entre, preenchido, vazio, nos_ultimos_dias
     */
    operador: string;
    /**
     * Texto, número, booleano, data ou lista, pelo tipo do campo. `em` e `nao_em` levam uma lista, `entre` o primeiro e o último, `nos_ultimos_dias` um número de dias (de `eventos.<nome>` também `[vezes, dias]`), `preenchido` e `vazio` nada.
     */
    valor?: string | null | number | boolean | Array<string | number | boolean>;
};

export type SegmentAnswer = {
    segmento: SegmentObject;
    /**
     * Quantos contatos tem; -1 quando não deu para contar a tempo.
     */
    alcance: number;
};

export type CriterionObject = {
    campo: string;
    operador: 'igual' | 'diferente' | 'contem' | 'nao_contem' | 'comeca_com' | 'em' | 'nao_em' | 'maior' | 'menor' | 'entre' | 'preenchido' | 'vazio' | 'nos_ultimos_dias';
    /**
     * Texto, número, booleano, data ou lista, pelo tipo do campo. `em` e `nao_em` levam uma lista, `entre` o primeiro e o último, `nos_ultimos_dias` um número de dias (de `eventos.<nome>` também `[vezes, dias]`), `preenchido` e `vazio` nada.
     */
    valor: string | null | number | boolean | Array<string | number | boolean>;
};

export type SegmentObject = {
    id: string;
    nome: string;
    criterios: Array<CriterionObject>;
    conjuncao: 'e' | 'ou';
    /**
     * Se a Platform mantém uma lista com os contatos.
     */
    lista: boolean;
    /**
     * Quantos contatos tem; -1 quando não deu para contar a tempo.
     */
    alcance: number;
    /**
     * Depois de criado ou substituído, um trabalho avalia todos os contatos; até `pronto`, a lista se completa.
     */
    estado: 'aguardando' | 'avaliando' | 'pronto';
    /**
     * Contatos que o trabalho já avaliou.
     */
    avaliados: number;
    /**
     * Se um critério não vale mais, por exemplo de um campo que a conta apagou: ninguém novo entra.
     */
    invalido: boolean;
    /**
     * Por que é inválido; um PUT o conserta.
     */
    motivo: string | null;
    criado_em: string;
    atualizado_em: string;
};

export type SegmentRequest = {
    /**
     * De 1 a 20.
     */
    criterios?: Array<CriterionRequest>;
    /**
     * Se valem todos os critérios ou basta um; `e` quando ausente.
     */
    conjuncao?: 'e' | 'ou';
    /**
     * Único na conta, sem caixa e acentos.
     */
    nome: string;
    /**
     * Se a Platform mantém uma lista com os contatos do segmento, para campanhas; false quando ausente.
     */
    lista?: boolean;
};

export type SegmentsResponse = {
    segmentos: Array<SegmentObject>;
};

export type ScoreRulesRequest = {
    /**
     * No máximo 50. Uma lista vazia tira a pontuação de todos os contatos.
     */
    regras: Array<ScoreRuleRequest>;
};

export type ScoreRuleRequest = {
    /**
     * De 1 a 20.
     */
    criterios?: Array<CriterionRequest>;
    /**
     * Se valem todos os critérios ou basta um; `e` quando ausente.
     */
    conjuncao?: 'e' | 'ou';
    /**
     * Único entre as regras, sem caixa e acentos.
     */
    nome: string;
    /**
     * De -100 a 100, senão 422: quanto a regra soma para quem atende aos critérios.
     */
    pontos: number;
};

export type ScoreRulesObject = {
    regras: Array<ScoreRuleObject>;
    /**
     * Depois de uma mudança, um trabalho avalia todos os contatos; até `pronto`, as pontuações se completam.
     */
    estado: 'aguardando' | 'avaliando' | 'pronto';
    /**
     * Contatos que o trabalho já avaliou.
     */
    avaliados: number;
    /**
     * null em uma conta que nunca teve regras.
     */
    atualizado_em: string | null;
};

export type ScoreRuleObject = {
    nome: string;
    criterios: Array<CriterionObject>;
    conjuncao: 'e' | 'ou';
    pontos: number;
    /**
     * Se um critério não vale mais, por exemplo de um campo que a conta apagou: a regra não soma nada.
     */
    invalida: boolean;
    /**
     * Por que é inválida.
     */
    motivo: string | null;
};

export type ContactScoreObject = {
    /**
     * A soma dos motivos; null em uma conta sem regras.
     */
    pontuacao: number | null;
    /**
     * As regras a que o contato atende.
     */
    motivos: Array<ScoreReasonObject>;
};

export type ScoreReasonObject = {
    /**
     * O nome da regra.
     */
    regra: string;
    pontos: number;
};

export type SavedViewRequest = {
    nome: string;
    /**
     * Parâmetros de GET /v1/contatos e seus textos, sem limite e cursor.
     */
    filtros: {
        [key: string]: string;
    };
};

export type SavedViewsResponse = {
    visoes: Array<SavedViewObject>;
};

export type SavedViewObject = {
    id: string;
    nome: string;
    filtros: {
        [key: string]: string;
    };
    criado_em: string;
    atualizado_em: string;
};

export type SetRetentionRequest = {
    /**
     * De 30 a 3650, senão 422; nulo guarda para sempre.
     */
    dias: number | null;
};

export type RetentionObject = {
    /**
     * Nulo: para sempre.
     */
    dias: number | null;
    /**
     * Contatos anonimizados, por esta regra ou por pedido.
     */
    anonimizados_total: number;
};

export type SubjectExportObject = {
    contato_id: string;
    gerado_em: string;
    /**
     * Os aplicativos que não responderam: o que eles guardam falta aqui.
     */
    ausentes: Array<string>;
    aplicativos: Array<SubjectAppObject>;
};

export type SubjectItemObject = {
    /**
     * O que é, como contato, atividade, lead ou mensagem.
     */
    tipo: string;
    /**
     * De quando é.
     */
    em: string | null;
    dados: {
        [key: string]: unknown;
    };
};

export type SubjectAppObject = {
    aplicativo: string;
    /**
     * Se há mais do que cabe aqui.
     */
    cortado: boolean;
    itens: Array<SubjectItemObject>;
};

export type RefuseErasureRequestRequest = {
    /**
     * Obrigatório: 422 quando ausente ou em branco.
     */
    motivo?: string | null;
};

export type ErasureRequestPage = {
    pedidos: Array<ErasureRequestObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type ErasureOutcomeObject = {
    estado: 'pendente' | 'apagado';
    em: string | null;
};

export type ErasureOutcomesObject = {
    pages: ErasureOutcomeObject;
    platform: ErasureOutcomeObject;
    /**
     * Nulo nos pedidos executados antes de o Mail ser informado.
     */
    mail: ErasureOutcomeObject | null;
};

export type ErasureRequestObject = {
    id: string;
    contato_id: string;
    status: 'pending' | 'executed' | 'refused';
    /**
     * Nulo depois de executado.
     */
    solicitante: string | null;
    canal: string;
    /**
     * Nulo depois de executado.
     */
    motivo: string | null;
    /**
     * Por que foi recusado.
     */
    motivo_recusa: string | null;
    criado_por: string;
    criado_em: string;
    decidido_por: string | null;
    decidido_em: string | null;
    /**
     * O que os outros aplicativos responderam; nulo enquanto o pedido não foi executado.
     */
    resultado: ErasureOutcomesObject | null;
};

export type CreateErasureRequestRequest = {
    contato_id: string;
    /**
     * Quem pediu.
     */
    solicitante: string;
    /**
     * Por onde o pedido chegou.
     */
    canal: string;
    motivo?: string | null;
};

export type ExportAnswer = {
    exportacao: ExportObject;
};

export type ExportObject = {
    id: string;
    estado: 'aguardando' | 'gerando' | 'concluida' | 'falhou' | 'expirada';
    formato: 'csv' | 'xlsx';
    /**
     * De um CSV.
     */
    separador: ',' | ';' | 'tab';
    /**
     * Os nomes dos filtros; os valores podem ser pessoais.
     */
    filtros: Array<string>;
    /**
     * Quantos contatos no máximo; nulo para todos.
     */
    limite: number | null;
    /**
     * Contatos do arquivo: os encontrados, até que ele esteja pronto.
     */
    total: number;
    /**
     * Contatos já escritos; uma nova tentativa recomeça do zero.
     */
    processados: number;
    /**
     * O tamanho do arquivo pronto.
     */
    bytes: number | null;
    /**
     * Por que não há arquivo.
     */
    falha: string | null;
    /**
     * Onde ler a exportação.
     */
    url: string;
    /**
     * Onde baixar o arquivo; nulo enquanto não há um.
     */
    arquivo: string | null;
    autor_id: string;
    criado_em: string;
    iniciado_em: string | null;
    terminado_em: string | null;
    /**
     * Quando o arquivo é apagado; nulo enquanto não há um.
     */
    expira_em: string | null;
};

export type ExportRequest = {
    /**
     * csv quando ausente.
     */
    formato?: 'csv' | 'xlsx';
    /**
     * Entre as colunas de um CSV; vírgula quando ausente.
     */
    separador?: ',' | ';' | 'tab';
    /**
     * Parâmetros de GET /v1/contatos e seus textos, sem limite e cursor; todos os contatos quando ausente.
     */
    filtros?: {
        [key: string]: string;
    };
    /**
     * Quantos contatos no máximo; todos quando ausente.
     */
    limite?: number;
};

export type ExportPage = {
    exportacoes: Array<ExportObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type ImportPreviewAnswer = {
    formato: 'csv' | 'xlsx';
    codificacao: string | null;
    separador: string | null;
    /**
     * As planilhas de um XLSX.
     */
    planilhas: Array<string> | null;
    /**
     * A que foi lida; nulo para a primeira.
     */
    planilha: string | null;
    linha_do_cabecalho: number;
    colunas: Array<PreviewColumnObject>;
    /**
     * As dez primeiras linhas com dados.
     */
    linhas: Array<PreviewRowObject>;
    /**
     * O mapeamento que as colunas sugerem, como a importação o recebe.
     */
    mapeamento: {
        [key: string]: string;
    };
};

export type PreviewRowObject = {
    /**
     * A linha do arquivo.
     */
    linha: number;
    /**
     * Na ordem das colunas.
     */
    valores: Array<string>;
};

export type PreviewColumnObject = {
    /**
     * Como no arquivo; um nome repetido tem seu número, como em Telefone (2).
     */
    nome: string;
    /**
     * O campo que a coluna parece ser.
     */
    campo: string | null;
};

export type ImportAnswer = {
    importacao: ImportObject;
};

export type ImportObject = {
    id: string;
    estado: 'aguardando' | 'conferindo' | 'importando' | 'concluida' | 'falhou' | 'cancelada' | 'desfazendo' | 'desfeita';
    /**
     * Se só informa o que aconteceria.
     */
    simulacao: boolean;
    se_existir: 'atualizar' | 'pular';
    mapeamento: {
        [key: string]: string;
    };
    marcadores: Array<string>;
    estagio: 'novo' | 'contatado' | 'qualificado' | 'cliente' | 'descartado';
    /**
     * De um CSV.
     */
    codificacao: string | null;
    /**
     * De um CSV.
     */
    separador: string | null;
    /**
     * De um XLSX; nulo para a primeira.
     */
    planilha: string | null;
    /**
     * Nulo para a primeira linha com dados.
     */
    linha_do_cabecalho: number | null;
    formato_data: 'DMA' | 'MDA' | 'ISO';
    separador_decimal: ',' | '.';
    valor_invalido: 'linha' | 'ignorar';
    disparar_jornadas: boolean;
    /**
     * O nome do arquivo.
     */
    arquivo: string | null;
    /**
     * O tamanho do arquivo.
     */
    bytes: number;
    /**
     * Linhas com dados; nulo até que sejam contadas.
     */
    total: number | null;
    /**
     * Linhas já lidas: a soma de criados, atualizados, pulados e com_erro.
     */
    processados: number;
    /**
     * Linhas que criaram um contato.
     */
    criados: number;
    /**
     * Linhas de contatos que já existiam, aplicadas a eles.
     */
    atualizados: number;
    /**
     * Linhas de contatos que já existiam, com se_existir pular.
     */
    pulados: number;
    /**
     * Linhas que não foram importadas.
     */
    com_erro: number;
    /**
     * Erros das linhas; /erros.csv mostra os primeiros 10.000.
     */
    erros: number;
    /**
     * Valores de linhas importadas que ficaram de fora; /erros.csv os mostra com os erros.
     */
    avisos: number;
    /**
     * Por que a importação falhou.
     */
    falha: string | null;
    /**
     * Contatos que voltaram ao que eram.
     */
    desfeitos: number;
    /**
     * Contatos que mudaram depois da importação e ficaram como estão; /erros.csv diz quais.
     */
    nao_desfeitos: number;
    /**
     * Até quando pode ser desfeita; nulo quando não pode.
     */
    desfazer_ate: string | null;
    autor_id: string;
    criado_em: string;
    iniciado_em: string | null;
    terminado_em: string | null;
};

export type ImportPage = {
    importacoes: Array<ImportObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type MergeObject = {
    id: string;
    /**
     * O contato que fica.
     */
    contato_id: string;
    /**
     * O contato que foi mesclado nele.
     */
    mesclado_id: string;
    criada_por: string;
    criada_em: string;
    /**
     * Até quando pode ser desfeita.
     */
    desfazer_ate: string;
    desfeita_por: string | null;
    desfeita_em: string | null;
};

export type MergeContactRequest = {
    /**
     * O contato que é mesclado e deixa de existir.
     */
    contato_id: string;
};

export type MessagingSettingsRequest = {
    /**
     * No fuso da pessoa. Igual a silencio_fim: sem horas de silêncio.
     */
    silencio_inicio: string;
    /**
     * No fuso da pessoa.
     */
    silencio_fim: string;
    /**
     * Mensagens de jornadas por pessoa e dia, no fuso dela.
     */
    maximo_por_dia: number;
};

export type MessagingSettingsObject = {
    silencio_inicio: string;
    silencio_fim: string;
    maximo_por_dia: number;
};

export type ContactJourneysResponse = {
    /**
     * A entrada mais nova primeiro; no máximo 100.
     */
    jornadas: Array<ContactJourneyObject>;
};

export type WayStepObject = {
    numero: number;
    tipo: 'esperar' | 'agir' | 'condicao' | 'dividir';
    em: string;
    /**
     * Por que o caminho seguiu como seguiu.
     */
    resultado: 'espera' | 'satisfaz' | 'nao_satisfaz' | 'ramo' | 'pedido' | 'mudou' | 'ja_estava' | 'sem_consentimento' | 'sem_endereco' | 'omitido_na_restauracao' | 'falhou';
    /**
     * De esperar: até quando.
     */
    ate?: string;
    /**
     * O passo seguinte, quando não é o próximo.
     */
    ir?: number;
    /**
     * De falhou: a razão.
     */
    motivo?: string;
};

export type ContactJourneyObject = {
    jornada_id: string;
    jornada: string;
    versao: number;
    estado: 'esperando' | 'pausada' | 'encerrada';
    /**
     * O que a fez entrar.
     */
    gatilho: 'lead_capturado' | 'campo_mudou' | 'inatividade' | 'evento_pixel';
    /**
     * O lead, o campo ou o evento.
     */
    por: string | null;
    entrou_em: string;
    /**
     * O passo que vem; null quando saiu.
     */
    passo: number | null;
    /**
     * Quando ele vem.
     */
    proximo_em: string | null;
    saiu_em: string | null;
    desfecho: 'concluida' | 'saida' | 'objetivo' | 'contato_apagado' | 'mesclada' | 'reiniciada' | 'interrompida' | 'falhou' | 'encerrada';
    /**
     * De falhou e interrompida: a razão.
     */
    motivo: string | null;
    /**
     * Do mais antigo ao mais novo; os 200 mais novos.
     */
    passos: Array<WayStepObject>;
};

export type JourneyFiguresResponse = {
    /**
     * A versão mais nova primeiro.
     */
    versoes: Array<VersionFiguresObject>;
};

export type StepFiguresObject = {
    numero: number;
    tipo: 'esperar' | 'agir' | 'condicao' | 'dividir';
    entraram: number;
    /**
     * Estão neste passo agora.
     */
    dentro: number;
    sairam: number;
    /**
     * Dos que saíram, os que não puderam fazer o passo.
     */
    falharam: number;
};

export type VersionFiguresObject = {
    versao: number;
    entraram: number;
    dentro: number;
    sairam: number;
    falharam: number;
    passos: Array<StepFiguresObject>;
};

export type SimulationObject = {
    /**
     * No máximo 500.
     */
    passos: Array<WayStepObject>;
    desfecho: 'concluida' | 'saida' | 'objetivo' | 'contato_apagado' | 'mesclada' | 'reiniciada' | 'interrompida' | 'falhou' | 'encerrada';
    termina_em: string | null;
};

export type SimulationRequest = {
    contato_id: string;
    /**
     * Quando a pessoa entraria; agora se ausente.
     */
    agora?: string;
};

export type JourneyActivationRequest = {
    /**
     * true liga, e julga a jornada de novo; false desliga.
     */
    ativa: boolean;
    /**
     * Ao desligar: se quem está dentro sai. Sem isso espera, e segue quando a jornada volta a ser ligada.
     */
    encerrar?: boolean;
};

export type JourneyRequest = {
    nome: string;
    /**
     * Um de lead_capturado, campo_mudou, inatividade, evento_pixel.
     */
    gatilho: string;
    /**
     * Do gatilho. lead_capturado: `formulario_id?, pagina_id?`. campo_mudou: `campo, de?, para?`. inatividade: `dias` sem nada que a pessoa fez. evento_pixel: `evento, pagina_id?`.
     */
    parametros?: {
        [key: string]: unknown;
    };
    /**
     * De 1 a 100.
     */
    passos: Array<JourneyStepRequest>;
    /**
     * Um de nunca, apos_sair, sempre; apos_sair se ausente. Com sempre, quem está dentro recomeça.
     */
    reentrada?: string;
    /**
     * Quem satisfaz sai da jornada, a cada passo e a cada mudança.
     */
    saida?: JourneyCriteriaRequest | null;
    /**
     * Quem satisfaz chegou ao objetivo, e sai.
     */
    objetivo?: JourneyCriteriaRequest | null;
};

export type JourneyCriteriaRequest = {
    /**
     * Os critérios de segmentos `{campo, operador, valor}`; e `{campo: abriu | clicou, passo, valor?}`: se a pessoa abriu o e-mail daquele passo ou seguiu um link dele (valor false: se não o fez).
     */
    criterios: Array<{
        [key: string]: unknown;
    }>;
    /**
     * e (padrão) ou ou.
     */
    conjuncao?: string;
};

export type JourneyBranchRequest = {
    /**
     * Parte das pessoas, em relação à soma dos pesos.
     */
    peso: number;
    /**
     * O passo em que o ramo começa.
     */
    ir: number;
};

export type JourneyStepRequest = {
    /**
     * A partir de 1, sem lacunas.
     */
    numero: number;
    /**
     * Um de esperar, agir, condicao, dividir.
     */
    tipo: string;
    /**
     * De esperar: nanossegundos, até dez anos. Um dia são 86400000000000. Nenhum dígito se perde.
     */
    espera?: number;
    /**
     * De agir: email, push, webhook, mudar_estagio ou entrar_lista.
     */
    acao?: string;
    /**
     * De agir. email: `modelo_id`, ou `assunto` e `texto` ou `html`; `remetente?, nome_remetente?, topico?`. push: `modelo_id`, ou `titulo` e `corpo`; vai a quem assina o tópico com o id do contato. webhook: `destino_id`. mudar_estagio: `estagio`. entrar_lista: `lista`, o id ou o slug.
     */
    parametros?: {
        [key: string]: unknown;
    };
    /**
     * Os critérios de segmentos `{campo, operador, valor}`; e `{campo: abriu | clicou, passo, valor?}`: se a pessoa abriu o e-mail daquele passo ou seguiu um link dele (valor false: se não o fez).
     */
    criterios?: Array<{
        [key: string]: unknown;
    }>;
    /**
     * e (padrão) ou ou.
     */
    conjuncao?: string;
    /**
     * De condicao: o passo de quem não satisfaz os critérios.
     */
    se_pular_ir?: number;
    /**
     * De dividir: os ramos. A mesma pessoa vai sempre pelo mesmo.
     */
    ramos?: Array<JourneyBranchRequest>;
};

export type JourneysResponse = {
    jornadas: Array<JourneyObject>;
};

export type JourneyCriteriaObject = {
    /**
     * Os critérios de segmentos `{campo, operador, valor}`; e `{campo: abriu | clicou, passo, valor?}`: se a pessoa abriu o e-mail daquele passo ou seguiu um link dele (valor false: se não o fez).
     */
    criterios: Array<{
        [key: string]: unknown;
    }>;
    conjuncao: 'e' | 'ou';
};

export type JourneyBranchObject = {
    peso: number;
    ir: number;
};

export type JourneyStepObject = {
    numero: number;
    tipo: 'esperar' | 'agir' | 'condicao' | 'dividir';
    /**
     * De esperar: nanossegundos, até dez anos. Um dia são 86400000000000. Nenhum dígito se perde.
     */
    espera?: number;
    acao?: string;
    parametros?: {
        [key: string]: unknown;
    };
    /**
     * Os critérios de segmentos `{campo, operador, valor}`; e `{campo: abriu | clicou, passo, valor?}`: se a pessoa abriu o e-mail daquele passo ou seguiu um link dele (valor false: se não o fez).
     */
    criterios?: Array<{
        [key: string]: unknown;
    }>;
    conjuncao?: string;
    se_pular_ir?: number;
    ramos?: Array<JourneyBranchObject>;
};

export type JourneyObject = {
    id: string;
    nome: string;
    gatilho: 'lead_capturado' | 'campo_mudou' | 'inatividade' | 'evento_pixel';
    /**
     * Do gatilho. lead_capturado: `formulario_id?, pagina_id?`. campo_mudou: `campo, de?, para?`. inatividade: `dias` sem nada que a pessoa fez. evento_pixel: `evento, pagina_id?`.
     */
    parametros: {
        [key: string]: unknown;
    };
    passos: Array<JourneyStepObject>;
    reentrada: 'nunca' | 'apos_sair' | 'sempre';
    saida: JourneyCriteriaObject | null;
    objetivo: JourneyCriteriaObject | null;
    ativa: boolean;
    /**
     * Aumenta a cada edição. Quem está dentro segue na versão em que entrou.
     */
    versao: number;
    criado_em: string;
    atualizado_em: string;
};

export type DecideSuggestionRequest = {
    /**
     * aceitar ou recusar.
     */
    decisao: string;
};

export type SuggestionPage = {
    sugestoes: Array<SuggestionObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type MergeReasonObject = {
    codigo: 'telefone_no_lead' | 'email_com_etiqueta' | 'telefone_com_nono_digito' | 'endereco_na_importacao' | 'nome_e_dominio';
    texto: string;
};

export type SuggestionObject = {
    id: string;
    /**
     * O mais antigo dos dois.
     */
    contato_id: string;
    outro_contato_id: string;
    pontuacao: number;
    motivos: Array<MergeReasonObject>;
    status: 'pendente' | 'aceita' | 'recusada';
    decidida_por: string | null;
    decidida_em: string | null;
    criada_em: string;
};

export type ResolvedIdentityObject = {
    achou: boolean;
    contato_id: string | null;
};

export type DestinationRequest = {
    nome: string;
    /**
     * http ou https, com até 2048 caracteres e sem usuário; não pode levar à rede interna.
     */
    url: string;
    /**
     * Assina as entregas; não é mostrado de novo. Com o prefixo whsec_ e o base64 de 24 a 64 bytes também como Standard Webhooks. Sem segredo as entregas não são assinadas. Ausente em PUT, o guardado fica; null o remove.
     */
    segredo?: string | null;
    /**
     * Um destino inativo não recebe nada. Ausente: true em POST, e como está em PUT.
     */
    ativo?: boolean;
};

export type DestinationsResponse = {
    destinos: Array<DestinationObject>;
};

export type DestinationObject = {
    id: string;
    nome: string;
    /**
     * Se há um segredo. Ele mesmo nunca é mostrado.
     */
    tem_segredo: boolean;
    ativo: boolean;
    /**
     * Desde quando nenhuma entrega dá certo; null se a última deu.
     */
    falhando_desde: string | null;
    /**
     * Quando foi desativado porque falhou por dias.
     */
    desativado_em: string | null;
    criado_em: string;
    atualizado_em: string;
    url: string;
};

export type TestedObject = {
    enfileiradas: number;
    /**
     * Como a entrega de teste se distingue, e onde o resultado aparece.
     */
    aviso: string;
};

export type DeliveriesResponse = {
    /**
     * As mais novas primeiro.
     */
    entregas: Array<DeliveryObject>;
};

export type DeliveryObject = {
    id: string;
    evento: string;
    /**
     * O mesmo em todas as tentativas.
     */
    evento_id: string;
    /**
     * Se foi enfileirada por testar.
     */
    teste: boolean;
    estado: 'pendente' | 'entregue' | 'falhou';
    /**
     * O código HTTP da última resposta.
     */
    codigo: number | null;
    tentativas: number;
    /**
     * O que deu errado, ou o que ela espera.
     */
    erro: string | null;
    /**
     * O que o provedor respondeu; null para um destino.
     */
    resposta: string | null;
    criado_em: string;
    ultima_tentativa_em: string | null;
    /**
     * null quando não há mais tentativa.
     */
    proxima_tentativa_em: string | null;
};

export type ConversionRequest = {
    nome: string;
    /**
     * O único provedor: meta_capi.
     */
    provedor: string;
    config: ConversionConfig;
    /**
     * O token de acesso do provedor; não é mostrado de novo. Ausente em PUT, o guardado fica; null o remove.
     */
    segredo?: string | null;
    /**
     * Uma integração inativa não recebe nada. Ausente: true em POST, e como está em PUT.
     */
    ativo?: boolean;
};

export type ConversionConfig = {
    /**
     * O id do pixel, ou conjunto de dados: só algarismos.
     */
    pixel_id: string;
    /**
     * O código da página de eventos de teste da Meta, que só testar usa.
     */
    test_event_code?: string;
};

export type ConversionsResponse = {
    integracoes: Array<ConversionObject>;
};

export type ConversionConfigObject = {
    /**
     * O id do pixel, ou conjunto de dados: só algarismos.
     */
    pixel_id: string;
    /**
     * O código da página de eventos de teste da Meta, que só testar usa.
     */
    test_event_code: string | null;
};

export type ConversionObject = {
    id: string;
    nome: string;
    /**
     * Se há um segredo. Ele mesmo nunca é mostrado.
     */
    tem_segredo: boolean;
    ativo: boolean;
    /**
     * Desde quando nenhuma entrega dá certo; null se a última deu.
     */
    falhando_desde: string | null;
    /**
     * Quando foi desativado porque falhou por dias.
     */
    desativado_em: string | null;
    criado_em: string;
    atualizado_em: string;
    provedor: 'meta_capi';
    config: ConversionConfigObject;
};

export type ConsentHistoryPage = {
    historico: Array<ConsentChangeObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type ConsentChangeObject = {
    id: string;
    canal: 'email' | 'push' | 'sms' | 'whatsapp';
    recebe: boolean;
    /**
     * Como foi informada; de um lead, o nome do formulário; `erased` para um endereço de quem foi apagado.
     */
    origem: string | null;
    /**
     * O texto com que o contato concordou.
     */
    texto: string | null;
    base_legal: string | null;
    /**
     * Quando o e-mail foi confirmado.
     */
    confirmado_em: string | null;
    lead_id: string | null;
    /**
     * O usuário; nulo quando foi o próprio contato.
     */
    autor: string | null;
    /**
     * Falso quando o lead era spam: o registro não conta.
     */
    vale: boolean;
    criado_em: string;
};

export type ChangeConsentRequest = {
    /**
     * Um de email, push, sms, whatsapp.
     */
    canal: string;
    /**
     * Se o contato recebe mensagens pelo canal. Obrigatório.
     */
    recebe?: boolean;
    /**
     * Como o contato o disse; guardado cifrado. Obrigatória para permitir o canal de quem foi apagado.
     */
    origem?: string | null;
};

export type ConsentObject = {
    recebe: ConsentChannelsObject;
    /**
     * Do contato; sem um, o da conta.
     */
    fuso: string;
};

export type ConsentChannelsObject = {
    email: boolean;
    push: boolean;
    sms: boolean;
    whatsapp: boolean;
};

export type FieldCatalogueResponse = {
    campos: Array<FieldObject>;
};

export type FieldObject = {
    entidade: 'contato' | 'empresa';
    /**
     * O nome do campo na API; dos personalizados, dentro de `campos`.
     */
    chave: string;
    rotulo: string;
    tipo: string;
    /**
     * Os valores possíveis, se forem contados.
     */
    opcoes: Array<string>;
    /**
     * Se a API o altera; os outros vêm da captura.
     */
    editavel: boolean;
    obrigatorio: boolean;
    /**
     * Se a conta o criou.
     */
    personalizado: boolean;
};

export type UpdateCustomFieldRequest = {
    rotulo?: string;
    opcoes?: Array<string>;
    obrigatorio?: boolean;
};

export type CustomFieldsResponse = {
    campos: Array<CustomFieldObject>;
};

export type CustomFieldObject = {
    id: string;
    chave: string;
    rotulo: string;
    tipo: 'texto' | 'numero' | 'booleano' | 'data' | 'lista' | 'multipla';
    opcoes: Array<string>;
    obrigatorio: boolean;
    criado_em: string;
    atualizado_em: string;
};

export type CreateCustomFieldRequest = {
    chave: string;
    rotulo: string;
    tipo: 'texto' | 'numero' | 'booleano' | 'data' | 'lista' | 'multipla';
    /**
     * Dos tipos lista e multipla.
     */
    opcoes?: Array<string>;
    /**
     * Se um contato criado ou alterado por um usuário precisa dele. false quando ausente.
     */
    obrigatorio?: boolean;
};

export type VisitPage = {
    visitas: Array<VisitObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
    /**
     * O dispositivo da primeira visita conhecida.
     */
    dispositivo: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'desconhecido';
};

export type VisitObject = {
    /**
     * O id da entrada na linha do tempo.
     */
    id: string;
    pagina_id: string | null;
    form_id: string | null;
    formulario: string | null;
    url: string | null;
    referrer: string | null;
    utm_source: string | null;
    utm_medium: string | null;
    utm_campaign: string | null;
    utm_term: string | null;
    utm_content: string | null;
    ocorrido_em: string;
};

export type CustomerPage = {
    clientes: Array<CustomerObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type CustomerCompany = {
    id: string;
    nome: string;
};

export type CustomerObject = {
    id: string;
    ciclo: 'lead' | 'contato';
    estagio: 'novo' | 'contatado' | 'qualificado' | 'cliente' | 'descartado';
    /**
     * O e-mail principal.
     */
    email: string | null;
    /**
     * O telefone principal, em E.164.
     */
    telefone: string | null;
    /**
     * Todos os e-mails, o principal primeiro.
     */
    emails: Array<string>;
    /**
     * Todos os telefones, o principal primeiro.
     */
    telefones: Array<string>;
    /**
     * Os mesmos, com ids: e-mails, depois telefones.
     */
    identificadores: Array<IdentifierObject>;
    nome: string | null;
    dono_id: string | null;
    marcadores: Array<string>;
    cargo: string | null;
    empresa_id: string | null;
    /**
     * ISO 3166-1 alfa-2.
     */
    pais: string | null;
    estado: string | null;
    cidade: string | null;
    /**
     * Nome IANA; o da conta quando nulo.
     */
    fuso: string | null;
    /**
     * Os campos da conta, por chave.
     */
    campos: {
        [key: string]: unknown;
    };
    fonte: string | null;
    utm_source: string | null;
    utm_medium: string | null;
    utm_campaign: string | null;
    utm_term: string | null;
    utm_content: string | null;
    dispositivo: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'desconhecido';
    so: string | null;
    navegador: string | null;
    ip_pais: string | null;
    email_status: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
    pontuacao: number | null;
    /**
     * Se os dados pessoais foram apagados para sempre.
     */
    anonimizado: boolean;
    criado_em: string;
    atualizado_em: string;
    empresa: CustomerCompany | null;
    /**
     * Desde quando está no estágio cliente.
     */
    cliente_desde: string;
    primeira_atividade_em: string;
    ultima_atividade_em: string;
};

export type AddedIdentifierObject = {
    id: string;
    canal: 'email' | 'telefone';
    /**
     * O telefone em E.164.
     */
    valor: string;
    principal: boolean;
    contato_id: string;
};

export type CreateIdentifierRequest = {
    /**
     * email ou telefone.
     */
    canal: string;
    valor: string;
    /**
     * Se passa a ser o principal do canal. false quando ausente; o primeiro sempre é.
     */
    principal?: boolean;
};

export type DeleteContactRequest = {
    /**
     * Fica cifrado, com o contato e na linha do tempo.
     */
    motivo?: string | null;
};

export type UpdateContactRequest = {
    /**
     * É preciso e-mail ou telefone.
     */
    email?: string | null;
    /**
     * Lido no país da conta quando não começa por +.
     */
    telefone?: string | null;
    nome?: string | null;
    /**
     * novo quando ausente.
     */
    estagio?: string;
    /**
     * O usuário responsável; um membro da conta.
     */
    dono_id?: string | null;
    marcadores?: Array<string>;
    cargo?: string | null;
    empresa_id?: string | null;
    /**
     * ISO 3166-1 alfa-2.
     */
    pais?: string | null;
    estado?: string | null;
    cidade?: string | null;
    fuso?: string | null;
    /**
     * Os campos da conta, por chave.
     */
    campos?: {
        [key: string]: unknown;
    };
};

export type CreateContactRequest = {
    /**
     * É preciso e-mail ou telefone.
     */
    email?: string | null;
    /**
     * Lido no país da conta quando não começa por +.
     */
    telefone?: string | null;
    nome?: string | null;
    /**
     * novo quando ausente.
     */
    estagio?: string;
    /**
     * O usuário responsável; um membro da conta.
     */
    dono_id?: string | null;
    marcadores?: Array<string>;
    cargo?: string | null;
    empresa_id?: string | null;
    /**
     * ISO 3166-1 alfa-2.
     */
    pais?: string | null;
    estado?: string | null;
    cidade?: string | null;
    fuso?: string | null;
    /**
     * Os campos da conta, por chave.
     */
    campos?: {
        [key: string]: unknown;
    };
};

export type LinkPersonRequest = {
    contato_id: string;
    /**
     * O que o contato faz na empresa.
     */
    papel: string;
};

export type CompanyPeoplePage = {
    pessoas: Array<CompanyPersonObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type CompanyPersonObject = {
    contato_id: string;
    vinculo: 'principal' | 'secundario';
    /**
     * O do vínculo secundário; senão o cargo do contato.
     */
    papel: string | null;
    nome: string | null;
    email: string | null;
    telefone: string | null;
};

export type CompanyContactsPage = {
    contatos: Array<ContactObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type UpdateCompanyRequest = {
    /**
     * Único na conta, sem caixa e acentos.
     */
    nome?: string;
    /**
     * Numérico ou alfanumérico, com ou sem separadores.
     */
    cnpj?: string | null;
    setor?: string | null;
    porte?: 'mei' | 'micro' | 'pequena' | 'media' | 'grande';
    /**
     * ISO 3166-1 alfa-2.
     */
    pais?: string | null;
    estado?: string | null;
    cidade?: string | null;
};

export type CreateCompanyRequest = {
    /**
     * Único na conta, sem caixa e acentos.
     */
    nome: string;
    /**
     * Numérico ou alfanumérico, com ou sem separadores.
     */
    cnpj?: string | null;
    setor?: string | null;
    porte?: 'mei' | 'micro' | 'pequena' | 'media' | 'grande';
    /**
     * ISO 3166-1 alfa-2.
     */
    pais?: string | null;
    estado?: string | null;
    cidade?: string | null;
};

export type CompanyPage = {
    empresas: Array<CompanyObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type CompanyObject = {
    id: string;
    nome: string;
    /**
     * Catorze algarismos ou letras, sem separadores.
     */
    cnpj: string | null;
    setor: string | null;
    porte: 'mei' | 'micro' | 'pequena' | 'media' | 'grande';
    pais: string | null;
    estado: string | null;
    cidade: string | null;
    criado_em: string;
    atualizado_em: string;
};

export type AlertEventPage = {
    eventos: Array<AlertEventObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type AlertEventObject = {
    id: string;
    /**
     * O alerta, que pode já não existir; null quando o evento é de uma jornada.
     */
    alerta_id: string | null;
    /**
     * A jornada que foi interrompida por poder ser um laço; null quando o evento é de um alerta.
     */
    jornada_id: string | null;
    de: 'calmo' | 'disparado';
    para: 'calmo' | 'disparado';
    /**
     * O valor na avaliação; null sem leads bastantes, e quando o alerta foi alterado ou apagado. De uma jornada: as entradas interrompidas.
     */
    valor: number | null;
    /**
     * Por que o estado mudou.
     */
    motivo: 'avaliado' | 'alterado' | 'apagado' | 'jornada_interrompida';
    ocorrido_em: string;
};

export type AlertRequest = {
    nome: string;
    /**
     * sem_leads ou queda_qualidade; outro é 422.
     */
    tipo: string;
    /**
     * Em `sem_leads`, as horas sem leads, mais que 0 e até 720; em `queda_qualidade`, a fração dos leads que foi julgada ruim, mais que 0 e até 1. O alerta dispara a partir deste valor. Fora disso, 422.
     */
    limiar: number;
    /**
     * Os minutos em que `queda_qualidade` conta leads, de 5 a 10080, em passos de cinco. `sem_leads` olha as horas do limiar, e não esta janela. Fora disso, 422.
     */
    janela_minutos: number;
    /**
     * Um destino da conta, que recebe cada mudança do estado; senão, 422.
     */
    destino_id?: string | null;
    /**
     * true quando ausente. Um alerta que não está ativo não é avaliado.
     */
    ativo?: boolean;
};

export type AlertsResponse = {
    alertas: Array<AlertObject>;
};

export type AlertObject = {
    id: string;
    nome: string;
    tipo: 'sem_leads' | 'queda_qualidade';
    limiar: number;
    janela_minutos: number;
    destino_id: string | null;
    ativo: boolean;
    /**
     * Como a última avaliação o deixou.
     */
    estado: 'calmo' | 'disparado';
    /**
     * Desde quando está neste estado.
     */
    desde: string;
    /**
     * O valor de agora: horas sem leads, ou a fração de leads ruins. null quando há menos de 10 leads na janela.
     */
    valor: number | null;
    criado_em: string;
    atualizado_em: string;
};

export type UpdateNoteRequest = {
    /**
     * De 1 a 4000 caracteres.
     */
    texto: string;
};

export type AddNoteRequest = {
    /**
     * De 1 a 4000 caracteres.
     */
    texto: string;
};

export type ActivityPage = {
    atividades: Array<ActivityObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
    /**
     * Quantas há em todas as páginas.
     */
    total: number;
};

export type ActivityObject = {
    id: string;
    tipo: 'nota' | 'estagio_mudou' | 'ciclo_mudou' | 'mensagem' | 'envio_formulario' | 'contato_apagado' | 'contato_restaurado' | 'exportacao' | 'consentimento' | 'empresa' | 'importacao' | 'jornada' | 'visita' | 'mesclado';
    /**
     * O texto de uma nota.
     */
    texto: string | null;
    /**
     * O que aconteceu, conforme o tipo.
     */
    dados: {
        [key: string]: unknown;
    };
    /**
     * O usuário; null para o próprio serviço.
     */
    autor: string | null;
    criado_em: string;
};

export type ContactPage = {
    contatos: Array<ContactObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type ContactExportExportData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Com @, o e-mail exato; com 8 dígitos ou mais, o telefone; senão, parte do nome.
         */
        q?: string;
        estagio?: 'novo' | 'contatado' | 'qualificado' | 'cliente' | 'descartado';
        ciclo?: 'lead' | 'contato';
        pais?: string;
        estado?: string;
        cidade?: string;
        empresa_id?: string;
        cargo?: string;
        /**
         * Um dos marcadores.
         */
        marcador?: string;
        /**
         * Só os contatos deste segmento.
         */
        segmento?: string;
        /**
         * O usuário responsável.
         */
        dono_id?: string;
        fonte?: string;
        utm_source?: string;
        dispositivo?: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'desconhecido';
        so?: string;
        navegador?: string;
        ip_pais?: string;
        email_status?: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
        /**
         * Criados a partir de então; uma data só é o dia inteiro no fuso da conta.
         */
        criado_de?: string;
        /**
         * Criados antes de então; uma data só é o dia inteiro, incluído.
         */
        criado_ate?: string;
        /**
         * Quantos contatos no máximo.
         */
        limite?: number;
        /**
         * Entre as colunas; vírgula quando ausente.
         */
        separador?: ',' | ';' | 'tab';
        /**
         * Filtros por campos personalizados da conta: um parâmetro `campo.<chave>` para cada um.
         */
        campos?: {
            [key: string]: string;
        };
    };
    url: '/v1/contatos/exportar.csv';
};

export type ContactExportExportResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ContactExportExportWorkbookData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Com @, o e-mail exato; com 8 dígitos ou mais, o telefone; senão, parte do nome.
         */
        q?: string;
        estagio?: 'novo' | 'contatado' | 'qualificado' | 'cliente' | 'descartado';
        ciclo?: 'lead' | 'contato';
        pais?: string;
        estado?: string;
        cidade?: string;
        empresa_id?: string;
        cargo?: string;
        /**
         * Um dos marcadores.
         */
        marcador?: string;
        /**
         * Só os contatos deste segmento.
         */
        segmento?: string;
        /**
         * O usuário responsável.
         */
        dono_id?: string;
        fonte?: string;
        utm_source?: string;
        dispositivo?: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'desconhecido';
        so?: string;
        navegador?: string;
        ip_pais?: string;
        email_status?: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
        /**
         * Criados a partir de então; uma data só é o dia inteiro no fuso da conta.
         */
        criado_de?: string;
        /**
         * Criados antes de então; uma data só é o dia inteiro, incluído.
         */
        criado_ate?: string;
        /**
         * Quantos contatos no máximo.
         */
        limite?: number;
        /**
         * Filtros por campos personalizados da conta: um parâmetro `campo.<chave>` para cada um.
         */
        campos?: {
            [key: string]: string;
        };
    };
    url: '/v1/contatos/exportar.xlsx';
};

export type ContactExportExportWorkbookResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ContactListListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Com @, o e-mail exato; com 8 dígitos ou mais, o telefone; senão, parte do nome.
         */
        q?: string;
        estagio?: 'novo' | 'contatado' | 'qualificado' | 'cliente' | 'descartado';
        ciclo?: 'lead' | 'contato';
        pais?: string;
        estado?: string;
        cidade?: string;
        empresa_id?: string;
        cargo?: string;
        /**
         * Um dos marcadores.
         */
        marcador?: string;
        /**
         * Só os contatos deste segmento.
         */
        segmento?: string;
        /**
         * O usuário responsável.
         */
        dono_id?: string;
        fonte?: string;
        utm_source?: string;
        dispositivo?: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'desconhecido';
        so?: string;
        navegador?: string;
        ip_pais?: string;
        email_status?: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
        /**
         * Criados a partir de então; uma data só é o dia inteiro no fuso da conta.
         */
        criado_de?: string;
        /**
         * Criados antes de então; uma data só é o dia inteiro, incluído.
         */
        criado_ate?: string;
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
        /**
         * Filtros por campos personalizados da conta: um parâmetro `campo.<chave>` para cada um.
         */
        campos?: {
            [key: string]: string;
        };
    };
    url: '/v1/contatos';
};

export type ContactListListResponses = {
    /**
     * Done
     */
    200: ContactPage;
};

export type ContactListListResponse = ContactListListResponses[keyof ContactListListResponses];

export type ContactsCreateData = {
    body: CreateContactRequest;
    path?: never;
    query?: never;
    url: '/v1/contatos';
};

export type ContactsCreateResponses = {
    /**
     * Done
     */
    201: ContactObject;
};

export type ContactsCreateResponse = ContactsCreateResponses[keyof ContactsCreateResponses];

export type ActivitiesListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Só os deste tipo.
         */
        tipo?: 'nota' | 'estagio_mudou' | 'ciclo_mudou' | 'mensagem' | 'envio_formulario' | 'contato_apagado' | 'contato_restaurado' | 'exportacao' | 'consentimento' | 'empresa' | 'importacao' | 'jornada' | 'visita' | 'mesclado';
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/contatos/{id}/atividades';
};

export type ActivitiesListResponses = {
    /**
     * Done
     */
    200: ActivityPage;
};

export type ActivitiesListResponse = ActivitiesListResponses[keyof ActivitiesListResponses];

export type ActivitiesAddData = {
    body: AddNoteRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/atividades';
};

export type ActivitiesAddResponses = {
    /**
     * Done
     */
    201: ActivityObject;
};

export type ActivitiesAddResponse = ActivitiesAddResponses[keyof ActivitiesAddResponses];

export type ActivitiesDeleteData = {
    body?: never;
    path: {
        id: string;
        atividade_id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/atividades/{atividade_id}';
};

export type ActivitiesDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type ActivitiesDeleteResponse = ActivitiesDeleteResponses[keyof ActivitiesDeleteResponses];

export type ActivitiesGetData = {
    body?: never;
    path: {
        id: string;
        atividade_id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/atividades/{atividade_id}';
};

export type ActivitiesGetResponses = {
    /**
     * Done
     */
    200: ActivityObject;
};

export type ActivitiesGetResponse = ActivitiesGetResponses[keyof ActivitiesGetResponses];

export type ActivitiesUpdateData = {
    body: UpdateNoteRequest;
    path: {
        id: string;
        atividade_id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/atividades/{atividade_id}';
};

export type ActivitiesUpdateResponses = {
    /**
     * Done
     */
    200: ActivityObject;
};

export type ActivitiesUpdateResponse = ActivitiesUpdateResponses[keyof ActivitiesUpdateResponses];

export type AlertsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/alertas';
};

export type AlertsListResponses = {
    /**
     * Done
     */
    200: AlertsResponse;
};

export type AlertsListResponse = AlertsListResponses[keyof AlertsListResponses];

export type AlertsCreateData = {
    body: AlertRequest;
    path?: never;
    query?: never;
    url: '/v1/alertas';
};

export type AlertsCreateResponses = {
    /**
     * Done
     */
    201: AlertObject;
};

export type AlertsCreateResponse = AlertsCreateResponses[keyof AlertsCreateResponses];

export type AlertsListEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Só os deste alerta, que pode já não existir.
         */
        alerta_id?: string;
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/alertas/eventos';
};

export type AlertsListEventsResponses = {
    /**
     * Done
     */
    200: AlertEventPage;
};

export type AlertsListEventsResponse = AlertsListEventsResponses[keyof AlertsListEventsResponses];

export type AlertsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/alertas/{id}';
};

export type AlertsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type AlertsDeleteResponse = AlertsDeleteResponses[keyof AlertsDeleteResponses];

export type AlertsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/alertas/{id}';
};

export type AlertsGetResponses = {
    /**
     * Done
     */
    200: AlertObject;
};

export type AlertsGetResponse = AlertsGetResponses[keyof AlertsGetResponses];

export type AlertsReplaceData = {
    body: AlertRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/alertas/{id}';
};

export type AlertsReplaceResponses = {
    /**
     * Done
     */
    200: AlertObject;
};

export type AlertsReplaceResponse = AlertsReplaceResponses[keyof AlertsReplaceResponses];

export type CompaniesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Parte do nome, sem caixa e acentos, ou um CNPJ inteiro.
         */
        q?: string;
        /**
         * Sem caixa e acentos.
         */
        setor?: string;
        porte?: 'mei' | 'micro' | 'pequena' | 'media' | 'grande';
        /**
         * ISO 3166-1 alfa-2.
         */
        pais?: string;
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/empresas';
};

export type CompaniesListResponses = {
    /**
     * Done
     */
    200: CompanyPage;
};

export type CompaniesListResponse = CompaniesListResponses[keyof CompaniesListResponses];

export type CompaniesCreateData = {
    body: CreateCompanyRequest;
    path?: never;
    query?: never;
    url: '/v1/empresas';
};

export type CompaniesCreateResponses = {
    /**
     * Done
     */
    201: CompanyObject;
};

export type CompaniesCreateResponse = CompaniesCreateResponses[keyof CompaniesCreateResponses];

export type CompaniesDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/empresas/{id}';
};

export type CompaniesDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type CompaniesDeleteResponse = CompaniesDeleteResponses[keyof CompaniesDeleteResponses];

export type CompaniesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/empresas/{id}';
};

export type CompaniesGetResponses = {
    /**
     * Done
     */
    200: CompanyObject;
};

export type CompaniesGetResponse = CompaniesGetResponses[keyof CompaniesGetResponses];

export type CompaniesUpdateData = {
    body: UpdateCompanyRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/empresas/{id}';
};

export type CompaniesUpdateResponses = {
    /**
     * Done
     */
    200: CompanyObject;
};

export type CompaniesUpdateResponse = CompaniesUpdateResponses[keyof CompaniesUpdateResponses];

export type CompanyPeopleListContactsData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/empresas/{id}/contatos';
};

export type CompanyPeopleListContactsResponses = {
    /**
     * Done
     */
    200: CompanyContactsPage;
};

export type CompanyPeopleListContactsResponse = CompanyPeopleListContactsResponses[keyof CompanyPeopleListContactsResponses];

export type CompanyPeopleListPeopleData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/empresas/{id}/pessoas';
};

export type CompanyPeopleListPeopleResponses = {
    /**
     * Done
     */
    200: CompanyPeoplePage;
};

export type CompanyPeopleListPeopleResponse = CompanyPeopleListPeopleResponses[keyof CompanyPeopleListPeopleResponses];

export type CompanyPeopleLinkData = {
    body: LinkPersonRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/empresas/{id}/pessoas';
};

export type CompanyPeopleLinkResponses = {
    /**
     * Done
     */
    201: CompanyPersonObject;
};

export type CompanyPeopleLinkResponse = CompanyPeopleLinkResponses[keyof CompanyPeopleLinkResponses];

export type CompanyPeopleUnlinkData = {
    body?: never;
    path: {
        id: string;
        contato_id: string;
    };
    query?: never;
    url: '/v1/empresas/{id}/pessoas/{contato_id}';
};

export type CompanyPeopleUnlinkResponses = {
    /**
     * Done
     */
    204: void;
};

export type CompanyPeopleUnlinkResponse = CompanyPeopleUnlinkResponses[keyof CompanyPeopleUnlinkResponses];

export type ContactsDeleteData = {
    body: DeleteContactRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}';
};

export type ContactsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type ContactsDeleteResponse = ContactsDeleteResponses[keyof ContactsDeleteResponses];

export type ContactsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}';
};

export type ContactsGetResponses = {
    /**
     * Done
     */
    200: ContactObject;
};

export type ContactsGetResponse = ContactsGetResponses[keyof ContactsGetResponses];

export type ContactsUpdateData = {
    body: UpdateContactRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}';
};

export type ContactsUpdateResponses = {
    /**
     * Done
     */
    200: ContactObject;
};

export type ContactsUpdateResponse = ContactsUpdateResponses[keyof ContactsUpdateResponses];

export type IdentifiersAddData = {
    body: CreateIdentifierRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/identificadores';
};

export type IdentifiersAddResponses = {
    /**
     * Done
     */
    201: AddedIdentifierObject;
};

export type IdentifiersAddResponse = IdentifiersAddResponses[keyof IdentifiersAddResponses];

export type IdentifiersRemoveData = {
    body?: never;
    path: {
        id: string;
        identificador: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/identificadores/{identificador}';
};

export type IdentifiersRemoveResponses = {
    /**
     * Done
     */
    204: void;
};

export type IdentifiersRemoveResponse = IdentifiersRemoveResponses[keyof IdentifiersRemoveResponses];

export type IdentifiersMakePrimaryData = {
    body?: never;
    path: {
        id: string;
        identificador: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/identificadores/{identificador}/principal';
};

export type IdentifiersMakePrimaryResponses = {
    /**
     * Done
     */
    200: ContactObject;
};

export type IdentifiersMakePrimaryResponse = IdentifiersMakePrimaryResponses[keyof IdentifiersMakePrimaryResponses];

export type LifecyclePromoteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/promover';
};

export type LifecyclePromoteResponses = {
    /**
     * Done
     */
    200: ContactObject;
};

export type LifecyclePromoteResponse = LifecyclePromoteResponses[keyof LifecyclePromoteResponses];

export type LifecycleDemoteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/rebaixar';
};

export type LifecycleDemoteResponses = {
    /**
     * Done
     */
    200: ContactObject;
};

export type LifecycleDemoteResponse = LifecycleDemoteResponses[keyof LifecycleDemoteResponses];

export type RestoreRestoreData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/restaurar';
};

export type RestoreRestoreResponses = {
    /**
     * Done
     */
    200: ContactObject;
};

export type RestoreRestoreResponse = RestoreRestoreResponses[keyof RestoreRestoreResponses];

export type CustomersListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Com @, o e-mail exato; com 8 dígitos ou mais, o telefone; senão, parte do nome.
         */
        q?: string;
        estagio?: 'novo' | 'contatado' | 'qualificado' | 'cliente' | 'descartado';
        ciclo?: 'lead' | 'contato';
        pais?: string;
        estado?: string;
        cidade?: string;
        empresa_id?: string;
        cargo?: string;
        /**
         * Um dos marcadores.
         */
        marcador?: string;
        /**
         * Só os contatos deste segmento.
         */
        segmento?: string;
        /**
         * O usuário responsável.
         */
        dono_id?: string;
        fonte?: string;
        utm_source?: string;
        dispositivo?: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'desconhecido';
        so?: string;
        navegador?: string;
        ip_pais?: string;
        email_status?: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
        /**
         * Criados a partir de então; uma data só é o dia inteiro no fuso da conta.
         */
        criado_de?: string;
        /**
         * Criados antes de então; uma data só é o dia inteiro, incluído.
         */
        criado_ate?: string;
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
        /**
         * Filtros por campos personalizados da conta: um parâmetro `campo.<chave>` para cada um.
         */
        campos?: {
            [key: string]: string;
        };
    };
    url: '/v1/clientes';
};

export type CustomersListResponses = {
    /**
     * Done
     */
    200: CustomerPage;
};

export type CustomersListResponse = CustomersListResponses[keyof CustomersListResponses];

export type CustomersGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/clientes/{id}';
};

export type CustomersGetResponses = {
    /**
     * Done
     */
    200: CustomerObject;
};

export type CustomersGetResponse = CustomersGetResponses[keyof CustomersGetResponses];

export type CustomersUpdateData = {
    body: UpdateContactRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/clientes/{id}';
};

export type CustomersUpdateResponses = {
    /**
     * Done
     */
    200: CustomerObject;
};

export type CustomersUpdateResponse = CustomersUpdateResponses[keyof CustomersUpdateResponses];

export type VisitsListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/contatos/{id}/visita-pages';
};

export type VisitsListResponses = {
    /**
     * Done
     */
    200: VisitPage;
};

export type VisitsListResponse = VisitsListResponses[keyof VisitsListResponses];

export type CustomFieldsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/campos-personalizados';
};

export type CustomFieldsListResponses = {
    /**
     * Done
     */
    200: CustomFieldsResponse;
};

export type CustomFieldsListResponse = CustomFieldsListResponses[keyof CustomFieldsListResponses];

export type CustomFieldsCreateData = {
    body: CreateCustomFieldRequest;
    path?: never;
    query?: never;
    url: '/v1/campos-personalizados';
};

export type CustomFieldsCreateResponses = {
    /**
     * Done
     */
    201: CustomFieldObject;
};

export type CustomFieldsCreateResponse = CustomFieldsCreateResponses[keyof CustomFieldsCreateResponses];

export type CustomFieldsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/campos-personalizados/{id}';
};

export type CustomFieldsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type CustomFieldsDeleteResponse = CustomFieldsDeleteResponses[keyof CustomFieldsDeleteResponses];

export type CustomFieldsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/campos-personalizados/{id}';
};

export type CustomFieldsGetResponses = {
    /**
     * Done
     */
    200: CustomFieldObject;
};

export type CustomFieldsGetResponse = CustomFieldsGetResponses[keyof CustomFieldsGetResponses];

export type CustomFieldsUpdateData = {
    body: UpdateCustomFieldRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/campos-personalizados/{id}';
};

export type CustomFieldsUpdateResponses = {
    /**
     * Done
     */
    200: CustomFieldObject;
};

export type CustomFieldsUpdateResponse = CustomFieldsUpdateResponses[keyof CustomFieldsUpdateResponses];

export type FieldsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/campos';
};

export type FieldsGetResponses = {
    /**
     * Done
     */
    200: FieldCatalogueResponse;
};

export type FieldsGetResponse = FieldsGetResponses[keyof FieldsGetResponses];

export type ConsentGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/consentimento';
};

export type ConsentGetResponses = {
    /**
     * Done
     */
    200: ConsentObject;
};

export type ConsentGetResponse = ConsentGetResponses[keyof ConsentGetResponses];

export type ConsentChangeData = {
    body: ChangeConsentRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/consentimento';
};

export type ConsentChangeResponses = {
    /**
     * Done
     */
    200: ConsentObject;
};

export type ConsentChangeResponse = ConsentChangeResponses[keyof ConsentChangeResponses];

export type ConsentHistoryData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/contatos/{id}/consentimento/historico';
};

export type ConsentHistoryResponses = {
    /**
     * Done
     */
    200: ConsentHistoryPage;
};

export type ConsentHistoryResponse = ConsentHistoryResponses[keyof ConsentHistoryResponses];

export type ConversionsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/integracoes-de-conversao';
};

export type ConversionsListResponses = {
    /**
     * Done
     */
    200: ConversionsResponse;
};

export type ConversionsListResponse = ConversionsListResponses[keyof ConversionsListResponses];

export type ConversionsCreateData = {
    body: ConversionRequest;
    path?: never;
    query?: never;
    url: '/v1/integracoes-de-conversao';
};

export type ConversionsCreateResponses = {
    /**
     * Done
     */
    201: ConversionObject;
};

export type ConversionsCreateResponse = ConversionsCreateResponses[keyof ConversionsCreateResponses];

export type ConversionsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/integracoes-de-conversao/{id}';
};

export type ConversionsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type ConversionsDeleteResponse = ConversionsDeleteResponses[keyof ConversionsDeleteResponses];

export type ConversionsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/integracoes-de-conversao/{id}';
};

export type ConversionsGetResponses = {
    /**
     * Done
     */
    200: ConversionObject;
};

export type ConversionsGetResponse = ConversionsGetResponses[keyof ConversionsGetResponses];

export type ConversionsReplaceData = {
    body: ConversionRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/integracoes-de-conversao/{id}';
};

export type ConversionsReplaceResponses = {
    /**
     * Done
     */
    200: ConversionObject;
};

export type ConversionsReplaceResponse = ConversionsReplaceResponses[keyof ConversionsReplaceResponses];

export type ConversionsDeliveriesData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/integracoes-de-conversao/{id}/entregas';
};

export type ConversionsDeliveriesResponses = {
    /**
     * Done
     */
    200: DeliveriesResponse;
};

export type ConversionsDeliveriesResponse = ConversionsDeliveriesResponses[keyof ConversionsDeliveriesResponses];

export type ConversionsTestData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/integracoes-de-conversao/{id}/testar';
};

export type ConversionsTestResponses = {
    /**
     * Done
     */
    202: TestedObject;
};

export type ConversionsTestResponse = ConversionsTestResponses[keyof ConversionsTestResponses];

export type DestinationsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/destinos';
};

export type DestinationsListResponses = {
    /**
     * Done
     */
    200: DestinationsResponse;
};

export type DestinationsListResponse = DestinationsListResponses[keyof DestinationsListResponses];

export type DestinationsCreateData = {
    body: DestinationRequest;
    path?: never;
    query?: never;
    url: '/v1/destinos';
};

export type DestinationsCreateResponses = {
    /**
     * Done
     */
    201: DestinationObject;
};

export type DestinationsCreateResponse = DestinationsCreateResponses[keyof DestinationsCreateResponses];

export type DestinationsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/destinos/{id}';
};

export type DestinationsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type DestinationsDeleteResponse = DestinationsDeleteResponses[keyof DestinationsDeleteResponses];

export type DestinationsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/destinos/{id}';
};

export type DestinationsGetResponses = {
    /**
     * Done
     */
    200: DestinationObject;
};

export type DestinationsGetResponse = DestinationsGetResponses[keyof DestinationsGetResponses];

export type DestinationsReplaceData = {
    body: DestinationRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/destinos/{id}';
};

export type DestinationsReplaceResponses = {
    /**
     * Done
     */
    200: DestinationObject;
};

export type DestinationsReplaceResponse = DestinationsReplaceResponses[keyof DestinationsReplaceResponses];

export type DestinationsDeliveriesData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/destinos/{id}/entregas';
};

export type DestinationsDeliveriesResponses = {
    /**
     * Done
     */
    200: DeliveriesResponse;
};

export type DestinationsDeliveriesResponse = DestinationsDeliveriesResponses[keyof DestinationsDeliveriesResponses];

export type DestinationsTestData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/destinos/{id}/testar';
};

export type DestinationsTestResponses = {
    /**
     * Done
     */
    202: TestedObject;
};

export type DestinationsTestResponse = DestinationsTestResponses[keyof DestinationsTestResponses];

export type IdentitiesResolveData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * email, telefone, sms ou whatsapp. Obrigatório.
         */
        canal?: string;
        /**
         * O e-mail ou telefone. Obrigatório; a resposta nunca o repete.
         */
        valor?: string;
    };
    url: '/v1/identidades/resolver';
};

export type IdentitiesResolveResponses = {
    /**
     * Done
     */
    200: ResolvedIdentityObject;
};

export type IdentitiesResolveResponse = IdentitiesResolveResponses[keyof IdentitiesResolveResponses];

export type SuggestionsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/identidades/sugestoes';
};

export type SuggestionsListResponses = {
    /**
     * Done
     */
    200: SuggestionPage;
};

export type SuggestionsListResponse = SuggestionsListResponses[keyof SuggestionsListResponses];

export type SuggestionsDecideData = {
    body: DecideSuggestionRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/identidades/sugestoes/{id}/decisao';
};

export type SuggestionsDecideResponses = {
    /**
     * Done
     */
    200: SuggestionObject;
};

export type SuggestionsDecideResponse = SuggestionsDecideResponses[keyof SuggestionsDecideResponses];

export type JourneysListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/jornadas';
};

export type JourneysListResponses = {
    /**
     * Done
     */
    200: JourneysResponse;
};

export type JourneysListResponse = JourneysListResponses[keyof JourneysListResponses];

export type JourneysCreateData = {
    body: JourneyRequest;
    path?: never;
    query?: never;
    url: '/v1/jornadas';
};

export type JourneysCreateResponses = {
    /**
     * Done
     */
    201: JourneyObject;
};

export type JourneysCreateResponse = JourneysCreateResponses[keyof JourneysCreateResponses];

export type JourneysDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/jornadas/{id}';
};

export type JourneysDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type JourneysDeleteResponse = JourneysDeleteResponses[keyof JourneysDeleteResponses];

export type JourneysGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/jornadas/{id}';
};

export type JourneysGetResponses = {
    /**
     * Done
     */
    200: JourneyObject;
};

export type JourneysGetResponse = JourneysGetResponses[keyof JourneysGetResponses];

export type JourneysReplaceData = {
    body: JourneyRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/jornadas/{id}';
};

export type JourneysReplaceResponses = {
    /**
     * Done
     */
    200: JourneyObject;
};

export type JourneysReplaceResponse = JourneysReplaceResponses[keyof JourneysReplaceResponses];

export type JourneysSetActiveData = {
    body: JourneyActivationRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/jornadas/{id}/ativa';
};

export type JourneysSetActiveResponses = {
    /**
     * Done
     */
    200: JourneyObject;
};

export type JourneysSetActiveResponse = JourneysSetActiveResponses[keyof JourneysSetActiveResponses];

export type JourneyWaysSimulateData = {
    body: SimulationRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/jornadas/{id}/simular';
};

export type JourneyWaysSimulateResponses = {
    /**
     * Done
     */
    200: SimulationObject;
};

export type JourneyWaysSimulateResponse = JourneyWaysSimulateResponses[keyof JourneyWaysSimulateResponses];

export type JourneyWaysReadData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/jornadas/{id}/numeros';
};

export type JourneyWaysReadResponses = {
    /**
     * Done
     */
    200: JourneyFiguresResponse;
};

export type JourneyWaysReadResponse = JourneyWaysReadResponses[keyof JourneyWaysReadResponses];

export type JourneyWaysListData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/jornadas';
};

export type JourneyWaysListResponses = {
    /**
     * Done
     */
    200: ContactJourneysResponse;
};

export type JourneyWaysListResponse = JourneyWaysListResponses[keyof JourneyWaysListResponses];

export type MessagingSettingsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/configuracoes/mensagens';
};

export type MessagingSettingsGetResponses = {
    /**
     * Done
     */
    200: MessagingSettingsObject;
};

export type MessagingSettingsGetResponse = MessagingSettingsGetResponses[keyof MessagingSettingsGetResponses];

export type MessagingSettingsReplaceData = {
    body: MessagingSettingsRequest;
    path?: never;
    query?: never;
    url: '/v1/configuracoes/mensagens';
};

export type MessagingSettingsReplaceResponses = {
    /**
     * Done
     */
    200: MessagingSettingsObject;
};

export type MessagingSettingsReplaceResponse = MessagingSettingsReplaceResponses[keyof MessagingSettingsReplaceResponses];

export type MergesMergeData = {
    body: MergeContactRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/mesclar';
};

export type MergesMergeResponses = {
    /**
     * Done
     */
    201: MergeObject;
};

export type MergesMergeResponse = MergesMergeResponses[keyof MergesMergeResponses];

export type MergesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/mesclagens/{id}';
};

export type MergesGetResponses = {
    /**
     * Done
     */
    200: MergeObject;
};

export type MergesGetResponse = MergesGetResponses[keyof MergesGetResponses];

export type MergesUndoData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/mesclagens/{id}/desfazer';
};

export type MergesUndoResponses = {
    /**
     * Done
     */
    200: MergeObject;
};

export type MergesUndoResponse = MergesUndoResponses[keyof MergesUndoResponses];

export type ImportsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/importacoes';
};

export type ImportsListResponses = {
    /**
     * Done
     */
    200: ImportPage;
};

export type ImportsListResponse = ImportsListResponses[keyof ImportsListResponses];

export type ImportsCreateData = {
    body: {
        /**
         * CSV ou XLSX, até 50 MiB
         */
        arquivo: Blob | File;
        /**
         * JSON: `{mapeamento: {<coluna>: <campo>}, se_existir: "atualizar" ou "pular", simular, marcadores, estagio, codificacao, separador, planilha, linha_do_cabecalho, formato_data: "DMA", "MDA" ou "ISO", separador_decimal, valor_invalido: "linha" ou "ignorar", disparar_jornadas}`
         */
        config: string;
    };
    path?: never;
    query?: never;
    url: '/v1/importacoes';
};

export type ImportsCreateResponses = {
    /**
     * Done
     */
    202: ImportAnswer;
};

export type ImportsCreateResponse = ImportsCreateResponses[keyof ImportsCreateResponses];

export type ImportsPreviewData = {
    body: {
        /**
         * CSV ou XLSX, até 50 MiB
         */
        arquivo: Blob | File;
        /**
         * JSON: `{codificacao, separador, planilha, linha_do_cabecalho}`; pode faltar.
         */
        config?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/importacoes/previa';
};

export type ImportsPreviewResponses = {
    /**
     * Done
     */
    200: ImportPreviewAnswer;
};

export type ImportsPreviewResponse = ImportsPreviewResponses[keyof ImportsPreviewResponses];

export type ImportsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/importacoes/{id}';
};

export type ImportsGetResponses = {
    /**
     * Done
     */
    200: ImportObject;
};

export type ImportsGetResponse = ImportsGetResponses[keyof ImportsGetResponses];

export type ImportsErrorsData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/importacoes/{id}/erros.csv';
};

export type ImportsErrorsResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ImportsCancelData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/importacoes/{id}/cancelar';
};

export type ImportsCancelResponses = {
    /**
     * Done
     */
    200: ImportObject;
};

export type ImportsCancelResponse = ImportsCancelResponses[keyof ImportsCancelResponses];

export type ImportsUndoData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/importacoes/{id}/desfazer';
};

export type ImportsUndoResponses = {
    /**
     * Done
     */
    202: ImportObject;
};

export type ImportsUndoResponse = ImportsUndoResponses[keyof ImportsUndoResponses];

export type ExportsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/exportacoes';
};

export type ExportsListResponses = {
    /**
     * Done
     */
    200: ExportPage;
};

export type ExportsListResponse = ExportsListResponses[keyof ExportsListResponses];

export type ExportsCreateData = {
    body: ExportRequest;
    path?: never;
    query?: never;
    url: '/v1/exportacoes';
};

export type ExportsCreateResponses = {
    /**
     * Done
     */
    202: ExportAnswer;
};

export type ExportsCreateResponse = ExportsCreateResponses[keyof ExportsCreateResponses];

export type ExportsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/exportacoes/{id}';
};

export type ExportsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type ExportsDeleteResponse = ExportsDeleteResponses[keyof ExportsDeleteResponses];

export type ExportsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/exportacoes/{id}';
};

export type ExportsGetResponses = {
    /**
     * Done
     */
    200: ExportObject;
};

export type ExportsGetResponse = ExportsGetResponses[keyof ExportsGetResponses];

export type ExportsDownloadData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/exportacoes/{id}/arquivo';
};

export type ExportsDownloadResponses = {
    /**
     * Done
     */
    200: unknown;
    /**
     * A part of the file
     */
    206: unknown;
};

export type ErasureRequestsListData = {
    body?: never;
    path?: never;
    query?: {
        status?: 'pending' | 'executed' | 'refused';
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/pedidos-exclusao';
};

export type ErasureRequestsListResponses = {
    /**
     * Done
     */
    200: ErasureRequestPage;
};

export type ErasureRequestsListResponse = ErasureRequestsListResponses[keyof ErasureRequestsListResponses];

export type ErasureRequestsCreateData = {
    body: CreateErasureRequestRequest;
    path?: never;
    query?: never;
    url: '/v1/pedidos-exclusao';
};

export type ErasureRequestsCreateResponses = {
    /**
     * Done
     */
    201: ErasureRequestObject;
};

export type ErasureRequestsCreateResponse = ErasureRequestsCreateResponses[keyof ErasureRequestsCreateResponses];

export type ErasureRequestsApproveData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/pedidos-exclusao/{id}/aprovar';
};

export type ErasureRequestsApproveResponses = {
    /**
     * Done
     */
    200: ErasureRequestObject;
};

export type ErasureRequestsApproveResponse = ErasureRequestsApproveResponses[keyof ErasureRequestsApproveResponses];

export type ErasureRequestsRefuseData = {
    body: RefuseErasureRequestRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/pedidos-exclusao/{id}/recusar';
};

export type ErasureRequestsRefuseResponses = {
    /**
     * Done
     */
    200: ErasureRequestObject;
};

export type ErasureRequestsRefuseResponse = ErasureRequestsRefuseResponses[keyof ErasureRequestsRefuseResponses];

export type SubjectExportExportData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        formato?: 'json' | 'csv';
    };
    url: '/v1/contatos/{id}/dados';
};

export type SubjectExportExportResponses = {
    /**
     * Done
     */
    200: SubjectExportObject;
};

export type SubjectExportExportResponse = SubjectExportExportResponses[keyof SubjectExportExportResponses];

export type RetentionGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/configuracoes/retencao';
};

export type RetentionGetResponses = {
    /**
     * Done
     */
    200: RetentionObject;
};

export type RetentionGetResponse = RetentionGetResponses[keyof RetentionGetResponses];

export type RetentionSetData = {
    body: SetRetentionRequest;
    path?: never;
    query?: never;
    url: '/v1/configuracoes/retencao';
};

export type RetentionSetResponses = {
    /**
     * Done
     */
    200: RetentionObject;
};

export type RetentionSetResponse = RetentionSetResponses[keyof RetentionSetResponses];

export type SavedViewsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/visoes';
};

export type SavedViewsListResponses = {
    /**
     * Done
     */
    200: SavedViewsResponse;
};

export type SavedViewsListResponse = SavedViewsListResponses[keyof SavedViewsListResponses];

export type SavedViewsCreateData = {
    body: SavedViewRequest;
    path?: never;
    query?: never;
    url: '/v1/visoes';
};

export type SavedViewsCreateResponses = {
    /**
     * Done
     */
    201: SavedViewObject;
};

export type SavedViewsCreateResponse = SavedViewsCreateResponses[keyof SavedViewsCreateResponses];

export type SavedViewsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/visoes/{id}';
};

export type SavedViewsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type SavedViewsDeleteResponse = SavedViewsDeleteResponses[keyof SavedViewsDeleteResponses];

export type SavedViewsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/visoes/{id}';
};

export type SavedViewsGetResponses = {
    /**
     * Done
     */
    200: SavedViewObject;
};

export type SavedViewsGetResponse = SavedViewsGetResponses[keyof SavedViewsGetResponses];

export type SavedViewsReplaceData = {
    body: SavedViewRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/visoes/{id}';
};

export type SavedViewsReplaceResponses = {
    /**
     * Done
     */
    200: SavedViewObject;
};

export type SavedViewsReplaceResponse = SavedViewsReplaceResponses[keyof SavedViewsReplaceResponses];

export type ContactScoreExplainData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/contatos/{id}/pontuacao';
};

export type ContactScoreExplainResponses = {
    /**
     * Done
     */
    200: ContactScoreObject;
};

export type ContactScoreExplainResponse = ContactScoreExplainResponses[keyof ContactScoreExplainResponses];

export type ScoresGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/configuracoes/pontuacao';
};

export type ScoresGetResponses = {
    /**
     * Done
     */
    200: ScoreRulesObject;
};

export type ScoresGetResponse = ScoresGetResponses[keyof ScoresGetResponses];

export type ScoresReplaceData = {
    body: ScoreRulesRequest;
    path?: never;
    query?: never;
    url: '/v1/configuracoes/pontuacao';
};

export type ScoresReplaceResponses = {
    /**
     * Done
     */
    200: ScoreRulesObject;
};

export type ScoresReplaceResponse = ScoresReplaceResponses[keyof ScoresReplaceResponses];

export type SegmentsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/segmentos';
};

export type SegmentsListResponses = {
    /**
     * Done
     */
    200: SegmentsResponse;
};

export type SegmentsListResponse = SegmentsListResponses[keyof SegmentsListResponses];

export type SegmentsCreateData = {
    body: SegmentRequest;
    path?: never;
    query?: never;
    url: '/v1/segmentos';
};

export type SegmentsCreateResponses = {
    /**
     * Done
     */
    201: SegmentAnswer;
};

export type SegmentsCreateResponse = SegmentsCreateResponses[keyof SegmentsCreateResponses];

export type SegmentsPreviewData = {
    body: SegmentPreviewRequest;
    path?: never;
    query?: never;
    url: '/v1/segmentos/previa';
};

export type SegmentsPreviewResponses = {
    /**
     * Done
     */
    200: SegmentReachAnswer;
};

export type SegmentsPreviewResponse = SegmentsPreviewResponses[keyof SegmentsPreviewResponses];

export type SegmentsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/segmentos/{id}';
};

export type SegmentsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type SegmentsDeleteResponse = SegmentsDeleteResponses[keyof SegmentsDeleteResponses];

export type SegmentsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/segmentos/{id}';
};

export type SegmentsGetResponses = {
    /**
     * Done
     */
    200: SegmentObject;
};

export type SegmentsGetResponse = SegmentsGetResponses[keyof SegmentsGetResponses];

export type SegmentsReplaceData = {
    body: SegmentRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/segmentos/{id}';
};

export type SegmentsReplaceResponses = {
    /**
     * Done
     */
    200: SegmentAnswer;
};

export type SegmentsReplaceResponse = SegmentsReplaceResponses[keyof SegmentsReplaceResponses];

export type SegmentsMembersData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/segmentos/{id}/contatos';
};

export type SegmentsMembersResponses = {
    /**
     * Done
     */
    200: MemberPage;
};

export type SegmentsMembersResponse = SegmentsMembersResponses[keyof SegmentsMembersResponses];

export type UsageGetData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * O mês, em UTC. O mês atual quando ausente.
         */
        periodo?: string;
    };
    url: '/v1/uso';
};

export type UsageGetResponses = {
    /**
     * Done
     */
    200: UsageResponse;
};

export type UsageGetResponse = UsageGetResponses[keyof UsageGetResponses];

export type AccountSettingsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/configuracoes/conta';
};

export type AccountSettingsGetResponses = {
    /**
     * Done
     */
    200: AccountSettingsObject;
};

export type AccountSettingsGetResponse = AccountSettingsGetResponses[keyof AccountSettingsGetResponses];

export type AccountSettingsReplaceData = {
    body: AccountSettingsRequest;
    path?: never;
    query?: never;
    url: '/v1/configuracoes/conta';
};

export type AccountSettingsReplaceResponses = {
    /**
     * Done
     */
    200: AccountSettingsObject;
};

export type AccountSettingsReplaceResponse = AccountSettingsReplaceResponses[keyof AccountSettingsReplaceResponses];
