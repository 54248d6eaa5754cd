// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type ReportViewRequest = {
    nome: string;
    /**
     * Parâmetros de GET /v1/analytics/relatorio e seus textos; nenhum quando ausente.
     */
    filtros?: {
        [key: string]: string;
    };
};

export type ReportViewsResponse = {
    visoes: Array<ReportViewObject>;
};

export type ReportViewObject = {
    id: string;
    nome: string;
    filtros: {
        [key: string]: string;
    };
    criado_em: string;
    atualizado_em: string;
};

export type LiveObject = {
    /**
     * Falso quando o tráfego ao vivo não pode ser lido agora; os números são zero.
     */
    disponivel: boolean;
    em: string;
    /**
     * Visitas que fizeram algo nos últimos cinco minutos.
     */
    visitas_agora: number;
    /**
     * Nos últimos 30 minutos.
     */
    visualizacoes: number;
    /**
     * Nos últimos 30 minutos.
     */
    conversoes: number;
    /**
     * O último está em curso.
     */
    minutos: Array<LiveMinuteObject>;
    /**
     * Onde as visitas estão agora.
     */
    paginas: Array<LiveCountObject>;
    paises: Array<LiveCountObject>;
    dispositivos: Array<LiveCountObject>;
    /**
     * O `utm_source`, ou o host que trouxe a visita.
     */
    origens: Array<LiveCountObject>;
    /**
     * Os últimos, do mais novo ao mais antigo.
     */
    eventos: Array<LiveEventObject>;
};

export type LiveEventObject = {
    id: string;
    tipo: 'visualizacao' | 'clique' | 'rolagem' | 'conversao' | 'formulario_visto' | 'formulario_inicio' | 'formulario_campo' | 'formulario_envio' | 'evento';
    em: string;
    sessao_id: string;
    /**
     * Id da página, ou do pixel.
     */
    pagina: string;
    caminho: string;
    /**
     * Nome do evento, ou o formulário.
     */
    nome: string | null;
    /**
     * `(vazio)` quando não se sabe.
     */
    pais: string;
    dispositivo: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'desconhecido';
};

export type LiveCountObject = {
    /**
     * `(vazio)` onde não há valor.
     */
    valor: string;
    visitas: number;
};

export type LiveMinuteObject = {
    em: string;
    visualizacoes: number;
    conversoes: number;
};

export type FormReportObject = {
    de: string;
    /**
     * Não é contado.
     */
    ate: string;
    /**
     * Vezes em que o formulário apareceu.
     */
    visualizacoes: number;
    /**
     * Vezes em que alguém começou a preencher.
     */
    inicios: number;
    /**
     * Leads aceitos, os por chave entre eles; sem spam.
     */
    envios: number;
    spam: number;
    /**
     * Envios por visualização; nula sem visualizações.
     */
    taxa_conversao: number | null;
    /**
     * Na ordem do formulário; campos que ele já não tem vêm por último.
     */
    abandono: Array<FormFieldObject>;
    /**
     * Horas de um período de até dois dias, senão dias.
     */
    series: Array<FormPointObject>;
};

export type FormPointObject = {
    em: string;
    visualizacoes: number;
    inicios: number;
    envios: number;
};

export type FormFieldObject = {
    campo: string;
    /**
     * Vezes em que o visitante chegou ao campo.
     */
    vistos: number;
    /**
     * Vezes em que foi o último preenchido, sem envio depois.
     */
    abandonos: number;
};

export type QualityObject = {
    de: string;
    /**
     * Não é contado.
     */
    ate: string;
    pessoas: TotalsObject;
    robos: TotalsObject;
    /**
     * Parte das visualizações que é de robôs; nulo sem visualizações.
     */
    taxa_robos: number | null;
    motivos: Array<BotsObject>;
};

export type BotsObject = {
    /**
     * Vezes em que uma página foi vista.
     */
    visualizacoes: number;
    /**
     * Sessões: o que um visitante fez sem meia hora de silêncio.
     */
    visitas: number;
    /**
     * Pessoas, a soma de cada dia (UTC).
     */
    visitantes: number;
    conversoes: number;
    /**
     * O nome do navegador, a rede de um datacenter, ou um ritmo que ninguém tem.
     */
    motivo: 'agente' | 'datacenter' | 'ritmo';
};

export type TotalsObject = {
    /**
     * Vezes em que uma página foi vista.
     */
    visualizacoes: number;
    /**
     * Sessões: o que um visitante fez sem meia hora de silêncio.
     */
    visitas: number;
    /**
     * Pessoas, a soma de cada dia (UTC).
     */
    visitantes: number;
    conversoes: number;
};

export type HeatMapObject = {
    de: string;
    /**
     * Não é contado.
     */
    ate: string;
    /**
     * Nulo quando nada foi visto no período.
     */
    pagina: string | null;
    lado: 'desktop' | 'mobile' | 'tablet' | 'desconhecido' | null;
    pontos: Array<HeatMapCell>;
    rolagem: Array<HeatMapDepth>;
};

export type HeatMapDepth = {
    /**
     * Do topo, em porcento da altura.
     */
    profundidade: number;
    /**
     * Visualizações que chegaram até aí.
     */
    visitantes: number;
};

export type HeatMapCell = {
    /**
     * Da esquerda, em porcento da largura.
     */
    x: number;
    /**
     * Do topo, em porcento da altura.
     */
    y: number;
    cliques: number;
};

export type EventsResponse = {
    eventos: Array<EventObject>;
};

export type EventObject = {
    id: string;
    tipo: 'visualizacao' | 'clique' | 'rolagem' | 'conversao' | 'formulario_visto' | 'formulario_inicio' | 'formulario_campo' | 'formulario_envio' | 'evento';
    em: string;
    sessao_id: string;
    /**
     * Id da página, ou do pixel.
     */
    pagina: string;
    /**
     * Versão ou variante que o visitante viu.
     */
    variante: string | null;
    caminho: string;
    /**
     * Em porcento da página.
     */
    x: number | null;
    /**
     * Em porcento da página.
     */
    y: number | null;
    /**
     * O ponto mais fundo que foi visto, em porcento da página.
     */
    profundidade: number | null;
    /**
     * Nome do evento, ou o formulário.
     */
    nome: string | null;
    valor: number | null;
    extra: {
        [key: string]: unknown;
    } | null;
};

export type ReportObject = {
    de: string;
    /**
     * Não é contado.
     */
    ate: string;
    dimensao: string;
    visitantes_por: 'dia';
    linhas: Array<RowObject>;
    /**
     * Todos os outros valores juntos.
     */
    outros: TotalsObject;
    totais: TotalsObject;
    /**
     * Conversões por visita; nulo sem visitas.
     */
    taxa_conversao: number | null;
    /**
     * Visitas além do limite de combinações de um dia, das quais não se sabe se os filtros as aceitam.
     */
    sem_classificacao: TotalsObject;
};

export type RowObject = {
    /**
     * Vezes em que uma página foi vista.
     */
    visualizacoes: number;
    /**
     * Sessões: o que um visitante fez sem meia hora de silêncio.
     */
    visitas: number;
    /**
     * Pessoas, a soma de cada dia (UTC).
     */
    visitantes: number;
    conversoes: number;
    /**
     * `(vazio)` onde não há valor.
     */
    valor: string;
    /**
     * Título da página ou nome do pixel, onde o valor é um deles.
     */
    rotulo: string | null;
    /**
     * Conversões por visita; nulo sem visitas.
     */
    taxa_conversao: number | null;
};

export type BreakdownObject = {
    de: string;
    /**
     * Não é contado.
     */
    ate: string;
    dimensao: string;
    visitantes_por: 'dia';
    linhas: Array<RowObject>;
    /**
     * Todos os outros valores juntos.
     */
    outros: TotalsObject;
};

export type OverviewObject = {
    de: string;
    /**
     * Não é contado.
     */
    ate: string;
    visualizacoes: number;
    visitas: number;
    /**
     * Pessoas; veja visitantes_por.
     */
    visitantes: number;
    /**
     * Sem consentimento, uma pessoa conta uma vez por dia (UTC): `dia`. Com consentimento, uma vez no período: `periodo`, se todas consentiram. `misto`, se há das duas.
     */
    visitantes_por: 'dia' | 'periodo' | 'misto';
    /**
     * Entre eles, os que consentiram, uma vez no período; a partir de 1.000 em dias inteiros, uma estimativa.
     */
    visitantes_com_consentimento: number;
    conversoes: number;
    /**
     * Conversões por visita; nulo sem visitas.
     */
    taxa_conversao: number | null;
    /**
     * Visitas de uma só visualização, sem mais nada; nulo sem visitas.
     */
    rejeicao: number | null;
    /**
     * Segundos por visita; nulo sem visitas.
     */
    duracao_media: number | null;
    /**
     * Horas de um período de até dois dias, senão dias.
     */
    series: Array<PointObject>;
};

export type PointObject = {
    /**
     * Começo, com o deslocamento do fuso.
     */
    em: string;
    visualizacoes: number;
    visitas: number;
    visitantes: number;
    conversoes: number;
};

export type PageTemplatesResponse = {
    modelos: Array<PageTemplateView>;
};

export type PageTemplateView = {
    id: string;
    nome: string;
    descricao: string;
    /**
     * O documento da página, versão 2
     */
    template: {
        [key: string]: unknown;
    };
};

export type ReplaceSiteTagsRequest = {
    tags?: Array<SiteTagRequest>;
    banner?: ConsentBanner;
};

export type ConsentBanner = {
    /**
     * null: o título do produto, no idioma da página.
     */
    titulo?: string | null;
    /**
     * Texto simples. null: o texto do produto, no idioma da página.
     */
    texto?: string | null;
    /**
     * A política de privacidade.
     */
    politica_url?: string | null;
    /**
     * Se pergunta também pelo pixel da conta, mesmo sem outras tags; false se ausente.
     */
    pixel?: boolean;
};

export type SiteTagRequest = {
    tipo: 'ga4' | 'gtm' | 'meta_pixel' | 'hotjar' | 'clarity' | 'crisp' | 'tawk';
    /**
     * O id que o fornecedor deu.
     */
    id: string;
    /**
     * Com que consentimento carrega; a do tipo se ausente.
     */
    categoria?: 'funcional' | 'estatistica' | 'marketing';
    /**
     * true se ausente.
     */
    ativo?: boolean;
};

export type SiteTagsResponse = {
    tags: Array<SiteTagView>;
    banner: ConsentBanner;
    /**
     * Muda quando os visitantes precisam ser perguntados de novo; está em cada decisão registrada.
     */
    versao: string | null;
};

export type SiteTagView = {
    tipo: 'ga4' | 'gtm' | 'meta_pixel' | 'hotjar' | 'clarity' | 'crisp' | 'tawk';
    id: string;
    categoria: 'funcional' | 'estatistica' | 'marketing';
    ativo: boolean;
};

export type ReplaceSiteSeoRequest = {
    /**
     * O nome do site, mostrado onde a marca não tem nome.
     */
    titulo_padrao?: string | null;
    /**
     * A descrição das páginas que não têm a sua.
     */
    descricao?: string | null;
    idioma?: string;
    /**
     * O id de uma imagem da biblioteca de mídia: o ícone das páginas.
     */
    favicon_id?: string | null;
    /**
     * Falso pede aos buscadores que ignorem o site inteiro.
     */
    indexavel?: boolean;
    pagina_404?: NotFoundPage;
    /**
     * Linhas acrescentadas ao robots.txt.
     */
    robots?: Array<string>;
};

export type NotFoundPage = {
    titulo?: string | null;
    /**
     * Texto simples.
     */
    texto?: string | null;
    /**
     * Enquanto estiver publicada, aparece no lugar do título e do texto.
     */
    pagina_id?: string | null;
};

export type SiteSeoResponse = {
    /**
     * O nome do site, mostrado onde a marca não tem nome.
     */
    titulo_padrao?: string | null;
    /**
     * A descrição das páginas que não têm a sua.
     */
    descricao?: string | null;
    idioma?: string;
    /**
     * O id de uma imagem da biblioteca de mídia: o ícone das páginas.
     */
    favicon_id?: string | null;
    /**
     * Falso pede aos buscadores que ignorem o site inteiro.
     */
    indexavel?: boolean;
    pagina_404?: NotFoundPage;
    /**
     * Linhas acrescentadas ao robots.txt.
     */
    robots?: Array<string>;
};

