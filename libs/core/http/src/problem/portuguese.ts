import { type Envelope, objectSchema, textSchema, textStatus } from './envelope.js';
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
 */
export function portugueseEnvelope(texts: Readonly<Record<string, string>> = {}): Envelope {
  const known: Readonly<Record<string, string>> = { ...TEXTS, ...texts };
  return {
    render: (problem) => ({
      status: textStatus(problem),
      body: { erro: portugueseText(problem, known), ...problem.extra },
    }),
    graphql: (problem) => ({ ...namedProblem(problem, known), extensions: extensionsOf(problem) }),
    schema: objectSchema({ erro: textSchema('O que deu errado') }),
  };
}

/** A code has no blanks. */
const IS_CODE = /^\S+$/;

/** `erro` of a Problem is its code if it is none of words, and `mensagem` says the same in words. */
function namedProblem(problem: Problem, texts: Readonly<Record<string, string>>): { code: string; message: string } {
  const words = problem.extra?.['mensagem'];
  if (typeof words === 'string' && IS_CODE.test(problem.message)) return { code: problem.message, message: words };
  return { code: problem.code, message: portugueseText(problem, texts) };
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
