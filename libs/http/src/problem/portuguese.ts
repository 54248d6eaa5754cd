import { type ProblemCode } from './catalogue.js';
import { type Problem } from './problem.js';

const TEXTS: Partial<Record<ProblemCode, string>> = {
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
  NotReady: 'O serviço ainda não está pronto.',
  PayloadTooLarge: 'O corpo é grande demais.',
  DomainNotVerified: 'O domínio não está verificado.',
  PreconditionRequired: 'Informe a versão que está sendo alterada.',
  NotImplemented: 'Recurso indisponível neste ambiente.',
};

/** The text of a problem for the APIs that speak Portuguese; fields at fault are named, what was thrown as text stays. */
export function portugueseText(problem: Problem): string {
  const { details, code, message } = problem;
  if (details?.length) return details.map(({ Field, Message }) => sentenceOn(Field, Message)).join(' ');
  if (problem.hasOwnMessage) return message;
  return TEXTS[code] ?? message;
}

function sentenceOn(field: string, message: string): string {
  if (!field) return 'O corpo deve ser um objeto JSON.';
  if (message.endsWith('should not exist')) return `Campo desconhecido: ${field}.`;
  return `Campo inválido: ${field}.`;
}