export type ReplayPage = {
    sessoes: Array<ReplaySessionView>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type ReplaySessionView = {
    id: string;
    /**
     * A sessão dos relatórios.
     */
    sessao_id: string | null;
    /**
     * A página em que começou, ou o pixel.
     */
    pagina_id: string;
    /**
     * O endereço em que começou, sem a query.
     */
    url: string | null;
    iniciada_em: string;
    /**
     * Quando chegou o último trecho.
     */
    ultima_em: string;
    /**
     * Do primeiro evento ao último, em segundos.
     */
    duracao: number;
    eventos: number;
    /**
     * O tamanho dos eventos em JSON.
     */
    bytes: number;
};

export type UpdateRedirectRequest = {
    /**
     * Um domínio verificado da conta.
     */
    dominio_id?: string;
    /**
     * Com a barra inicial; maiúsculas viram minúsculas.
     */
    caminho?: string;
    /**
     * Um endereço http ou https, ou um caminho do mesmo domínio.
     */
    destino?: string;
    /**
     * 301 quando ausente.
     */
    codigo_http?: 301 | 302 | 307 | 308;
};

export type CreateRedirectRequest = {
    /**
     * Um domínio verificado da conta.
     */
    dominio_id: string;
    /**
     * Com a barra inicial; maiúsculas viram minúsculas.
     */
    caminho: string;
    /**
     * Um endereço http ou https, ou um caminho do mesmo domínio.
     */
    destino: string;
    /**
     * 301 quando ausente.
     */
    codigo_http?: 301 | 302 | 307 | 308;
};

export type RedirectPage = {
    redirecionamentos: Array<RedirectObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type RedirectObject = {
    id: string;
    /**
     * Nulo no host compartilhado.
     */
    dominio_id: string | null;
    caminho: string;
    destino: string;
    codigo_http: 301 | 302 | 307 | 308;
    /**
     * A página que foi movida daqui, se foi isso que o criou.
     */
    pagina_id: string | null;
    criado_em: string;
};

export type RoutingRequest = {
    /**
     * A primeira que vale decide; vazia remove o roteamento
     */
    regras: Array<RuleRequest>;
};

export type ConditionsRequest = {
    /**
     * Valores de `utm_source` no endereço, sem distinguir maiúsculas
     */
    utm_source?: Array<string>;
    /**
     * Valores de `utm_medium` no endereço, sem distinguir maiúsculas
     */
    utm_medium?: Array<string>;
    /**
     * Valores de `utm_campaign` no endereço, sem distinguir maiúsculas
     */
    utm_campaign?: Array<string>;
    /**
     * Valores de `utm_term` no endereço, sem distinguir maiúsculas
     */
    utm_term?: Array<string>;
    /**
     * Valores de `utm_content` no endereço, sem distinguir maiúsculas
     */
    utm_content?: Array<string>;
    dispositivo?: Array<'desktop' | 'mobile' | 'tablet'>;
    /**
     * O país do endereço IP, por ISO 3166-1
     */
    pais?: Array<string>;
    /**
     * O idioma preferido do navegador; `pt` vale para `pt-BR`
     */
    idioma?: Array<string>;
};

export type RuleRequest = {
    /**
     * Tudo o que está presente deve valer
     */
    quando: ConditionsRequest;
    /**
     * A versão que esses visitantes recebem
     */
    versao: number;
};

export type RoutingObject = {
    regras: Array<RuleObject>;
};

export type ConditionsObject = {
    utm_source?: Array<string>;
    utm_medium?: Array<string>;
    utm_campaign?: Array<string>;
    utm_term?: Array<string>;
    utm_content?: Array<string>;
    dispositivo?: Array<string>;
    pais?: Array<string>;
    idioma?: Array<string>;
};

export type RuleObject = {
    quando: ConditionsObject;
    versao: number;
};

export type AbReportObject = {
    experimento: string | null;
    /**
     * A fase de que são os números
     */
    fase: number | null;
    fases: Array<AbPhaseObject>;
    de: string;
    ate: string;
    estado: 'coletando' | 'sem_dados_suficientes' | 'inconclusivo' | 'vencedor_provavel';
    /**
     * O id da variante, como em `variantes`
     */
    vencedor: string | null;
    /**
     * Se os pesos do experimento seguem a chance de ser a melhor; então taxas e chances são estratificadas
     */
    autobalanceado: boolean;
    variantes: Array<AbVariantObject>;
    /**
     * Se os visitantes não se dividem como os pesos dizem; então não há vencedor
     */
    desequilibrio: boolean;
    /**
     * O valor p do qui-quadrado; nulo com menos de 100 visitantes
     */
    desequilibrio_p: number | null;
    /**
     * Se o teste que vale a cada olhada concorda com a variante da frente
     */
    valido_sempre: boolean;
    /**
     * O valor p desse teste
     */
    valido_sempre_p: number;
    /**
     * De experimentos com variantes iguais, olhados todo dia por 28 dias, quantos têm um vencedor (simulação)
     */
    taxa_falso_vencedor: number;
};

export type AbVariantObject = {
    /**
     * Como foi pedida
     */
    id: string;
    nome: string | null;
    versao: number | null;
    /**
     * De 0 a 100
     */
    peso_configurado: number;
    /**
     * De 0 a 100; o de agora, ou com `autobalancear` o que seria
     */
    peso_efetivo: number;
    /**
     * Expostos, cada um uma vez
     */
    visitantes: number;
    /**
     * Dos expostos, quantos converteram
     */
    conversoes: number;
    /**
     * Nula sem visitantes; estratificada se autobalanceado
     */
    taxa: number | null;
    /**
     * O intervalo de Wilson da taxa, de 95%
     */
    intervalo: [
        number,
        number
    ];
    /**
     * Se o experimento está em andamento e os visitantes podem receber esta variante
     */
    no_ar: boolean;
    chance_de_ser_melhor: number;
    /**
     * Quanto a taxa da melhor é maior, em média
     */
    perda_esperada: number;
};

export type AbPhaseObject = {
    fase: number;
    inicio: string;
    fim: string | null;
};

export type PromoteRequest = {
    /**
     * A variante cuja versão é publicada
     */
    variante: string;
};

export type UpdateExperimentRequest = {
    /**
     * O nome do experimento
     */
    nome?: string;
    /**
     * Novos pesos; em andamento, começam uma nova fase
     */
    variantes?: Array<VariantWeightRequest>;
    /**
     * Os pesos seguem a chance de ser a melhor, a cada hora; os configurados valem no começo da fase
     */
    autobalancear?: boolean;
    /**
     * De `autobalancear`: a parte que cada variante mantém
     */
    piso?: number;
};

export type VariantWeightRequest = {
    id: string;
    /**
     * De 0 a 100; fora disso, 422
     */
    peso: number;
};

export type CreateExperimentRequest = {
    /**
     * O nome do experimento
     */
    nome: string;
    /**
     * A primeira é o controle
     */
    variantes: Array<VariantRequest>;
    /**
     * Um formulário enviado, se ausente
     */
    objetivo?: GoalRequest | null;
    /**
     * Os pesos seguem a chance de ser a melhor, a cada hora; os configurados valem no começo da fase
     */
    autobalancear?: boolean;
    /**
     * De `autobalancear`: a parte que cada variante mantém
     */
    piso?: number;
};

export type GoalRequest = {
    /**
     * O que conta como conversão
     */
    tipo: 'formulario' | 'evento';
    /**
     * De `formulario`: só este; qualquer um da página se ausente
     */
    form_id?: string | null;
    /**
     * De `evento`: o nome que a página envia
     */
    nome?: string | null;
};

export type VariantRequest = {
    /**
     * O nome da variante
     */
    nome: string;
    /**
     * Uma versão da página; cada variante tem a sua
     */
    versao: number;
    /**
     * De 0 a 100; fora disso, 422
     */
    peso: number;
};

export type ExperimentPage = {
    experimentos: Array<ExperimentObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type VariantObject = {
    id: string;
    nome: string;
    versao: number;
    /**
     * De 0 a 100; as partes são pela soma
     */
    peso: number;
};

export type GoalObject = {
    tipo: 'formulario' | 'evento';
    /**
     * Nulo para qualquer formulário da página
     */
    form_id: string | null;
    /**
     * O nome do evento
     */
    nome: string | null;
};

export type ExperimentObject = {
    id: string;
    pagina_id: string;
    nome: string;
    status: 'rascunho' | 'em_andamento' | 'parado' | 'promovido';
    objetivo: GoalObject;
    /**
     * A primeira é o controle
     */
    variantes: Array<VariantObject>;
    /**
     * Se os pesos seguem a chance de ser a melhor
     */
    autobalancear: boolean;
    /**
     * A parte que cada variante mantém; nulo sem `autobalancear`
     */
    piso: number | null;
    /**
     * Cada início e cada mudança de pesos começa uma; 0 antes do primeiro
     */
    fase: number;
    iniciado_em: string | null;
    encerrado_em: string | null;
    motivo_do_fim: 'usuario' | 'pagina_fora_do_ar' | 'prazo_maximo';
    /**
     * A variante que foi promovida
     */
    variante_promovida: string | null;
    criado_em: string;
    atualizado_em: string;
};

export type MovedResponse = {
    pagina_id: string;
    dominio_id: string | null;
    dominio: string | null;
    caminho: string | null;
    url_publica: string;
    alterado: boolean;
    publicada: boolean;
    redirecionamento: MoveRedirect;
};

export type MoveRedirect = {
    /**
     * Se o endereço antigo agora responde 301
     */
    criado: boolean;
    de: string | null;
};

export type MovePageRequest = {
    /**
     * Nulo leva ao endereço compartilhado
     */
    dominio_id: string | null;
    /**
     * A barra sozinha é a página inicial; o atual se ausente
     */
    caminho?: string | null;
    /**
     * A página publicada que se torna a inicial, quando a inicial é movida
     */
    pagina_inicial_id?: string;
};

export type PublishedResponse = {
    versao_publicada: number;
    url_publica: string;
    /**
     * O que piora a página e não impede a publicação
     */
    avisos: Array<WarningObject>;
};

export type WarningObject = {
    onde: string;
    codigo: string;
    mensagem: string;
};

export type PublishRequest = {
    /**
     * Obrigatória com chave; por sessão, a mais nova se ausente
     */
    versao?: number;
};

export type CreatePixelConversionRequest = {
    nome: string;
    tipo: 'url' | 'evento' | 'formulario';
    /**
     * url: o caminho, que pode terminar em *; evento: o nome; formulario: o id ou name do formulário.
     */
    valor: string;
};

export type PixelConversionList = {
    conversoes: Array<PixelConversionObject>;
};

export type PixelConversionObject = {
    id: string;
    nome: string;
    tipo: 'url' | 'evento' | 'formulario';
    valor: string;
    criado_em: string;
};

export type CreatePixelDomainRequest = {
    /**
     * Os subdomínios valem também.
     */
    dominio: string;
};

export type PixelDomainList = {
    dominios: Array<PixelDomainObject>;
};

export type PixelDomainObject = {
    id: string;
    dominio: string;
    criado_em: string;
};

export type UpdatePixelRequest = {
    nome?: string;
    ativo?: boolean;
};

export type CreatePixelRequest = {
    nome: string;
    /**
     * true quando ausente; um pixel inativo não conta.
     */
    ativo?: boolean;
};

export type PixelPage = {
    pixels: Array<PixelObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type PixelObject = {
    id: string;
    nome: string;
    ativo: boolean;
    /**
     * Para o head das páginas do site.
     */
    snippet: string;
    criado_em: string;
    atualizado_em: string;
};

export type VersionResponse = {
    versao: number;
    /**
     * Salva por um autor, ou um rascunho que outra escrita substituiu
     */
    origem: 'salva' | 'rascunho_substituido';
    /**
     * O usuário ou a chave que a escreveu
     */
    autor: string | null;
    criado_em: string;
    /**
     * O documento da página, versão 2; props de um item conforme o esquema do tipo em GET /v1/itens
     */
    template: {
        versao?: 2;
        secoes?: Array<{
            id: string;
            estilo?: {
                /**
                 * padrao, suave, superficie, primaria, escuro, gradiente ou #rrggbb
                 */
                fundo?: string;
                /**
                 * Calculada a partir do fundo se ausente
                 */
                cor_texto?: string;
                /**
                 * Imagem de fundo
                 *
                 * Id de uma mídia da conta
                 */
                imagem_fundo?: string;
                /**
                 * Espaço acima e abaixo
                 */
                espacamento?: 'nenhum' | 'pequeno' | 'medio' | 'grande';
                /**
                 * Largura do conteúdo
                 */
                largura?: 'estreita' | 'padrao' | 'larga';
                /**
                 * Alinhamento
                 */
                alinhamento?: 'esquerda' | 'centro';
                /**
                 * Alinhamento vertical das colunas
                 */
                alinhamento_vertical?: 'topo' | 'centro' | 'esticar';
            };
            colunas: Array<{
                id: string;
                /**
                 * Em doze avos; igual entre colunas se ausente
                 */
                largura?: number;
                /**
                 * Fundo e borda próprios
                 */
                cartao?: boolean;
                itens: Array<{
                    id: string;
                    tipo: string;
                    /**
                     * Conforme o esquema do tipo em GET /v1/itens
                     */
                    props: {
                        [key: string]: unknown;
                    };
                }>;
            }>;
        }>;
        estilo?: {
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_titulos?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_texto?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
        };
        /**
         * false: a página não conta visitas
         */
        pixel?: boolean;
        /**
         * true: quem aceita o consentimento de um formulário aceita um id que dura
         */
        consentimento_de_formulario?: boolean;
        /**
         * false: a página não tem as tags da conta
         */
        tags?: boolean;
    };
};

export type VersionPage = {
    versoes: Array<VersionObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type VersionObject = {
    versao: number;
    /**
     * Salva por um autor, ou um rascunho que outra escrita substituiu
     */
    origem: 'salva' | 'rascunho_substituido';
    /**
     * O usuário ou a chave que a escreveu
     */
    autor: string | null;
    criado_em: string;
};

export type SavedVersionResponse = {
    /**
     * O número da nova versão
     */
    versao: number;
    pagina_id: string;
    /**
     * Em que a próxima escrita do rascunho se baseia
     */
    base: string;
};

export type SaveVersionRequest = {
    /**
     * O documento da página, versão 2; props de um item conforme o esquema do tipo em GET /v1/itens
     */
    template: {
        versao?: 2;
        secoes?: Array<{
            id: string;
            estilo?: {
                /**
                 * padrao, suave, superficie, primaria, escuro, gradiente ou #rrggbb
                 */
                fundo?: string;
                /**
                 * Calculada a partir do fundo se ausente
                 */
                cor_texto?: string;
                /**
                 * Imagem de fundo
                 *
                 * Id de uma mídia da conta
                 */
                imagem_fundo?: string;
                /**
                 * Espaço acima e abaixo
                 */
                espacamento?: 'nenhum' | 'pequeno' | 'medio' | 'grande';
                /**
                 * Largura do conteúdo
                 */
                largura?: 'estreita' | 'padrao' | 'larga';
                /**
                 * Alinhamento
                 */
                alinhamento?: 'esquerda' | 'centro';
                /**
                 * Alinhamento vertical das colunas
                 */
                alinhamento_vertical?: 'topo' | 'centro' | 'esticar';
            };
            colunas: Array<{
                id: string;
                /**
                 * Em doze avos; igual entre colunas se ausente
                 */
                largura?: number;
                /**
                 * Fundo e borda próprios
                 */
                cartao?: boolean;
                itens: Array<{
                    id: string;
                    tipo: string;
                    /**
                     * Conforme o esquema do tipo em GET /v1/itens
                     */
                    props: {
                        [key: string]: unknown;
                    };
                }>;
            }>;
        }>;
        estilo?: {
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_titulos?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_texto?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
        };
        /**
         * false: a página não conta visitas
         */
        pixel?: boolean;
        /**
         * true: quem aceita o consentimento de um formulário aceita um id que dura
         */
        consentimento_de_formulario?: boolean;
        /**
         * false: a página não tem as tags da conta
         */
        tags?: boolean;
    };
};

export type WriteDraftRequest = {
    /**
     * O documento da página, versão 2; props de um item conforme o esquema do tipo em GET /v1/itens
     */
    template: {
        versao?: 2;
        secoes?: Array<{
            id: string;
            estilo?: {
                /**
                 * padrao, suave, superficie, primaria, escuro, gradiente ou #rrggbb
                 */
                fundo?: string;
                /**
                 * Calculada a partir do fundo se ausente
                 */
                cor_texto?: string;
                /**
                 * Imagem de fundo
                 *
                 * Id de uma mídia da conta
                 */
                imagem_fundo?: string;
                /**
                 * Espaço acima e abaixo
                 */
                espacamento?: 'nenhum' | 'pequeno' | 'medio' | 'grande';
                /**
                 * Largura do conteúdo
                 */
                largura?: 'estreita' | 'padrao' | 'larga';
                /**
                 * Alinhamento
                 */
                alinhamento?: 'esquerda' | 'centro';
                /**
                 * Alinhamento vertical das colunas
                 */
                alinhamento_vertical?: 'topo' | 'centro' | 'esticar';
            };
            colunas: Array<{
                id: string;
                /**
                 * Em doze avos; igual entre colunas se ausente
                 */
                largura?: number;
                /**
                 * Fundo e borda próprios
                 */
                cartao?: boolean;
                itens: Array<{
                    id: string;
                    tipo: string;
                    /**
                     * Conforme o esquema do tipo em GET /v1/itens
                     */
                    props: {
                        [key: string]: unknown;
                    };
                }>;
            }>;
        }>;
        estilo?: {
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_titulos?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_texto?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
        };
        /**
         * false: a página não conta visitas
         */
        pixel?: boolean;
        /**
         * true: quem aceita o consentimento de um formulário aceita um id que dura
         */
        consentimento_de_formulario?: boolean;
        /**
         * false: a página não tem as tags da conta
         */
        tags?: boolean;
    };
};

export type DraftResponse = {
    /**
     * Valor opaco: o estado que foi lido
     */
    base: string;
    /**
     * A versão de que o rascunho partiu
     */
    versao_base: number;
    atualizado_em: string;
    /**
     * O documento da página, versão 2; props de um item conforme o esquema do tipo em GET /v1/itens
     */
    template: {
        versao?: 2;
        secoes?: Array<{
            id: string;
            estilo?: {
                /**
                 * padrao, suave, superficie, primaria, escuro, gradiente ou #rrggbb
                 */
                fundo?: string;
                /**
                 * Calculada a partir do fundo se ausente
                 */
                cor_texto?: string;
                /**
                 * Imagem de fundo
                 *
                 * Id de uma mídia da conta
                 */
                imagem_fundo?: string;
                /**
                 * Espaço acima e abaixo
                 */
                espacamento?: 'nenhum' | 'pequeno' | 'medio' | 'grande';
                /**
                 * Largura do conteúdo
                 */
                largura?: 'estreita' | 'padrao' | 'larga';
                /**
                 * Alinhamento
                 */
                alinhamento?: 'esquerda' | 'centro';
                /**
                 * Alinhamento vertical das colunas
                 */
                alinhamento_vertical?: 'topo' | 'centro' | 'esticar';
            };
            colunas: Array<{
                id: string;
                /**
                 * Em doze avos; igual entre colunas se ausente
                 */
                largura?: number;
                /**
                 * Fundo e borda próprios
                 */
                cartao?: boolean;
                itens: Array<{
                    id: string;
                    tipo: string;
                    /**
                     * Conforme o esquema do tipo em GET /v1/itens
                     */
                    props: {
                        [key: string]: unknown;
                    };
                }>;
            }>;
        }>;
        estilo?: {
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_titulos?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_texto?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
        };
        /**
         * false: a página não conta visitas
         */
        pixel?: boolean;
        /**
         * true: quem aceita o consentimento de um formulário aceita um id que dura
         */
        consentimento_de_formulario?: boolean;
        /**
         * false: a página não tem as tags da conta
         */
        tags?: boolean;
    };
};

export type SeoRequest = {
    /**
     * O título para buscadores; o da página se ausente
     */
    titulo?: string | null;
    descricao?: string | null;
    /**
     * Uma mídia
     */
    imagem_id?: string | null;
    /**
     * O endereço canônico; o da própria página se ausente
     */
    canonica?: string | null;
    /**
     * Se buscadores podem listar a página; true se ausente
     */
    indexavel?: boolean;
    /**
     * O idioma do texto; pt-BR se ausente
     */
    idioma?: string;
};

export type SeoObject = {
    titulo: string | null;
    descricao: string | null;
    imagem_id: string | null;
    canonica: string | null;
    indexavel: boolean;
    idioma: string;
};

export type DuplicatePageRequest = {
    titulo?: string;
    /**
     * Único entre todas as contas; feito do título se ausente
     */
    slug?: string;
};

export type RestorePageRequest = {
    /**
     * Único entre todas as contas; feito do título se ausente
     */
    slug?: string;
};

export type ChangePageRequest = {
    titulo?: string;
    /**
     * Único entre todas as contas; feito do título se ausente
     */
    slug?: string;
};

export type CreatePageRequest = {
    titulo?: string;
    /**
     * Único entre todas as contas; feito do título se ausente
     */
    slug?: string;
    /**
     * O host ou o id de um domínio verificado
     */
    dominio?: string | null;
};

export type PageList = {
    paginas: Array<PageObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type PageObject = {
    id: string;
    slug: string;
    titulo: string;
    status: 'rascunho' | 'publicada' | 'apagada';
    /**
     * O host; nulo no endereço compartilhado
     */
    dominio: string | null;
    dominio_id: string | null;
    /**
     * No domínio, com a barra inicial
     */
    caminho: string | null;
    /**
     * Onde a página responde quando publicada
     */
    url_publica: string;
    /**
     * A versão mais nova
     */
    versao: number;
    versao_publicada: number | null;
    /**
     * Se o rascunho foi escrito depois da versão mais nova
     */
    rascunho_mais_novo: boolean;
    publicada_em: string | null;
    apagada_em: string | null;
    criada_em: string;
    atualizada_em: string;
};

export type BulkResponse = {
    lote_id: string;
    acao: 'publicar' | 'despublicar' | 'duplicar' | 'mudar_dominio';
    total: number;
    ok: number;
    puladas: number;
    erros: number;
    /**
     * Na ordem de ids
     */
    resultados: Array<BulkResultObject>;
};

export type BulkResultObject = {
    id: string;
    status: 'ok' | 'pulada' | 'erro';
    /**
     * A versão publicada
     */
    versao?: number;
    /**
     * A página que a duplicação criou
     */
    nova_id?: string;
    /**
     * Por que a página foi pulada ou falhou
     */
    motivo?: string;
};

export type BulkRequest = {
    acao: 'publicar' | 'despublicar' | 'duplicar' | 'mudar_dominio';
    /**
     * Uma página repetida conta uma vez
     */
    ids: Array<string>;
    /**
     * publicar: com um rascunho mais novo que a versão, pular a página (padrão) ou publicar o rascunho
     */
    rascunho?: 'pular' | 'publicar';
    /**
     * mudar_dominio: o domínio de destino; nulo é o endereço compartilhado
     */
    dominio_id?: string | null;
};

export type ImportPageRequest = {
    titulo?: string;
    /**
     * Único entre todas as contas; feito do título se ausente
     */
    slug?: string;
    /**
     * O host ou o id de um domínio verificado
     */
    dominio?: string | null;
    /**
     * O documento da página, versão 2; props de um item conforme o esquema do tipo em GET /v1/itens
     */
    template: {
        versao?: 2;
        secoes?: Array<{
            id: string;
            estilo?: {
                /**
                 * padrao, suave, superficie, primaria, escuro, gradiente ou #rrggbb
                 */
                fundo?: string;
                /**
                 * Calculada a partir do fundo se ausente
                 */
                cor_texto?: string;
                /**
                 * Imagem de fundo
                 *
                 * Id de uma mídia da conta
                 */
                imagem_fundo?: string;
                /**
                 * Espaço acima e abaixo
                 */
                espacamento?: 'nenhum' | 'pequeno' | 'medio' | 'grande';
                /**
                 * Largura do conteúdo
                 */
                largura?: 'estreita' | 'padrao' | 'larga';
                /**
                 * Alinhamento
                 */
                alinhamento?: 'esquerda' | 'centro';
                /**
                 * Alinhamento vertical das colunas
                 */
                alinhamento_vertical?: 'topo' | 'centro' | 'esticar';
            };
            colunas: Array<{
                id: string;
                /**
                 * Em doze avos; igual entre colunas se ausente
                 */
                largura?: number;
                /**
                 * Fundo e borda próprios
                 */
                cartao?: boolean;
                itens: Array<{
                    id: string;
                    tipo: string;
                    /**
                     * Conforme o esquema do tipo em GET /v1/itens
                     */
                    props: {
                        [key: string]: unknown;
                    };
                }>;
            }>;
        }>;
        estilo?: {
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_titulos?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
            /**
             * Vazia ou ausente: a do kit de marca
             */
            fonte_texto?: '' | 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
        };
        /**
         * false: a página não conta visitas
         */
        pixel?: boolean;
        /**
         * true: quem aceita o consentimento de um formulário aceita um id que dura
         */
        consentimento_de_formulario?: boolean;
        /**
         * false: a página não tem as tags da conta
         */
        tags?: boolean;
    };
    /**
     * Em lugar de template: o id de um modelo de GET /v1/modelos
     */
    modelo?: string;
    /**
     * Com modelo: o formulário onde o modelo deixa a escolha em aberto
     */
    formulario_id?: string;
};

export type NativeFieldsResponse = {
    campos: Array<NativeFieldView>;
    grupos: Array<NativeFieldGroupView>;
    paises: Array<CountryView>;
};

export type CountryView = {
    codigo: string;
    nome: string;
    ddi: string;
};

export type NativeFieldGroupView = {
    chave: string;
    rotulo: string;
};

export type NativeFieldView = {
    chave: string;
    rotulo: string;
    grupo: string;
    /**
     * O tipo usual.
     */
    tipo: 'texto' | 'texto_longo' | 'email' | 'telefone' | 'numero' | 'booleano' | 'opcao' | 'multipla_escolha' | 'data' | 'url' | 'oculto' | 'nota' | 'arquivo' | 'cpf' | 'cnpj' | 'cep' | 'pais' | 'estado' | 'cidade';
    /**
     * Os tipos de campo que servem.
     */
    tipos: Array<'texto' | 'texto_longo' | 'email' | 'telefone' | 'numero' | 'booleano' | 'opcao' | 'multipla_escolha' | 'data' | 'url' | 'oculto' | 'nota' | 'arquivo' | 'cpf' | 'cnpj' | 'cep' | 'pais' | 'estado' | 'cidade'>;
};

export type CopyMediaResponse = {
    /**
     * Na ordem de ids
     */
    midias: Array<MediaCopyView>;
};

export type MediaCopyView = {
    id: string;
    /**
     * O arquivo em tamanho inteiro, que todo navegador mostra
     */
    url: string;
    /**
     * Do arquivo em url
     */
    tipo: string;
    largura: number;
    altura: number;
    bytes: number;
    descricao: string | null;
    criado_em: string;
    /**
     * A mídia que foi copiada
     */
    origem_id: string;
};

export type CopyMediaRequest = {
    /**
     * Mídias da conta
     */
    ids: Array<string>;
};

export type ChangeMediaRequest = {
    /**
     * O que a imagem mostra, para quem não a vê
     */
    descricao: string | null;
};

export type MediaFromUrlRequest = {
    /**
     * Um endereço http ou https
     */
    url: string;
    /**
     * O que a imagem mostra, para quem não a vê
     */
    descricao?: string | null;
};

export type MediaPage = {
    midias: Array<MediaView>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type MediaView = {
    id: string;
    /**
     * O arquivo em tamanho inteiro, que todo navegador mostra
     */
    url: string;
    /**
     * Do arquivo em url
     */
    tipo: string;
    largura: number;
    altura: number;
    bytes: number;
    descricao: string | null;
    criado_em: string;
};

export type UpdateLinkRequest = {
    /**
     * Gerado quando ausente.
     */
    slug?: string;
    /**
     * Um endereço http ou https.
     */
    destino?: string;
    /**
     * Para a equipe; visitantes não o veem.
     */
    titulo?: string | null;
    /**
     * 302 quando ausente.
     */
    codigo_http?: 301 | 302 | 307 | 308;
    /**
     * Um link inativo responde 404.
     */
    ativo?: boolean;
    /**
     * A partir daí o link responde 410.
     */
    expira_em?: string | null;
};

export type CreateLinkRequest = {
    /**
     * Gerado quando ausente.
     */
    slug?: string;
    /**
     * Um endereço http ou https.
     */
    destino: string;
    /**
     * Para a equipe; visitantes não o veem.
     */
    titulo?: string | null;
    /**
     * 302 quando ausente.
     */
    codigo_http?: 301 | 302 | 307 | 308;
    /**
     * Um link inativo responde 404.
     */
    ativo?: boolean;
    /**
     * A partir daí o link responde 410.
     */
    expira_em?: string | null;
};

export type LinkPage = {
    links: Array<LinkObject>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type LinkObject = {
    id: string;
    slug: string;
    url: string;
    destino: string;
    titulo: string | null;
    codigo_http: 301 | 302 | 307 | 308;
    ativo: boolean;
    expira_em: string | null;
    cliques: number;
    criado_em: string;
    atualizado_em: string;
};

export type SpamRequest = {
    /**
     * Se o lead é spam.
     */
    spam: boolean;
};

export type LeadView = {
    id: string;
    form_id: string;
    id_externo: string | null;
    fonte: 'api' | 'snippet' | 'pagina';
    pagina_id: string | null;
    nome: string | null;
    email: string | null;
    telefone: string | null;
    /**
     * null enquanto não foi verificado.
     */
    email_status: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
    /**
     * null se o formulário não pede confirmação por e-mail.
     */
    confirmacao: 'pendente' | 'confirmada' | 'expirada';
    spam: boolean;
    ocorrido_em: string;
    recebido_em: string;
    campos: {
        [key: string]: unknown;
    };
    arquivos: Array<LeadFileView>;
    consentimento: LeadConsentView;
    origem: OriginRequest;
    endereco_ip: string | null;
    navegador: string | null;
    /**
     * Os sinais de spam que foram vistos.
     */
    sinais_spam: Array<'armadilha' | 'rapido_demais' | 'prova_invalida' | 'frequencia' | 'links' | 'link' | 'email_descartavel' | 'datacenter' | 'sem_script'>;
    /**
     * Quando alguém da conta decidiu se é spam.
     */
    spam_decidido_em: string | null;
};

export type OriginRequest = {
    /**
     * A página em que a pessoa estava.
     */
    url?: string;
    /**
     * De onde ela veio.
     */
    referrer?: string;
    utm_source?: string;
    utm_medium?: string;
    utm_campaign?: string;
    utm_term?: string;
    utm_content?: string;
};

export type LeadConfirmationView = {
    estado: 'pendente' | 'confirmada' | 'expirada';
    /**
     * Quantos e-mails a pediram; 0 também quando um limite os impediu.
     */
    emails_enviados: number;
    /**
     * Quando saiu o último deles.
     */
    enviado_em: string | null;
    confirmada_em: string | null;
    /**
     * De onde se confirmou.
     */
    endereco_ip: string | null;
    navegador: string | null;
};

export type LeadConsentView = {
    dado: boolean;
    /**
     * O texto, como a pessoa o viu.
     */
    texto: string | null;
    base_legal: 'consentimento' | 'legitimo_interesse' | 'contrato' | 'obrigacao_legal';
    em: string;
    endereco_ip: string | null;
    /**
     * null se o formulário não pede confirmação por e-mail.
     */
    confirmacao: LeadConfirmationView | null;
};

export type LeadFileView = {
    id: string;
    campo: string;
    nome: string;
    tipo: string;
    bytes: number;
};

export type LeadPage = {
    leads: Array<LeadSummary>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type LeadSummary = {
    id: string;
    form_id: string;
    id_externo: string | null;
    fonte: 'api' | 'snippet' | 'pagina';
    pagina_id: string | null;
    nome: string | null;
    email: string | null;
    telefone: string | null;
    /**
     * null enquanto não foi verificado.
     */
    email_status: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
    /**
     * null se o formulário não pede confirmação por e-mail.
     */
    confirmacao: 'pendente' | 'confirmada' | 'expirada';
    spam: boolean;
    ocorrido_em: string;
    recebido_em: string;
};

export type SubmissionRequest = {
    /**
     * Os valores, pelos nomes dos campos do formulário.
     */
    campos: {
        [key: string]: unknown;
    };
    /**
     * O id que o seu sistema dá ao envio; único no formulário.
     */
    id_externo?: string;
    /**
     * Se a pessoa concordou; o mesmo que `campos.consentimento`.
     */
    consentimento?: boolean;
    /**
     * Quando a pessoa enviou: até 365 dias atrás; agora se ausente.
     */
    ocorrido_em?: string;
    origem?: OriginRequest;
};

export type SubmissionResponse = {
    ok: boolean;
    lead_id: string;
    /**
     * Se já havia um lead com este id_externo no formulário: nada foi guardado de novo.
     */
    duplicada: boolean;
    id_externo: string | null;
};

export type LeadRequest = {
    /**
     * Os valores, pelos nomes dos campos do formulário.
     */
    campos: {
        [key: string]: unknown;
    };
    /**
     * O id que o seu sistema dá ao envio; único no formulário.
     */
    id_externo?: string;
    /**
     * Se a pessoa concordou; o mesmo que `campos.consentimento`.
     */
    consentimento?: boolean;
    /**
     * Quando a pessoa enviou: até 365 dias atrás; agora se ausente.
     */
    ocorrido_em?: string;
    origem?: OriginRequest;
    /**
     * O formulário.
     */
    form_id: string;
};

export type ItemTypesResponse = {
    itens: Array<ItemTypeView>;
};

export type ItemTypeView = {
    tipo: string;
    nome: string;
    grupo: 'texto' | 'midia' | 'acao' | 'conteudo' | 'estrutura';
    /**
     * O JSON Schema de `props`
     */
    esquema: {
        [key: string]: unknown;
    };
};

export type GeneratedPageResponse = {
    /**
     * Um documento da página, versão 2, válido. Nada é gravado: `POST /v1/paginas/importar` cria a página.
     */
    template: {
        [key: string]: unknown;
    };
};

export type GeneratePageRequest = {
    /**
     * O que a página oferece, para quem, e o que deve conter
     */
    descricao: string;
    /**
     * O idioma do texto; pt-BR se ausente
     */
    idioma?: string;
    /**
     * O formulário que a página mostra
     */
    formulario_id?: string;
};

export type FormNoticesRequest = {
    /**
     * Ausente: ninguém é avisado.
     */
    avisos?: NoticeMembersRequest;
    /**
     * Ausente: nenhuma resposta.
     */
    resposta_automatica?: AutomaticAnswerRequest;
};

export type AnswerSenderRequest = {
    /**
     * O nome da conta se ausente.
     */
    nome?: string | null;
    /**
     * De um domínio verificado da conta; no-reply do mais antigo deles se ausente.
     */
    endereco?: string | null;
};

export type AutomaticAnswerRequest = {
    /**
     * Se visitantes recebem a resposta.
     */
    ativa: boolean;
    /**
     * Um template de e-mail da conta no Platform. Obrigatório com ativa.
     */
    template_id?: string | null;
    remetente?: AnswerSenderRequest | null;
};

export type NoticeMembersRequest = {
    /**
     * Membros da conta que recebem um e-mail por lead, pelos ids de usuário; nenhum se ausente.
     */
    membros?: Array<string>;
    /**
     * Avisar também de envios julgados spam; false se ausente.
     */
    incluir_spam?: boolean;
};

export type FormNoticesObject = {
    avisos: NoticeMembersObject;
    resposta_automatica: AutomaticAnswerObject;
};

export type AnswerSenderObject = {
    nome: string | null;
    endereco: string | null;
};

export type AutomaticAnswerObject = {
    ativa: boolean;
    template_id: string | null;
    remetente: AnswerSenderObject;
    /**
     * null quando a última resposta saiu.
     */
    ultimo_erro: NoticeFaultObject | null;
};

export type NoticeFaultObject = {
    codigo: 'dominio_nao_verificado' | 'sem_remetente' | 'cota_excedida' | 'recusado' | 'destinatario_suprimido' | 'template_invalido';
    mensagem: string;
    em: string;
};

export type NoticeMembersObject = {
    membros: Array<string>;
    incluir_spam: boolean;
    /**
     * null quando o último aviso saiu.
     */
    ultimo_erro: NoticeFaultObject | null;
};

export type FormView = {
    id: string;
    external_id: string | null;
    nome: string;
    campos: Array<FieldView>;
    origens: Array<string>;
    mensagem_pos_envio: string;
    /**
     * Para onde o visitante vai depois do envio; null: lê a mensagem.
     */
    redirecionar_para: string | null;
    texto_botao: string;
    exige_consentimento: boolean;
    texto_consentimento: string | null;
    /**
     * Se os envios pedem confirmação por e-mail (double opt-in).
     */
    confirmacao_dupla: boolean;
    /**
     * null: o da página, senão o do site.
     */
    idioma: 'pt' | 'en' | 'es';
    base_legal: 'consentimento' | 'legitimo_interesse' | 'contrato' | 'obrigacao_legal';
    pais: string;
    retencao_dias: number | null;
    criado_em: string;
    atualizado_em: string;
    /**
     * HTML que mostra o formulário em uma página sua.
     */
    snippet: string;
};

export type ConditionView = {
    campo: string;
    valores: Array<string>;
};

export type OptionView = {
    valor: string;
    rotulo: string;
};

export type FieldView = {
    nome: string;
    rotulo: string;
    tipo: 'texto' | 'texto_longo' | 'email' | 'telefone' | 'numero' | 'booleano' | 'opcao' | 'multipla_escolha' | 'data' | 'url' | 'oculto' | 'nota' | 'arquivo' | 'cpf' | 'cnpj' | 'cep' | 'pais' | 'estado' | 'cidade';
    obrigatorio: boolean;
    chave: string | null;
    opcoes: Array<OptionView>;
    valor_marcado: string | null;
    exemplo: string | null;
    ajuda: string | null;
    valor_padrao: string | null;
    etapa: number;
    condicao: ConditionView | null;
};

export type FormRequest = {
    nome: string;
    campos: Array<FieldRequest>;
    /**
     * As origens cujas páginas podem mostrar e enviar o formulário; `https:/*.example.com` inclui os subdomínios. Sem nenhuma, só os endereços da própria conta.
     */
    origens?: Array<string>;
    /**
     * O que o visitante lê depois do envio.
     */
    mensagem_pos_envio?: string;
    /**
     * Para onde o visitante vai depois do envio, no lugar da mensagem: uma página da conta pelo caminho, ou um endereço https. Vale em páginas publicadas.
     */
    redirecionar_para?: string | null;
    /**
     * O texto do botão; `Enviar` se ausente.
     */
    texto_botao?: string;
    /**
     * Se um envio sem consentimento é recusado; false se ausente.
     */
    exige_consentimento?: boolean;
    /**
     * O texto da caixa de consentimento; obrigatório com `exige_consentimento`.
     */
    texto_consentimento?: string | null;
    /**
     * Se um envio com e-mail pede, por e-mail, que a pessoa confirme o endereço e o consentimento (double opt-in); false se ausente. Precisa de um campo do tipo `email`.
     */
    confirmacao_dupla?: boolean;
    /**
     * O idioma do que se escreve ao visitante; null ou ausente: o da página, senão o do site.
     */
    idioma?: 'pt' | 'en' | 'es';
    /**
     * Se ausente, `consentimento` quando o formulário o exige, senão `legitimo_interesse`.
     */
    base_legal?: 'consentimento' | 'legitimo_interesse' | 'contrato' | 'obrigacao_legal';
    /**
     * O país dos telefones; BR se ausente.
     */
    pais?: string;
    /**
     * Depois de quantos dias os leads são apagados; null: nunca.
     */
    retencao_dias?: number | null;
    /**
     * O nome que o seu sistema dá ao formulário; único na conta.
     */
    external_id?: string | null;
};

export type ConditionRequest = {
    /**
     * O nome de um campo anterior.
     */
    campo: string;
    /**
     * O campo aparece quando o outro tem um destes valores.
     */
    valores: Array<string>;
};

export type OptionRequest = {
    /**
     * O que é enviado.
     */
    valor: string;
    /**
     * O que se lê.
     */
    rotulo: string;
};

export type FieldRequest = {
    /**
     * Único no formulário; a chave do valor em um envio.
     */
    nome: string;
    rotulo: string;
    tipo: 'texto' | 'texto_longo' | 'email' | 'telefone' | 'numero' | 'booleano' | 'opcao' | 'multipla_escolha' | 'data' | 'url' | 'oculto' | 'nota' | 'arquivo' | 'cpf' | 'cnpj' | 'cep' | 'pais' | 'estado' | 'cidade';
    /**
     * false se ausente.
     */
    obrigatorio?: boolean;
    /**
     * O campo do contato que recebe o valor: um de `/v1/campos-nativos` ou um próprio.
     */
    chave?: string | null;
    /**
     * De `opcao` e `multipla_escolha`.
     */
    opcoes?: Array<OptionRequest>;
    /**
     * De `booleano`: o que a caixa marcada envia.
     */
    valor_marcado?: string | null;
    /**
     * O texto de exemplo dentro do campo vazio.
     */
    exemplo?: string | null;
    /**
     * Uma explicação junto ao campo.
     */
    ajuda?: string | null;
    /**
     * O que o campo tem de início; de `oculto`, o que ele envia.
     */
    valor_padrao?: string | null;
    /**
     * A etapa em que o campo aparece; 1 se ausente.
     */
    etapa?: number;
    /**
     * Sem ela, o campo sempre aparece.
     */
    condicao?: ConditionRequest | null;
};

export type FormPage = {
    formularios: Array<FormSummary>;
    /**
     * The cursor of the next page; empty after the last one.
     */
    proximo: string;
};

export type FormSummary = {
    id: string;
    external_id: string | null;
    nome: string;
    campos: Array<FieldView>;
    origens: Array<string>;
    mensagem_pos_envio: string;
    /**
     * Para onde o visitante vai depois do envio; null: lê a mensagem.
     */
    redirecionar_para: string | null;
    texto_botao: string;
    exige_consentimento: boolean;
    texto_consentimento: string | null;
    /**
     * Se os envios pedem confirmação por e-mail (double opt-in).
     */
    confirmacao_dupla: boolean;
    /**
     * null: o da página, senão o do site.
     */
    idioma: 'pt' | 'en' | 'es';
    base_legal: 'consentimento' | 'legitimo_interesse' | 'contrato' | 'obrigacao_legal';
    pais: string;
    retencao_dias: number | null;
    criado_em: string;
    atualizado_em: string;
};

export type EmptyDomainRequest = {
    [key: string]: unknown;
};

export type CreateDomainRequest = {
    /**
     * Dois rótulos ou mais. Maiúsculas, ponto final e nomes em outros alfabetos são normalizados.
     */
    host: string;
};

export type DomainListResponse = {
    /**
     * O padrão primeiro, depois por ordem de criação.
     */
    dominios: Array<DomainObject>;
};

export type OwnershipRecordObject = {
    nome: string;
    /**
     * Publique exatamente assim.
     */
    valor: string;
};

export type DomainObject = {
    id: string;
    host: string;
    /**
     * O registro TXT que prova a posse.
     */
    registro_txt: OwnershipRecordObject;
    verificado: boolean;
    /**
     * Se é o domínio padrão da conta.
     */
    padrao: boolean;
    /**
     * registro_ausente: o domínio continua verificado e servindo páginas, mas o registro TXT não é mais encontrado. Depois de 72 horas assim, outra conta que prove a posse pode assumi-lo.
     */
    situacao: 'pendente' | 'verificado' | 'registro_ausente';
    verificado_em: string | null;
    registro_ausente_desde: string | null;
    /**
     * Quando o DNS foi consultado pela última vez.
     */
    conferido_em: string | null;
    criado_em: string;
};

export type ReplaceBrandRequest = {
    nome: string;
    /**
     * O id de uma imagem da biblioteca de mídia.
     */
    logo_id?: string | null;
    cores: BrandColors;
    fonte_titulos: 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
    fonte_texto: 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
    /**
     * Dos cantos, em pixels.
     */
    raio: number;
};

export type BrandColors = {
    /**
     * De botões e destaques.
     */
    primaria: string;
    /**
     * Do texto sobre a cor primária.
     */
    sobre_primaria: string;
    texto: string;
    fundo: string;
    /**
     * De cartões e faixas.
     */
    superficie: string;
};

export type BrandResponse = {
    nome: string;
    /**
     * O id de uma imagem da biblioteca de mídia.
     */
    logo_id?: string | null;
    cores: BrandColors;
    fonte_titulos: 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
    fonte_texto: 'comfortaa' | 'urbanist' | 'montserrat' | 'inter' | 'poppins' | 'open-sans' | 'nunito' | 'playfair-display' | 'merriweather' | 'dm-sans' | 'manrope' | 'raleway';
    /**
     * Dos cantos, em pixels.
     */
    raio: number;
    /**
     * O que torna páginas difíceis de ler; nada impede de salvar.
     */
    avisos: Array<BrandWarningObject>;
};

export type BrandWarningObject = {
    codigo: string;
    campo: string;
    sobre: string;
    /**
     * De 1 a 21, pela definição das WCAG.
     */
    contraste: number;
    minimo: number;
    mensagem: string;
};

export type BrandGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/marca';
};

export type BrandGetResponses = {
    /**
     * Done
     */
    200: BrandResponse;
};

export type BrandGetResponse = BrandGetResponses[keyof BrandGetResponses];

export type BrandReplaceData = {
    body: ReplaceBrandRequest;
    path?: never;
    query?: never;
    url: '/v1/marca';
};

export type BrandReplaceResponses = {
    /**
     * Done
     */
    200: BrandResponse;
};

export type BrandReplaceResponse = BrandReplaceResponses[keyof BrandReplaceResponses];

export type DomainsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/dominios';
};

export type DomainsListResponses = {
    /**
     * Done
     */
    200: DomainListResponse;
};

export type DomainsListResponse = DomainsListResponses[keyof DomainsListResponses];

export type DomainsCreateData = {
    body: CreateDomainRequest;
    path?: never;
    query?: never;
    url: '/v1/dominios';
};

export type DomainsCreateResponses = {
    /**
     * Done
     */
    201: DomainObject;
};

export type DomainsCreateResponse = DomainsCreateResponses[keyof DomainsCreateResponses];

export type DomainsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/dominios/{id}';
};

export type DomainsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type DomainsDeleteResponse = DomainsDeleteResponses[keyof DomainsDeleteResponses];

export type DomainsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/dominios/{id}';
};

export type DomainsGetResponses = {
    /**
     * Done
     */
    200: DomainObject;
};

export type DomainsGetResponse = DomainsGetResponses[keyof DomainsGetResponses];

export type DomainsVerifyData = {
    body: EmptyDomainRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/dominios/{id}/verificar';
};

export type DomainsVerifyResponses = {
    /**
     * Done
     */
    200: DomainObject;
};

export type DomainsVerifyResponse = DomainsVerifyResponses[keyof DomainsVerifyResponses];

export type DomainsMakeDefaultData = {
    body: EmptyDomainRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/dominios/{id}/padrao';
};

export type DomainsMakeDefaultResponses = {
    /**
     * Done
     */
    200: DomainObject;
};

export type DomainsMakeDefaultResponse = DomainsMakeDefaultResponses[keyof DomainsMakeDefaultResponses];

export type FormsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Só o formulário com este external_id.
         */
        external_id?: string;
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/formularios';
};

export type FormsListResponses = {
    /**
     * Done
     */
    200: FormPage;
};

export type FormsListResponse = FormsListResponses[keyof FormsListResponses];

export type FormsCreateData = {
    body: FormRequest;
    path?: never;
    query?: never;
    url: '/v1/formularios';
};

export type FormsCreateResponses = {
    /**
     * Done
     */
    201: FormView;
};

export type FormsCreateResponse = FormsCreateResponses[keyof FormsCreateResponses];

export type FormsGetByExternalIdData = {
    body?: never;
    path: {
        external_id: string;
    };
    query?: never;
    url: '/v1/formularios/externo/{external_id}';
};

export type FormsGetByExternalIdResponses = {
    /**
     * Done
     */
    200: FormView;
};

export type FormsGetByExternalIdResponse = FormsGetByExternalIdResponses[keyof FormsGetByExternalIdResponses];

export type FormsUpsertData = {
    body: FormRequest;
    path: {
        external_id: string;
    };
    query?: never;
    url: '/v1/formularios/externo/{external_id}';
};

export type FormsUpsertResponses = {
    /**
     * Done
     */
    200: FormView;
    /**
     * Done
     */
    201: FormView;
};

export type FormsUpsertResponse = FormsUpsertResponses[keyof FormsUpsertResponses];

export type FormsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Apaga também um formulário que páginas publicadas mostram.
         */
        confirmar?: boolean;
    };
    url: '/v1/formularios/{id}';
};

export type FormsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type FormsDeleteResponse = FormsDeleteResponses[keyof FormsDeleteResponses];

export type FormsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/formularios/{id}';
};

export type FormsGetResponses = {
    /**
     * Done
     */
    200: FormView;
};

export type FormsGetResponse = FormsGetResponses[keyof FormsGetResponses];

export type FormsUpdateData = {
    body: FormRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/formularios/{id}';
};

export type FormsUpdateResponses = {
    /**
     * Done
     */
    200: FormView;
};

export type FormsUpdateResponse = FormsUpdateResponses[keyof FormsUpdateResponses];

export type FormNoticesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/formularios/{id}/avisos';
};

