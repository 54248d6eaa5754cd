// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type SnippetSubmissionResponse = {
    /**
     * false se algo deve ser corrigido.
     */
    ok: boolean;
    /**
     * A mensagem de cada campo a corrigir.
     */
    erros?: {
        [key: string]: string;
    };
};

export type SnippetSubmissionRequest = {
    /**
     * Os valores, pelos nomes dos campos.
     */
    campos: {
        [key: string]: unknown;
    };
    /**
     * Se a pessoa concordou; o mesmo que `campos.consentimento`.
     */
    consentimento?: boolean;
    id_externo?: string;
    /**
     * Quando a pessoa enviou; agora se ausente.
     */
    ocorrido_em?: string;
    origem?: OriginRequest;
    /**
     * O idioma da página, como pt-BR, para as mensagens; o do formulário vem antes.
     */
    idioma?: string;
    /**
     * O que o script do trecho manda.
     */
    controle?: TracesRequest;
};

export type TracesRequest = {
    /**
     * O que `GET /f/{formID}` deu em `prova`.
     */
    prova?: string;
    /**
     * O campo que as pessoas não veem.
     */
    site?: string;
};

export type OriginRequest = {
    url?: string;
    referrer?: string;
    utm_source?: string;
    utm_medium?: string;
    utm_campaign?: string;
    utm_term?: string;
    utm_content?: string;
};

export type PublicFormView = {
    id: string;
    campos: Array<PublicFieldView>;
    texto_botao: string;
    mensagem_pos_envio: string;
    exige_consentimento: boolean;
    texto_consentimento: string | null;
    /**
     * O idioma em que o formulário fala com o visitante.
     */
    idioma: 'pt' | 'en' | 'es';
    textos: PublicTextsView;
    /**
     * Quando o formulário foi mostrado; o envio a traz de volta.
     */
    prova: string;
};

export type PublicTextsView = {
    escolha: string;
    voltar: string;
    continuar: string;
    obrigatorio: string;
    corrija: string;
    muitos_envios: string;
    falhou: string;
    arquivos_grandes: string;
    sem_conexao: string;
};

export type PublicConditionView = {
    campo: string;
    valores: Array<string>;
};

export type PublicOptionView = {
    valor: string;
    rotulo: string;
};

export type PublicFieldView = {
    nome: string;
    rotulo: string;
    tipo: 'texto' | 'texto_longo' | 'email' | 'telefone' | 'numero' | 'booleano' | 'opcao' | 'multipla_escolha' | 'data' | 'url' | 'oculto' | 'nota' | 'arquivo' | 'cpf' | 'cnpj' | 'cep' | 'pais' | 'estado' | 'cidade';
    obrigatorio: boolean;
    opcoes: Array<PublicOptionView>;
    valor_marcado: string | null;
    exemplo: string | null;
    ajuda: string | null;
    valor_padrao: string | null;
    etapa: number;
    condicao: PublicConditionView | null;
};

export type ConsentResponse = {
    /**
     * Quando a resposta vem, a decisão está guardada.
     */
    registrado: boolean;
};

export type ConsentRequest = {
    /**
     * Da página, assinada.
     */
    credencial: string;
    /**
     * Da decisão, sorteado: repetido, é registrado uma vez.
     */
    decisao: string;
    /**
     * Sorteado, de quem consentiu; quem recusa não tem.
     */
    visitante?: string;
    acao: 'aceitar' | 'recusar' | 'escolher';
    /**
     * O que o visitante aceitou.
     */
    categorias: Array<'funcional' | 'estatistica' | 'marketing'>;
    /**
     * Do texto.
     */
    versao: string;
    /**
     * Do texto; pt se ausente.
     */
    idioma?: 'pt' | 'en' | 'es';
    /**
     * Há quantos milissegundos foi.
     */
    ha?: number;
};

export type ReplayResponse = {
    /**
     * false se o visitante pede por GPC ou DNT que nada se grave: nada foi gravado.
     */
    gravado: boolean;
};

export type ReplayRequest = {
    /**
     * A credencial que a página ou o trecho do pixel traz.
     */
    credencial: string;
    /**
     * Se o visitante consentiu com a gravação; sem isso nada é gravado.
     */
    consentimento: boolean;
    /**
     * O id com que o visitante consentiu.
     */
    visitante: string;
    /**
     * A gravação: uma por aba, de até 30 minutos.
     */
    gravacao: string;
    /**
     * A sessão dos relatórios.
     */
    sessao?: string;
    /**
     * O carregamento da página em que os eventos aconteceram.
     */
    carga: string;
    /**
     * O lugar deste trecho no carregamento, a partir de 0.
     */
    sequencia: number;
    /**
     * Os eventos do rrweb: uma lista em JSON, como texto.
     */
    eventos?: string;
    /**
     * O mesmo, em gzip e base64.
     */
    eventos_gzip?: string;
};

