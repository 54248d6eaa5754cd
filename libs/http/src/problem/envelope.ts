import { type EnvelopeKind } from '../profile.js';
import { MAIL_CODES, PLATFORM_CODES, type ProblemCode } from './catalogue.js';
import { portugueseText } from './portuguese.js';
import { type Problem } from './problem.js';

/** A problem as one API answers it. */
export interface RenderedProblem {
  status: number;
  body: Record<string, unknown>;
}

/** Renders a problem in the envelope of an API. */
export function renderProblem(kind: EnvelopeKind, problem: Problem, requestId: string): RenderedProblem {
  return RENDERERS[kind](problem, requestId);
}

const RENDERERS: Record<EnvelopeKind, (problem: Problem, requestId: string) => RenderedProblem> = {
  platform: renderPlatform,
  mail: renderMail,
  pages: renderPortuguese,
  crm: renderPortuguese,
  runtime: renderRuntime,
};

function renderPlatform(problem: Problem, requestId: string): RenderedProblem {
  const { status, message, details, extra } = problem;
  const error = {
    Type: status >= 500 ? 'Receiver' : 'Sender',
    Code: platformCode(problem.code, status),
    Message: message,
    ...(details && { Details: details }),
  };
  return { status, body: { Error: error, ...extra, RequestId: requestId } };
}

/** Codes of other APIs have no place in Platform's catalogue; the nearest one by status stands in. */
function platformCode(code: ProblemCode, status: number): ProblemCode {
  if (Object.hasOwn(PLATFORM_CODES, code)) return code;
  if (status >= 500) return status === 502 ? 'ProviderError' : 'InternalError';
  return status === 403 ? 'PermissionDenied' : status === 409 ? 'Conflict' : 'ValidationError';
}

/** What Mail calls the codes that the common parts throw. */
const MAIL_NAMES: Partial<Record<ProblemCode, { code: ProblemCode; status: number }>> = {
  InvalidJson: { code: 'ValidationError', status: 400 },
  MissingParameter: { code: 'ValidationError', status: 400 },
  InvalidParameter: { code: 'ValidationError', status: 400 },
  PermissionDenied: { code: 'InsufficientScope', status: 403 },
  InternalError: { code: 'InternalError', status: 503 },
  ServiceUnavailable: { code: 'InternalError', status: 503 },
  SmtpError: { code: 'SendFailed', status: 502 },
  ProviderError: { code: 'SendFailed', status: 502 },
};

function renderMail(problem: Problem): RenderedProblem {
  const { code, status } = MAIL_NAMES[problem.code] ?? problem;
  return { status, body: { error: code, message: textWithFields(problem), ...problem.extra } };
}

function renderPortuguese(problem: Problem): RenderedProblem {
  return { status: textStatus(problem), body: { erro: portugueseText(problem), ...problem.extra } };
}

function renderRuntime(problem: Problem): RenderedProblem {
  return { status: textStatus(problem), body: { error: { message: textWithFields(problem) }, ...problem.extra } };
}

/** Outside Platform a bad parameter is a malformed query. */
function textStatus({ code, status }: Problem): number {
  return code === 'InvalidParameter' || code === 'MissingParameter' ? 400 : status;
}

/** Envelopes without details name the fields in their text. */
function textWithFields({ message, details }: Problem): string {
  if (!details?.length) return message;
  return details.map(({ Field, Message }) => (Message.includes(Field) ? Message : `${Field}: ${Message}`)).join('; ');
}

/** The codes that a client of the API can meet, for its description. */
export function codesOf(kind: EnvelopeKind): string[] {
  const platform = Object.keys(PLATFORM_CODES);
  return kind === 'mail' ? [...platform.filter((code) => !(code in MAIL_NAMES)), ...Object.keys(MAIL_CODES)] : platform;
}