export type FormNoticesGetResponses = {
    /**
     * Done
     */
    200: FormNoticesObject;
};

export type FormNoticesGetResponse = FormNoticesGetResponses[keyof FormNoticesGetResponses];

export type FormNoticesReplaceData = {
    body: FormNoticesRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/formularios/{id}/avisos';
};

export type FormNoticesReplaceResponses = {
    /**
     * Done
     */
    200: FormNoticesObject;
};

export type FormNoticesReplaceResponse = FormNoticesReplaceResponses[keyof FormNoticesReplaceResponses];

export type GenerationGenerateData = {
    body: GeneratePageRequest;
    path?: never;
    query?: never;
    url: '/v1/paginas/gerar';
};

export type GenerationGenerateResponses = {
    /**
     * Done
     */
    200: GeneratedPageResponse;
};

export type GenerationGenerateResponse = GenerationGenerateResponses[keyof GenerationGenerateResponses];

export type ItemsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/itens';
};

export type ItemsGetResponses = {
    /**
     * Done
     */
    200: ItemTypesResponse;
};

export type ItemsGetResponse = ItemsGetResponses[keyof ItemsGetResponses];

export type LeadsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Só os deste formulário.
         */
        form_id?: string;
        /**
         * Só os enviados desta página.
         */
        pagina?: string;
        /**
         * Os que não são spam, os que são, ou todos.
         */
        status?: 'ok' | 'spam' | 'todos';
        email_status?: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
        /**
         * Só os que esperam a confirmação por e-mail, os confirmados, ou os de link expirado.
         */
        confirmacao?: 'pendente' | 'confirmada' | 'expirada';
        /**
         * Recebidos a partir de então.
         */
        de?: string;
        /**
         * Recebidos antes de então.
         */
        ate?: string;
        /**
         * Um texto no nome, e-mail ou telefone.
         */
        q?: string;
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/leads';
};

