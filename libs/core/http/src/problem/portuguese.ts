import { type Envelope, type GraphqlProblem, objectSchema, textSchema, textStatus } from './envelope.js';
import { type StandardCode } from './codes.js';
import { portugueseMessage, portugueseReason } from './portuguese-texts.js';
import { type Problem, type ProblemDetail } from './problem.js';

const TEXTS: Record<StandardCode, string> = {
  AuthorizationError: 'Sessão ausente ou inválida.',
  PermissionDenied: 'Acesso não permitido.',
  TenantSuspended: 'A conta está suspensa.',
  PlanLimitExceeded: 'O plano da conta não inclui este recurso.',
  NoTenant: 'O usuário não tem conta.',
  ValidationError: 'Requisição inválida.',
  MissingParameter: 'Falta um parâmetro obrigatório.',
  InvalidParameter: 'Parâmetro inválido.',
  InvalidJson: 'O corpo não é um JSON válido.',
  IdempotencyConflict: 'A chave de idempotência já foi usada com outra requisição.',
  NotFound: 'Não encontrado.',
  Conflict: 'A requisição conflita com o estado atual.',
  Gone: 'Não está mais disponível.',
  AlreadyExists: 'Já existe.',
  MethodNotAllowed: 'Método não permitido.',
  Throttling: 'Muitas requisições. Tente mais tarde.',
  QuotaExceeded: 'A cota do período foi usada.',
  InternalError: 'Falha interna.',
  ServiceUnavailable: 'Serviço indisponível. Tente mais tarde.',
  ProviderError: 'Um provedor não respondeu.',
  NotReady: 'O serviço ainda não está pronto.',
  PayloadTooLarge: 'O corpo é grande demais.',
};

/**
 * The envelope `{erro}` with one Portuguese text. A message that the code sets stays as it is; an invalid query parameter
 * is 400.
 * @param texts the texts of the app's own codes
 * @param words the English codes of the words that `erro` may be in place of a sentence, for GraphQL
 */
export function portugueseEnvelope(
  texts: Readonly<Record<string, string>> = {},
  words: Readonly<Record<string, string>> = {},
): Envelope {
  const known: Readonly<Record<string, string>> = { ...TEXTS, ...texts };
  return {
    render: (problem) => ({
      status: textStatus(problem),
      body: { erro: portugueseText(problem, known), ...problem.extra },
    }),
    graphql: (problem) => graphqlProblem(problem, known, words),
    schema: objectSchema({ erro: textSchema('O que deu errado') }),
  };
}

/** A code has no blanks. */
const IS_CODE = /^\S+$/;

/**
 * `erro` of a Problem is its code if it is none of words, and `mensagem` says the same in words: in GraphQL `code` is the
 * English one of it, and `erro` stays beside it.
 */
function graphqlProblem(
  problem: Problem,
  texts: Readonly<Record<string, string>>,
  words: Readonly<Record<string, string>>,
): GraphqlProblem {
  const { code, message, extra } = problem;
  const extensions = extensionsOf(problem);
  const said = extra?.['mensagem'];
  if (typeof said !== 'string' || !IS_CODE.test(message))
    return { code, message: portugueseText(problem, texts), extensions };
  return { code: words[message] ?? code, message: said, extensions: { ...extensions, erro: message } };
}

/** Collects the fields that stand beside `erro` on REST, and `campo` for a field that breaks a rule. */
function extensionsOf({ details, extra }: Problem): Record<string, unknown> {
  const { mensagem: _, ...rest } = extra ?? {};
  return { ...(details?.[0] && { campo: details[0].Field }), ...rest };
}

function portugueseText({ code, details, hasOwnMessage, message }: Problem, texts: Readonly<Record<string, string>>) {
  if (details?.length) return sentencesOn(details);
  return hasOwnMessage ? portugueseMessage(message) : (texts[code] ?? message);
}

/** A sentence for each field, with all rules that it breaks. */
function sentencesOn(details: readonly ProblemDetail[]): string {
  const fields = [...new Set(details.map(({ Field }) => Field))];
  return fields
    .map((field) =>
      sentenceOn(
        field,
        details.filter(({ Field }) => Field === field),
      ),
    )
    .join(' ');
}

function sentenceOn(field: string, broken: readonly ProblemDetail[]): string {
  if (!field) return 'O corpo deve ser um objeto JSON.';
  if (broken.some(({ Message }) => Message.endsWith('should not exist'))) return `Campo desconhecido: ${field}.`;
  const reasons = new Set(broken.flatMap(({ Message }) => portugueseReason(Message) ?? []));
  return reasons.size > 0 ? `Campo inválido: ${field}: ${[...reasons].join('; ')}.` : `Campo inválido: ${field}.`;
}
