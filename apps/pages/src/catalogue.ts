import { unknownAddressPage } from '#libs/core/html';
import { code, defineCodes, type Defined, type Envelope, portugueseEnvelope } from '#libs/core/http';

/** The codes that Pages has beside the standard ones. */
export const PAGES_CODES = defineCodes({
  DomainNotVerified: code(422, 'The domain is not verified.'),
  Unprocessable: code(422, 'The request is well formed and means something that is not possible.'),
  PreconditionRequired: code(428, 'The request must say which version it changes.'),
  NotImplemented: code(501, 'This is not available here.'),
  IdempotencyKeyReused: code(422, 'The idempotency key was used with another request.'),
});

declare module '#libs/core/http' {
  interface AppCodes extends Defined<typeof PAGES_CODES> {}
}

declare module '#libs/core/persistence' {
  interface IdPrefixes {
    dom: 'domain of pages';
    exp: 'experiment';
    frm: 'form';
    led: 'lead';
    lnk: 'short link';
    med: 'media';
    pag: 'page';
    pcv: 'conversion of a pixel';
    pdm: 'domain of a pixel';
    pxl: 'pixel';
    rdr: 'redirect';
    vrt: 'variant of an experiment';
    rpv: 'view of a report';
  }
}

declare module '#libs/core/auth' {
  interface Scopes {
    'forms:read': 'read';
    'forms:write': 'write';
    'pages:read': 'read';
    'pages:write': 'write';
    'pages:publish': 'write';
  }
  interface Products {
    pages: true;
  }
}

const TEXTS = {
  DomainNotVerified: 'O domínio não está verificado.',
  Unprocessable: 'A definição é inválida.',
  PreconditionRequired: 'Informe a versão que está sendo alterada.',
  NotImplemented: 'Recurso indisponível neste ambiente.',
  IdempotencyKeyReused: 'A chave de idempotência já foi usada com outra requisição.',
};

/** The words that `erro` is for programs, with their codes in GraphQL. */
export const ENGLISH_CODES: Readonly<Record<string, string>> = {
  caminho_em_uso: 'PathInUse',
  caminho_invalido: 'PathInvalid',
  dominio_nao_verificado: 'DomainNotVerified',
  experimento_em_andamento: 'ExperimentRunning',
  experimento_encerrado: 'ExperimentEnded',
  experimento_nao_iniciado: 'ExperimentNotStarted',
  experimento_parado: 'ExperimentStopped',
  formulario_em_uso: 'FormInUse',
  midia_em_rascunho: 'MediaInDraft',
  midia_em_uso: 'MediaInUse',
  pagina_inicial: 'PageIsHome',
  pagina_nao_publicada: 'PageNotPublished',
  roteamento_ativo: 'RoutingActive',
};

export const envelope: Envelope = { ...portugueseEnvelope(TEXTS, ENGLISH_CODES), page: unknownAddressPage };