export type LeadsListResponses = {
    /**
     * Done
     */
    200: LeadPage;
};

export type LeadsListResponse = LeadsListResponses[keyof LeadsListResponses];

export type SubmissionsCreateData = {
    body: LeadRequest;
    path?: never;
    query?: never;
    url: '/v1/leads';
};

export type SubmissionsCreateResponses = {
    /**
     * Já havia um lead com este id_externo
     */
    200: SubmissionResponse;
    /**
     * O lead foi guardado
     */
    201: SubmissionResponse;
};

export type SubmissionsCreateResponse = SubmissionsCreateResponses[keyof SubmissionsCreateResponses];

export type SubmissionsSubmitData = {
    body: SubmissionRequest;
    path: {
        /**
         * O id do formulário.
         */
        formID: unknown;
    };
    query?: never;
    url: '/v1/forms/{formID}/submissions';
};

export type SubmissionsSubmitResponses = {
    /**
     * Já havia um lead com este id_externo
     */
    200: SubmissionResponse;
    /**
     * O lead foi guardado
     */
    201: SubmissionResponse;
};

export type SubmissionsSubmitResponse = SubmissionsSubmitResponses[keyof SubmissionsSubmitResponses];

export type SubmissionsSubmitByExternalIdData = {
    body: SubmissionRequest;
    path: {
        /**
         * O external_id do formulário.
         */
        externalID: unknown;
    };
    query?: never;
    url: '/v1/forms/externo/{externalID}/submissions';
};