export type CollectResponse = {
    /**
     * Quantos eventos foram aceitos.
     */
    aceitos: number;
    /**
     * true quando a cota do mês acabou: contam nos totais e não são guardados.
     */
    cota_excedida?: boolean;
};

export type CollectRequest = {
    /**
     * Da página ou do pixel, assinada.
     */
    credencial: string;
    eventos: Array<SentEvent>;
    /**
     * Do lote: repetido, conta uma vez.
     */
    lote?: string;
    /**
     * Sorteada a cada página que abre; não fica no aparelho.
     */
    carga?: string;
    /**
     * De quem consentiu.
     */
    visitante?: string;
    /**
     * O endereço da página.
     */
    url?: string;
    referencia?: string;
    idioma?: string;
};

export type SentEvent = {
    tipo: 'visualizacao' | 'clique' | 'rolagem' | 'formulario_visto' | 'formulario_inicio' | 'formulario_campo' | 'formulario_envio' | 'evento';
    /**
     * Do cliente: o mesmo id conta uma vez em dez minutos.
     */
    id?: string;
    /**
     * Há quantos milissegundos foi.
     */
    ha?: number;
    /**
     * Milissegundos desde que a página abriu.
     */
    desde?: number;
    /**
     * O endereço, se mudou depois que a página abriu.
     */
    url?: string;
    /**
     * Por cento da largura da página.
     */
    x?: number;
    /**
     * Por cento da altura da página.
     */
    y?: number;
    /**
     * O ponto mais fundo que apareceu, em por cento.
     */
    profundidade?: number;
    /**
     * Do formulário, ou do evento.
     */
    nome?: string;
    valor?: number;
    /**
     * O campo de um formulário.
     */
    campo?: string;
    /**
     * De um campo: true quando a pessoa saiu e foi o último que preencheu; false quando ela voltou depois disso.
     */
    ultimo?: boolean;
};

export type BundlesFileData = {
    body?: never;
    path: {
        arquivo: string;
    };
    query?: never;
    url: '/_f/{arquivo}';
};

export type BundlesFileResponses = {
    /**
     * Done
     */
    200: unknown;
};

export type CollectTakeData = {
    body: CollectRequest;
    path?: never;
    query?: never;
    url: '/collect';
};

export type CollectTakeResponses = {
    /**
     * Done
     */
    202: CollectResponse;
};

export type CollectTakeResponse = CollectTakeResponses[keyof CollectTakeResponses];

export type MediaShowData = {
    body?: never;
    path: {
        id: string;
        arquivo: string;
    };
    query?: never;
    url: '/_m/{id}/{arquivo}';
};

export type MediaShowResponses = {
    /**
     * A imagem
     */
    200: unknown;
};

export type ReplayRecordData = {
    body: ReplayRequest;
    path?: never;
    query?: never;
    url: '/replay';
};

export type ReplayRecordResponses = {
    /**
     * Done
     */
    202: ReplayResponse;
};

export type ReplayRecordResponse = ReplayRecordResponses[keyof ReplayRecordResponses];

export type ConsentRecordData = {
    body: ConsentRequest;
    path?: never;
    query?: never;
    url: '/collect/consentimento';
};

export type ConsentRecordResponses = {
    /**
     * Done
     */
    202: ConsentResponse;
};

export type ConsentRecordResponse = ConsentRecordResponses[keyof ConsentRecordResponses];

export type SnippetGetData = {
    body?: never;
    path: {
        formID: string;
    };
    query?: {
        /**
         * O idioma da página, como pt-BR; o do formulário vem antes.
         */
        idioma?: string;
    };
    url: '/f/{formID}';
};

export type SnippetGetResponses = {
    /**
     * Done
     */
    200: PublicFormView;
};

export type SnippetGetResponse = SnippetGetResponses[keyof SnippetGetResponses];

export type SnippetSubmitData = {
    body: SnippetSubmissionRequest;
    path: {
        formID: string;
    };
    query?: never;
    url: '/f/{formID}';
};

export type SnippetSubmitResponses = {
    /**
     * Done
     */
    200: SnippetSubmissionResponse;
};

export type SnippetSubmitResponse = SnippetSubmitResponses[keyof SnippetSubmitResponses];

export type NativeSubmitData = {
    body?: never;
    path: {
        slug: string;
    };
    query?: never;
    url: '/{slug}';
};

export type NativeSubmitResponses = {
    /**
     * Aceito, para quem prefere JSON
     */
    200: {
        [key: string]: unknown;
    };
};

export type NativeSubmitResponse = NativeSubmitResponses[keyof NativeSubmitResponses];

export type NativeSubmitHomeData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/';
};

export type NativeSubmitHomeResponses = {
    /**
     * Aceito, para quem prefere JSON
     */
    200: {
        [key: string]: unknown;
    };
};

export type NativeSubmitHomeResponse = NativeSubmitHomeResponses[keyof NativeSubmitHomeResponses];
