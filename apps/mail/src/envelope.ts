import { unknownAddressPage } from '#libs/core/html';
import { type Envelope, objectSchema, STANDARD_CODES, textSchema, textWithFields } from '#libs/core/http';
import { MAIL_CODES } from './catalogue.js';

/** Names in Mail for the standard codes that it does not have itself. */
const NAMES: Readonly<Record<string, { code: string; status: number }>> = {
  InvalidJson: { code: 'ValidationError', status: 400 },
  MissingParameter: { code: 'ValidationError', status: 400 },
  InvalidParameter: { code: 'ValidationError', status: 400 },
  PermissionDenied: { code: 'InsufficientScope', status: 403 },
  InternalError: { code: 'InternalError', status: 503 },
  ServiceUnavailable: { code: 'InternalError', status: 503 },
  ProviderError: { code: 'SendFailed', status: 502 },
};

const CODES = [...Object.keys(STANDARD_CODES), ...Object.keys(MAIL_CODES)].filter(
  (name) => (NAMES[name]?.code ?? name) === name,
);

/** The codes of Mail's own in GraphQL, where every app has English ones, and one code for one thing. */
const ENGLISH: Readonly<Record<string, string>> = {
  InsufficientScope: 'PermissionDenied',
  BuscaInvalida: 'SearchInvalid',
  CaixaComVinculos: 'MailboxInUse',
  EnderecoEmUso: 'AddressInUse',
  DominioRemovido: 'DomainRemoved',
  CaixaRemetenteInexistente: 'SenderNotFound',
  AnexoInfectado: 'AttachmentInfected',
  origem_automatica: 'MailboxCreatedAutomatically',
  origem_conta_iam: 'MailboxOfUserAccount',
  CaixaAssinada: 'MailboxSubscribed',
  AntivirusIndisponivel: 'AntivirusUnavailable',
};

/**
 * `{error, message}`, where `error` is a code and `message` names the fields at fault. GraphQL has `error` beside its
 * English code.
 */
export const envelope: Envelope = {
  render: (problem) => {
    const { code, status } = NAMES[problem.code] ?? problem;
    return { status, body: { error: code, message: textWithFields(problem), ...problem.extra } };
  },
  graphql: (problem) => ({
    code: ENGLISH[problem.code] ?? problem.code,
    message: textWithFields(problem),
    extensions: { ...problem.extra, error: NAMES[problem.code]?.code ?? problem.code },
  }),
  page: unknownAddressPage,
  schema: objectSchema({
    error: { ...textSchema('What went wrong, as a code'), enum: CODES },
    message: textSchema('The same in words'),
  }),
};