export type SubmissionsSubmitByExternalIdResponses = {
    /**
     * Já havia um lead com este id_externo
     */
    200: SubmissionResponse;
    /**
     * O lead foi guardado
     */
    201: SubmissionResponse;
};

export type SubmissionsSubmitByExternalIdResponse = SubmissionsSubmitByExternalIdResponses[keyof SubmissionsSubmitByExternalIdResponses];

export type LeadsExportData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Só os deste formulário.
         */
        form_id?: string;
        /**
         * Só os enviados desta página.
         */
        pagina?: string;
        /**
         * Os que não são spam, os que são, ou todos.
         */
        status?: 'ok' | 'spam' | 'todos';
        email_status?: 'ok' | 'suspeito' | 'dominio_inexistente' | 'descartavel' | 'desconhecido';
        /**
         * Só os que esperam a confirmação por e-mail, os confirmados, ou os de link expirado.
         */
        confirmacao?: 'pendente' | 'confirmada' | 'expirada';
        /**
         * Recebidos a partir de então.
         */
        de?: string;
        /**
         * Recebidos antes de então.
         */
        ate?: string;
        /**
         * Um texto no nome, e-mail ou telefone.
         */
        q?: string;
    };
    url: '/v1/leads/exportar';
};

export type LeadsExportResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type LeadsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/leads/{id}';
};

