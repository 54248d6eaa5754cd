import { InvalidMail, SmtpRejection } from '#libs/mail/email';
import { Problem, type ProblemCode } from '#libs/core/http';

/** Characters of a text of a reply. */
const TEXT_MAX = 400;

const REPLIES: Partial<Record<ProblemCode, readonly [code: number, enhanced: string]>> = {
  AuthorizationError: [421, '4.7.0'],
  DomainNotVerified: [550, '5.7.1'],
  IdempotencyConflict: [554, '5.6.0'],
  InvalidParameter: [554, '5.6.0'],
  InvalidRecipient: [553, '5.1.3'],
  PayloadTooLarge: [552, '5.3.4'],
  PermissionDenied: [550, '5.7.1'],
  PlanLimitExceeded: [452, '4.2.2'],
  QuotaExceeded: [452, '4.2.2'],
  SuppressedAddress: [550, '5.1.1'],
  TenantSuspended: [550, '5.7.1'],
  Throttling: [451, '4.7.1'],
  ValidationError: [554, '5.6.0'],
};

/** The reply that says what a call of ours would be refused with; other errors as they are, which are answered with 451. */
export function toRejection(error: unknown): unknown {
  if (error instanceof InvalidMail) return rejection(554, '5.6.0', `The message ${error.reason}`);
  const reply = error instanceof Problem ? REPLIES[error.code] : undefined;
  return reply ? rejection(...reply, textOf(error as Problem)) : error;
}

export const rejection = (code: number, enhanced: string, text: string): SmtpRejection =>
  new SmtpRejection(code, `${enhanced} ${inAscii(text)}`);

/** The key was revoked, or has expired, since it was given: the connection ends with the reply. */
export const keyEnded = (): SmtpRejection => rejection(421, '4.7.0', 'The API key is not valid any more');

function textOf({ code, message, details = [] }: Problem): string {
  const [first] = details;
  return code === 'SuppressedAddress' && first ? first.Message : message;
}

const inAscii = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, TEXT_MAX);