export type LeadsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type LeadsDeleteResponse = LeadsDeleteResponses[keyof LeadsDeleteResponses];

export type LeadsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/leads/{id}';
};

export type LeadsGetResponses = {
    /**
     * Done
     */
    200: LeadView;
};

export type LeadsGetResponse = LeadsGetResponses[keyof LeadsGetResponses];

export type LeadsDecideSpamData = {
    body: SpamRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/leads/{id}/spam';
};

export type LeadsDecideSpamResponses = {
    /**
     * Done
     */
    200: LeadView;
};

export type LeadsDecideSpamResponse = LeadsDecideSpamResponses[keyof LeadsDecideSpamResponses];

export type LeadsAskConfirmationData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/leads/{id}/confirmacao';
};

export type LeadsAskConfirmationResponses = {
    /**
     * Done
     */
    200: LeadView;
};

export type LeadsAskConfirmationResponse = LeadsAskConfirmationResponses[keyof LeadsAskConfirmationResponses];

export type LeadsDownloadData = {
    body?: never;
    path: {
        id: string;
        arquivo: string;
    };
    query?: never;
    url: '/v1/leads/{id}/arquivos/{arquivo}';
};

export type LeadsDownloadResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type LinksListData = {
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
    url: '/v1/links';
};

export type LinksListResponses = {
    /**
     * Done
     */
    200: LinkPage;
};

export type LinksListResponse = LinksListResponses[keyof LinksListResponses];

export type LinksCreateData = {
    body: CreateLinkRequest;
    path?: never;
    query?: never;
    url: '/v1/links';
};

export type LinksCreateResponses = {
    /**
     * Done
     */
    201: LinkObject;
};

export type LinksCreateResponse = LinksCreateResponses[keyof LinksCreateResponses];

export type LinksDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/links/{id}';
};

export type LinksDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type LinksDeleteResponse = LinksDeleteResponses[keyof LinksDeleteResponses];

export type LinksGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/links/{id}';
};

export type LinksGetResponses = {
    /**
     * Done
     */
    200: LinkObject;
};

export type LinksGetResponse = LinksGetResponses[keyof LinksGetResponses];

export type LinksUpdateData = {
    body: UpdateLinkRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/links/{id}';
};

export type LinksUpdateResponses = {
    /**
     * Done
     */
    200: LinkObject;
};

export type LinksUpdateResponse = LinksUpdateResponses[keyof LinksUpdateResponses];

export type LinksQrData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/links/{id}/qr';
};

export type LinksQrResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type MediaListData = {
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
    url: '/v1/midias';
};

export type MediaListResponses = {
    /**
     * Done
     */
    200: MediaPage;
};

export type MediaListResponse = MediaListResponses[keyof MediaListResponses];

export type MediaCreateData = {
    body: {
        /**
         * Até 10 MiB
         */
        arquivo: Blob | File;
        /**
         * O que a imagem mostra
         */
        descricao?: string;
    };
    path?: never;
    query?: never;
    url: '/v1/midias';
};

export type MediaCreateResponses = {
    /**
     * Done
     */
    201: MediaView;
};

export type MediaCreateResponse = MediaCreateResponses[keyof MediaCreateResponses];

export type MediaCreateFromUrlData = {
    body: MediaFromUrlRequest;
    path?: never;
    query?: never;
    url: '/v1/midias/de-url';
};

export type MediaCreateFromUrlResponses = {
    /**
     * Done
     */
    201: MediaView;
};

export type MediaCreateFromUrlResponse = MediaCreateFromUrlResponses[keyof MediaCreateFromUrlResponses];

export type MediaDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * Apaga também o que rascunhos e versões usam.
         */
        confirmar?: boolean;
    };
    url: '/v1/midias/{id}';
};

export type MediaDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type MediaDeleteResponse = MediaDeleteResponses[keyof MediaDeleteResponses];

export type MediaGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/midias/{id}';
};

export type MediaGetResponses = {
    /**
     * Done
     */
    200: MediaView;
};

export type MediaGetResponse = MediaGetResponses[keyof MediaGetResponses];

export type MediaDescribeData = {
    body: ChangeMediaRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/midias/{id}';
};

export type MediaDescribeResponses = {
    /**
     * Done
     */
    200: MediaView;
};

export type MediaDescribeResponse = MediaDescribeResponses[keyof MediaDescribeResponses];

export type PageMediaCopyData = {
    body: CopyMediaRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/midias/copiar';
};

export type PageMediaCopyResponses = {
    /**
     * Done
     */
    201: CopyMediaResponse;
};

export type PageMediaCopyResponse = PageMediaCopyResponses[keyof PageMediaCopyResponses];

export type NativeFieldsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/campos-nativos';
};

export type NativeFieldsGetResponses = {
    /**
     * Done
     */
    200: NativeFieldsResponse;
};

export type NativeFieldsGetResponse = NativeFieldsGetResponses[keyof NativeFieldsGetResponses];

export type ImportImportData = {
    body: ImportPageRequest;
    path?: never;
    query?: never;
    url: '/v1/paginas/importar';
};

export type ImportImportResponses = {
    /**
     * Done
     */
    201: PageObject;
};

export type ImportImportResponse = ImportImportResponses[keyof ImportImportResponses];

export type BulkRunData = {
    body: BulkRequest;
    path?: never;
    query?: never;
    url: '/v1/paginas/lote';
};

export type BulkRunResponses = {
    /**
     * Done
     */
    200: BulkResponse;
};

export type BulkRunResponse = BulkRunResponses[keyof BulkRunResponses];

export type PagesListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Parte do título ou do slug
         */
        q?: string;
        /**
         * Sem filtro, todas que não foram apagadas
         */
        status?: 'rascunho' | 'publicada' | 'apagada';
        /**
         * O id ou o host de um domínio
         */
        dominio?: string;
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/paginas';
};

export type PagesListResponses = {
    /**
     * Done
     */
    200: PageList;
};

export type PagesListResponse = PagesListResponses[keyof PagesListResponses];

export type PagesCreateData = {
    body: CreatePageRequest;
    path?: never;
    query?: never;
    url: '/v1/paginas';
};

export type PagesCreateResponses = {
    /**
     * Done
     */
    201: PageObject;
};

export type PagesCreateResponse = PagesCreateResponses[keyof PagesCreateResponses];

export type PagesDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}';
};

export type PagesDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type PagesDeleteResponse = PagesDeleteResponses[keyof PagesDeleteResponses];

export type PagesGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}';
};

export type PagesGetResponses = {
    /**
     * Done
     */
    200: PageObject;
};

export type PagesGetResponse = PagesGetResponses[keyof PagesGetResponses];

export type PagesRenameData = {
    body: ChangePageRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}';
};

export type PagesRenameResponses = {
    /**
     * Done
     */
    200: PageObject;
};

export type PagesRenameResponse = PagesRenameResponses[keyof PagesRenameResponses];

export type PagesRestoreData = {
    body: RestorePageRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/restaurar';
};

export type PagesRestoreResponses = {
    /**
     * Done
     */
    200: PageObject;
};

export type PagesRestoreResponse = PagesRestoreResponses[keyof PagesRestoreResponses];

export type PagesDuplicateData = {
    body: DuplicatePageRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/duplicar';
};

export type PagesDuplicateResponses = {
    /**
     * Done
     */
    201: PageObject;
};

export type PagesDuplicateResponse = PagesDuplicateResponses[keyof PagesDuplicateResponses];

export type PagesSeoData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/seo';
};

export type PagesSeoResponses = {
    /**
     * Done
     */
    200: SeoObject;
};

export type PagesSeoResponse = PagesSeoResponses[keyof PagesSeoResponses];

export type PagesWriteSeoData = {
    body: SeoRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/seo';
};

export type PagesWriteSeoResponses = {
    /**
     * Done
     */
    200: SeoObject;
};

export type PagesWriteSeoResponse = PagesWriteSeoResponses[keyof PagesWriteSeoResponses];

export type DraftsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: {
        /**
         * O valor base que o autor leu; obrigatório com chave. Se o rascunho mudou desde então, 409.
         */
        base?: string;
    };
    url: '/v1/paginas/{id}/rascunho';
};

export type DraftsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type DraftsDeleteResponse = DraftsDeleteResponses[keyof DraftsDeleteResponses];

export type DraftsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/rascunho';
};

export type DraftsGetResponses = {
    /**
     * Done
     */
    200: DraftResponse;
};

export type DraftsGetResponse = DraftsGetResponses[keyof DraftsGetResponses];

export type DraftsWriteData = {
    body: WriteDraftRequest;
    path: {
        id: string;
    };
    query?: {
        /**
         * O valor base que o autor leu; obrigatório com chave. Se o rascunho mudou desde então, 409.
         */
        base?: string;
    };
    url: '/v1/paginas/{id}/rascunho';
};

export type DraftsWriteResponses = {
    /**
     * Done
     */
    200: DraftResponse;
};

export type DraftsWriteResponse = DraftsWriteResponses[keyof DraftsWriteResponses];

export type VersionsListData = {
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
    url: '/v1/paginas/{id}/versoes';
};

export type VersionsListResponses = {
    /**
     * Done
     */
    200: VersionPage;
};

export type VersionsListResponse = VersionsListResponses[keyof VersionsListResponses];

export type VersionsSaveData = {
    body: SaveVersionRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/versoes';
};

export type VersionsSaveResponses = {
    /**
     * Done
     */
    201: SavedVersionResponse;
};

export type VersionsSaveResponse = VersionsSaveResponses[keyof VersionsSaveResponses];

export type VersionsGetData = {
    body?: never;
    path: {
        id: string;
        versao: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/versoes/{versao}';
};

export type VersionsGetResponses = {
    /**
     * Done
     */
    200: VersionResponse;
};

export type VersionsGetResponse = VersionsGetResponses[keyof VersionsGetResponses];

export type PixelsListData = {
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
    url: '/v1/pixels';
};

export type PixelsListResponses = {
    /**
     * Done
     */
    200: PixelPage;
};

export type PixelsListResponse = PixelsListResponses[keyof PixelsListResponses];

export type PixelsCreateData = {
    body: CreatePixelRequest;
    path?: never;
    query?: never;
    url: '/v1/pixels';
};

export type PixelsCreateResponses = {
    /**
     * Done
     */
    201: PixelObject;
};

export type PixelsCreateResponse = PixelsCreateResponses[keyof PixelsCreateResponses];

export type PixelsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/pixels/{id}';
};

export type PixelsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type PixelsDeleteResponse = PixelsDeleteResponses[keyof PixelsDeleteResponses];

export type PixelsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/pixels/{id}';
};

export type PixelsGetResponses = {
    /**
     * Done
     */
    200: PixelObject;
};

export type PixelsGetResponse = PixelsGetResponses[keyof PixelsGetResponses];

export type PixelsUpdateData = {
    body: UpdatePixelRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/pixels/{id}';
};

export type PixelsUpdateResponses = {
    /**
     * Done
     */
    200: PixelObject;
};

export type PixelsUpdateResponse = PixelsUpdateResponses[keyof PixelsUpdateResponses];

export type PixelsListDomainsData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/pixels/{id}/dominios';
};

export type PixelsListDomainsResponses = {
    /**
     * Done
     */
    200: PixelDomainList;
};

export type PixelsListDomainsResponse = PixelsListDomainsResponses[keyof PixelsListDomainsResponses];

export type PixelsAddDomainData = {
    body: CreatePixelDomainRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/pixels/{id}/dominios';
};

export type PixelsAddDomainResponses = {
    /**
     * Done
     */
    201: PixelDomainObject;
};

export type PixelsAddDomainResponse = PixelsAddDomainResponses[keyof PixelsAddDomainResponses];

export type PixelsDeleteDomainData = {
    body?: never;
    path: {
        id: string;
        dominio_id: string;
    };
    query?: never;
    url: '/v1/pixels/{id}/dominios/{dominio_id}';
};

export type PixelsDeleteDomainResponses = {
    /**
     * Done
     */
    204: void;
};

export type PixelsDeleteDomainResponse = PixelsDeleteDomainResponses[keyof PixelsDeleteDomainResponses];

export type PixelsListConversionsData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/pixels/{id}/conversoes';
};

export type PixelsListConversionsResponses = {
    /**
     * Done
     */
    200: PixelConversionList;
};

export type PixelsListConversionsResponse = PixelsListConversionsResponses[keyof PixelsListConversionsResponses];

export type PixelsAddConversionData = {
    body: CreatePixelConversionRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/pixels/{id}/conversoes';
};

export type PixelsAddConversionResponses = {
    /**
     * Done
     */
    201: PixelConversionObject;
};

export type PixelsAddConversionResponse = PixelsAddConversionResponses[keyof PixelsAddConversionResponses];

export type PixelsDeleteConversionData = {
    body?: never;
    path: {
        id: string;
        conversao_id: string;
    };
    query?: never;
    url: '/v1/pixels/{id}/conversoes/{conversao_id}';
};

export type PixelsDeleteConversionResponses = {
    /**
     * Done
     */
    204: void;
};

export type PixelsDeleteConversionResponse = PixelsDeleteConversionResponses[keyof PixelsDeleteConversionResponses];

export type PublishingPublishData = {
    body: PublishRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/publicar';
};

export type PublishingPublishResponses = {
    /**
     * Done
     */
    200: PublishedResponse;
};

export type PublishingPublishResponse = PublishingPublishResponses[keyof PublishingPublishResponses];

export type PublishingUnpublishData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/despublicar';
};

export type PublishingUnpublishResponses = {
    /**
     * Done
     */
    200: PageObject;
};

export type PublishingUnpublishResponse = PublishingUnpublishResponses[keyof PublishingUnpublishResponses];

export type MovingMoveData = {
    body: MovePageRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/dominio';
};

export type MovingMoveResponses = {
    /**
     * Done
     */
    200: MovedResponse;
};

export type MovingMoveResponse = MovingMoveResponses[keyof MovingMoveResponses];

export type ExperimentsListData = {
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
    url: '/v1/paginas/{id}/experimentos';
};

export type ExperimentsListResponses = {
    /**
     * Done
     */
    200: ExperimentPage;
};

export type ExperimentsListResponse = ExperimentsListResponses[keyof ExperimentsListResponses];

export type ExperimentsCreateData = {
    body: CreateExperimentRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/experimentos';
};

export type ExperimentsCreateResponses = {
    /**
     * Done
     */
    201: ExperimentObject;
};

export type ExperimentsCreateResponse = ExperimentsCreateResponses[keyof ExperimentsCreateResponses];

export type ExperimentsDeleteData = {
    body?: never;
    path: {
        id: string;
        experimentoId: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/experimentos/{experimentoId}';
};

export type ExperimentsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type ExperimentsDeleteResponse = ExperimentsDeleteResponses[keyof ExperimentsDeleteResponses];

export type ExperimentsGetData = {
    body?: never;
    path: {
        id: string;
        experimentoId: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/experimentos/{experimentoId}';
};

export type ExperimentsGetResponses = {
    /**
     * Done
     */
    200: ExperimentObject;
};

export type ExperimentsGetResponse = ExperimentsGetResponses[keyof ExperimentsGetResponses];

export type ExperimentsUpdateData = {
    body: UpdateExperimentRequest;
    path: {
        id: string;
        experimentoId: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/experimentos/{experimentoId}';
};

export type ExperimentsUpdateResponses = {
    /**
     * Done
     */
    200: ExperimentObject;
};

export type ExperimentsUpdateResponse = ExperimentsUpdateResponses[keyof ExperimentsUpdateResponses];

export type ExperimentsStartData = {
    body?: never;
    path: {
        id: string;
        experimentoId: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/experimentos/{experimentoId}/iniciar';
};

export type ExperimentsStartResponses = {
    /**
     * Done
     */
    200: ExperimentObject;
};

export type ExperimentsStartResponse = ExperimentsStartResponses[keyof ExperimentsStartResponses];

export type ExperimentsStopData = {
    body?: never;
    path: {
        id: string;
        experimentoId: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/experimentos/{experimentoId}/parar';
};

export type ExperimentsStopResponses = {
    /**
     * Done
     */
    200: ExperimentObject;
};

export type ExperimentsStopResponse = ExperimentsStopResponses[keyof ExperimentsStopResponses];

export type ExperimentsPromoteData = {
    body: PromoteRequest;
    path: {
        id: string;
        experimentoId: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/experimentos/{experimentoId}/promover';
};

export type ExperimentsPromoteResponses = {
    /**
     * Done
     */
    200: ExperimentObject;
};

export type ExperimentsPromoteResponse = ExperimentsPromoteResponses[keyof ExperimentsPromoteResponses];

export type AbReportReadData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * O id ou o slug da página; o experimento dela em andamento, ou o último
         */
        pagina?: string;
        /**
         * Desde quando; o início da fase se ausente
         */
        de?: string;
        /**
         * Até quando; agora se ausente. No máximo 92 dias
         */
        ate?: string;
        /**
         * Fuso horário dos dias, pelo nome da IANA
         */
        fuso?: string;
        /**
         * O id de um experimento
         */
        experimento?: string;
        /**
         * Até 10 variantes, `id:peso` separados por vírgulas; id da variante ou número da versão. As do experimento se ausente
         */
        variantes?: string;
        /**
         * Conta visitantes expostos a partir daqui; vale o mais tarde de `de` e `desde`
         */
        desde?: string;
        /**
         * Visitantes que cada variante deve ter
         */
        minimo?: number;
        /**
         * A chance de ser a melhor a partir da qual há um vencedor provável
         */
        prob?: string;
        /**
         * De `autobalancear`: a parte que cada variante recebe ao menos
         */
        piso?: string;
        /**
         * O peso efetivo segue a chance de ser a melhor
         */
        autobalancear?: boolean;
    };
    url: '/v1/analytics/ab';
};

export type AbReportReadResponses = {
    /**
     * Done
     */
    200: AbReportObject;
};

export type AbReportReadResponse = AbReportReadResponses[keyof AbReportReadResponses];

export type RoutingGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/roteamento';
};

export type RoutingGetResponses = {
    /**
     * Done
     */
    200: RoutingObject;
};

export type RoutingGetResponse = RoutingGetResponses[keyof RoutingGetResponses];

export type RoutingReplaceData = {
    body: RoutingRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/paginas/{id}/roteamento';
};

export type RoutingReplaceResponses = {
    /**
     * Done
     */
    200: RoutingObject;
};

export type RoutingReplaceResponse = RoutingReplaceResponses[keyof RoutingReplaceResponses];

export type RedirectsListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Só os deste domínio.
         */
        dominio_id?: string;
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/redirecionamentos';
};

export type RedirectsListResponses = {
    /**
     * Done
     */
    200: RedirectPage;
};

export type RedirectsListResponse = RedirectsListResponses[keyof RedirectsListResponses];

export type RedirectsCreateData = {
    body: CreateRedirectRequest;
    path?: never;
    query?: never;
    url: '/v1/redirecionamentos';
};

export type RedirectsCreateResponses = {
    /**
     * Done
     */
    201: RedirectObject;
};

export type RedirectsCreateResponse = RedirectsCreateResponses[keyof RedirectsCreateResponses];

export type RedirectsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/redirecionamentos/{id}';
};

export type RedirectsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type RedirectsDeleteResponse = RedirectsDeleteResponses[keyof RedirectsDeleteResponses];

export type RedirectsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/redirecionamentos/{id}';
};

export type RedirectsGetResponses = {
    /**
     * Done
     */
    200: RedirectObject;
};

export type RedirectsGetResponse = RedirectsGetResponses[keyof RedirectsGetResponses];

export type RedirectsUpdateData = {
    body: UpdateRedirectRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/redirecionamentos/{id}';
};

export type RedirectsUpdateResponses = {
    /**
     * Done
     */
    200: RedirectObject;
};

export type RedirectsUpdateResponse = RedirectsUpdateResponses[keyof RedirectsUpdateResponses];

export type ReplayListData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Só as que começaram nesta página, ou no site deste pixel.
         */
        pagina?: string;
        /**
         * Começadas a partir de então.
         */
        de?: string;
        /**
         * Começadas antes de então; uma data é o dia inteiro (UTC), incluído.
         */
        ate?: string;
        /**
         * Where the page begins: proximo of the page before.
         */
        cursor?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/replay/sessions';
};

export type ReplayListResponses = {
    /**
     * Done
     */
    200: ReplayPage;
};

export type ReplayListResponse = ReplayListResponses[keyof ReplayListResponses];

export type ReplayEventsData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/replay/sessions/{id}/events';
};

export type ReplayEventsResponses = {
    /**
     * Done
     */
    200: {
        /**
         * Eventos do rrweb, na ordem em que são mostrados.
         */
        eventos: Array<{
            [key: string]: unknown;
        }>;
    };
};

export type ReplayEventsResponse = ReplayEventsResponses[keyof ReplayEventsResponses];

export type SiteSeoGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/site/seo';
};

export type SiteSeoGetResponses = {
    /**
     * Done
     */
    200: SiteSeoResponse;
};

export type SiteSeoGetResponse = SiteSeoGetResponses[keyof SiteSeoGetResponses];

export type SiteSeoReplaceData = {
    body: ReplaceSiteSeoRequest;
    path?: never;
    query?: never;
    url: '/v1/site/seo';
};

export type SiteSeoReplaceResponses = {
    /**
     * Done
     */
    200: SiteSeoResponse;
};

export type SiteSeoReplaceResponse = SiteSeoReplaceResponses[keyof SiteSeoReplaceResponses];

export type SiteTagsGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/site/tags';
};

export type SiteTagsGetResponses = {
    /**
     * Done
     */
    200: SiteTagsResponse;
};

export type SiteTagsGetResponse = SiteTagsGetResponses[keyof SiteTagsGetResponses];

export type SiteTagsReplaceData = {
    body: ReplaceSiteTagsRequest;
    path?: never;
    query?: never;
    url: '/v1/site/tags';
};

export type SiteTagsReplaceResponses = {
    /**
     * Done
     */
    200: SiteTagsResponse;
};

export type SiteTagsReplaceResponse = SiteTagsReplaceResponses[keyof SiteTagsReplaceResponses];

export type PageTemplatesGetData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/modelos';
};

export type PageTemplatesGetResponses = {
    /**
     * Done
     */
    200: PageTemplatesResponse;
};

export type PageTemplatesGetResponse = PageTemplatesGetResponses[keyof PageTemplatesGetResponses];

export type AnalyticsOverviewData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Começo: um instante em RFC 3339, ou o começo de um dia (AAAA-MM-DD).
         */
        de?: string;
        /**
         * Fim: um instante em RFC 3339, que não é contado, ou um dia, que é contado inteiro.
         */
        ate?: string;
        /**
         * Fuso horário dos dias, pelo nome da IANA.
         */
        fuso?: string;
        /**
         * Id ou slug de uma página, ou id de um pixel; todas quando ausente.
         */
        pagina?: string;
    };
    url: '/v1/analytics/overview';
};

export type AnalyticsOverviewResponses = {
    /**
     * Done
     */
    200: OverviewObject;
};

export type AnalyticsOverviewResponse = AnalyticsOverviewResponses[keyof AnalyticsOverviewResponses];

export type AnalyticsBreakdownData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Começo: um instante em RFC 3339, ou o começo de um dia (AAAA-MM-DD).
         */
        de?: string;
        /**
         * Fim: um instante em RFC 3339, que não é contado, ou um dia, que é contado inteiro.
         */
        ate?: string;
        /**
         * Fuso horário dos dias, pelo nome da IANA.
         */
        fuso?: string;
        /**
         * Id ou slug de uma página, ou id de um pixel; todas quando ausente.
         */
        pagina?: string;
        /**
         * Uma linha por valor dela.
         */
        dimensao?: 'pagina' | 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content' | 'referencia' | 'pais' | 'dispositivo' | 'so' | 'navegador' | 'idioma' | 'variante' | 'entrada' | 'saida';
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/analytics/breakdown';
};

export type AnalyticsBreakdownResponses = {
    /**
     * Done
     */
    200: BreakdownObject;
};

export type AnalyticsBreakdownResponse = AnalyticsBreakdownResponses[keyof AnalyticsBreakdownResponses];

export type AnalyticsReportData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Começo: um instante em RFC 3339, ou o começo de um dia (AAAA-MM-DD).
         */
        de?: string;
        /**
         * Fim: um instante em RFC 3339, que não é contado, ou um dia, que é contado inteiro.
         */
        ate?: string;
        /**
         * Fuso horário dos dias, pelo nome da IANA.
         */
        fuso?: string;
        /**
         * Id ou slug de uma página, ou id de um pixel; todas quando ausente.
         */
        pagina?: string;
        /**
         * Uma linha por valor dela.
         */
        dimensao?: 'pagina' | 'utm_source' | 'utm_medium' | 'utm_campaign' | 'pais' | 'dispositivo';
        /**
         * Só as visitas com este valor; `(vazio)`, as sem valor.
         */
        utm_source?: string;
        /**
         * Só as visitas com este valor; `(vazio)`, as sem valor.
         */
        utm_medium?: string;
        /**
         * Só as visitas com este valor; `(vazio)`, as sem valor.
         */
        utm_campaign?: string;
        /**
         * País, por ISO 3166-1 (duas letras); `(vazio)`, desconhecido.
         */
        pais?: string;
        dispositivo?: 'desktop' | 'mobile' | 'tablet' | 'desconhecido';
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/analytics/relatorio';
};

export type AnalyticsReportResponses = {
    /**
     * Done
     */
    200: ReportObject;
};

export type AnalyticsReportResponse = AnalyticsReportResponses[keyof AnalyticsReportResponses];

export type AnalyticsExportData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Começo: um instante em RFC 3339, ou o começo de um dia (AAAA-MM-DD).
         */
        de?: string;
        /**
         * Fim: um instante em RFC 3339, que não é contado, ou um dia, que é contado inteiro.
         */
        ate?: string;
        /**
         * Fuso horário dos dias, pelo nome da IANA.
         */
        fuso?: string;
        /**
         * Id ou slug de uma página, ou id de um pixel; todas quando ausente.
         */
        pagina?: string;
        /**
         * Uma linha por valor dela.
         */
        dimensao?: 'pagina' | 'utm_source' | 'utm_medium' | 'utm_campaign' | 'pais' | 'dispositivo';
        /**
         * Só as visitas com este valor; `(vazio)`, as sem valor.
         */
        utm_source?: string;
        /**
         * Só as visitas com este valor; `(vazio)`, as sem valor.
         */
        utm_medium?: string;
        /**
         * Só as visitas com este valor; `(vazio)`, as sem valor.
         */
        utm_campaign?: string;
        /**
         * País, por ISO 3166-1 (duas letras); `(vazio)`, desconhecido.
         */
        pais?: string;
        dispositivo?: 'desktop' | 'mobile' | 'tablet' | 'desconhecido';
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/analytics/relatorio/exportar';
};

export type AnalyticsExportResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type AnalyticsListEventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Começo: um instante em RFC 3339, ou o começo de um dia (AAAA-MM-DD).
         */
        de?: string;
        /**
         * Fim: um instante em RFC 3339, que não é contado, ou um dia, que é contado inteiro.
         */
        ate?: string;
        /**
         * Fuso horário dos dias, pelo nome da IANA.
         */
        fuso?: string;
        /**
         * Id ou slug de uma página, ou id de um pixel; todas quando ausente.
         */
        pagina?: string;
        /**
         * How many items a page holds.
         */
        limite?: number;
    };
    url: '/v1/analytics/events';
};

export type AnalyticsListEventsResponses = {
    /**
     * Done
     */
    200: EventsResponse;
};

export type AnalyticsListEventsResponse = AnalyticsListEventsResponses[keyof AnalyticsListEventsResponses];

export type AnalyticsSessionData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/analytics/session/{id}';
};

export type AnalyticsSessionResponses = {
    /**
     * Done
     */
    200: EventsResponse;
};

export type AnalyticsSessionResponse = AnalyticsSessionResponses[keyof AnalyticsSessionResponses];

export type AnalyticsHeatMapData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Começo: um instante em RFC 3339, ou o começo de um dia (AAAA-MM-DD).
         */
        de?: string;
        /**
         * Fim: um instante em RFC 3339, que não é contado, ou um dia, que é contado inteiro.
         */
        ate?: string;
        /**
         * Fuso horário dos dias, pelo nome da IANA.
         */
        fuso?: string;
        /**
         * Id ou slug de uma página, ou id de um pixel; todas quando ausente.
         */
        pagina?: string;
        /**
         * Só os cliques destes aparelhos; todos quando ausente.
         */
        lado?: 'desktop' | 'mobile' | 'tablet' | 'desconhecido';
    };
    url: '/v1/analytics/heatmap';
};

export type AnalyticsHeatMapResponses = {
    /**
     * Done
     */
    200: HeatMapObject;
};

export type AnalyticsHeatMapResponse = AnalyticsHeatMapResponses[keyof AnalyticsHeatMapResponses];

export type AnalyticsQualityData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Começo: um instante em RFC 3339, ou o começo de um dia (AAAA-MM-DD).
         */
        de?: string;
        /**
         * Fim: um instante em RFC 3339, que não é contado, ou um dia, que é contado inteiro.
         */
        ate?: string;
        /**
         * Fuso horário dos dias, pelo nome da IANA.
         */
        fuso?: string;
    };
    url: '/v1/analytics/traffic-quality';
};

export type AnalyticsQualityResponses = {
    /**
     * Done
     */
    200: QualityObject;
};

export type AnalyticsQualityResponse = AnalyticsQualityResponses[keyof AnalyticsQualityResponses];

export type FormAnalyticsAnalyticsData = {
    body?: never;
    path: {
        formID: string;
    };
    query?: {
        /**
         * Começo: um instante em RFC 3339, ou o começo de um dia (AAAA-MM-DD).
         */
        de?: string;
        /**
         * Fim: um instante em RFC 3339, que não é contado, ou um dia, que é contado inteiro.
         */
        ate?: string;
        /**
         * Fuso horário dos dias, pelo nome da IANA.
         */
        fuso?: string;
    };
    url: '/v1/formularios/{formID}/analytics';
};

export type FormAnalyticsAnalyticsResponses = {
    /**
     * Done
     */
    200: FormReportObject;
};

export type FormAnalyticsAnalyticsResponse = FormAnalyticsAnalyticsResponses[keyof FormAnalyticsAnalyticsResponses];

export type LiveReadData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/analytics/live';
};

export type LiveReadResponses = {
    /**
     * Done
     */
    200: LiveObject;
};

export type LiveReadResponse = LiveReadResponses[keyof LiveReadResponses];

export type LiveFollowData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/analytics/live/stream';
};

export type LiveFollowResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type ReportViewsListData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/relatorios/visoes';
};

export type ReportViewsListResponses = {
    /**
     * Done
     */
    200: ReportViewsResponse;
};

export type ReportViewsListResponse = ReportViewsListResponses[keyof ReportViewsListResponses];

export type ReportViewsCreateData = {
    body: ReportViewRequest;
    path?: never;
    query?: never;
    url: '/v1/relatorios/visoes';
};

export type ReportViewsCreateResponses = {
    /**
     * Done
     */
    201: ReportViewObject;
};

export type ReportViewsCreateResponse = ReportViewsCreateResponses[keyof ReportViewsCreateResponses];

export type ReportViewsDeleteData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/relatorios/visoes/{id}';
};

export type ReportViewsDeleteResponses = {
    /**
     * Done
     */
    204: void;
};

export type ReportViewsDeleteResponse = ReportViewsDeleteResponses[keyof ReportViewsDeleteResponses];

export type ReportViewsGetData = {
    body?: never;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/relatorios/visoes/{id}';
};

export type ReportViewsGetResponses = {
    /**
     * Done
     */
    200: ReportViewObject;
};

export type ReportViewsGetResponse = ReportViewsGetResponses[keyof ReportViewsGetResponses];

export type ReportViewsReplaceData = {
    body: ReportViewRequest;
    path: {
        id: string;
    };
    query?: never;
    url: '/v1/relatorios/visoes/{id}';
};

export type ReportViewsReplaceResponses = {
    /**
     * Done
     */
    200: ReportViewObject;
};

export type ReportViewsReplaceResponse = ReportViewsReplaceResponses[keyof ReportViewsReplaceResponses];
