/** A code of the error catalogues with its HTTP status and what it says when the thrower says nothing. */
interface Entry {
  status: number;
  message: string;
}

const entry = (status: number, message: string): Entry => ({ status, message });

/** The codes of Platform and identity. */
export const PLATFORM_CODES = {
  AuthorizationError: entry(401, 'The credential is missing, malformed, invalid or expired.'),
  PermissionDenied: entry(403, 'You are not allowed to do this.'),
  TenantSuspended: entry(403, 'The account is suspended.'),
  PlanLimitExceeded: entry(402, 'The plan of the account does not include this.'),
  NoTenant: entry(403, 'The user has no account.'),
  ValidationError: entry(400, 'The request is not valid.'),
  MissingParameter: entry(422, 'A required parameter is missing.'),
  InvalidParameter: entry(422, 'A parameter has a value that is not allowed.'),
  InvalidJson: entry(400, 'The body is not valid JSON.'),
  IdempotencyConflict: entry(409, 'The idempotency key was used with another request.'),
  NotFound: entry(404, 'Not found.'),
  Conflict: entry(409, 'The request conflicts with the current state.'),
  Gone: entry(410, 'This is no longer available.'),
  AlreadyExists: entry(409, 'This already exists.'),
  MethodNotAllowed: entry(405, 'The method is not allowed here.'),
  Throttling: entry(429, 'Too many requests. Try again later.'),
  QuotaExceeded: entry(429, 'The quota of the period is used up.'),
  InternalError: entry(500, 'Something went wrong on our side.'),
  ServiceUnavailable: entry(503, 'The service is not available right now. Try again later.'),
  SmtpError: entry(502, 'The mail relay could not be used.'),
  ProviderError: entry(502, 'A provider could not be reached.'),
  NotReady: entry(503, 'The service is not ready.'),
  LogoutFailed: entry(502, 'The session could not be ended. Try again.'),
  PayloadTooLarge: entry(413, 'The body is too large.'),
  DomainNotVerified: entry(422, 'The domain of the sender is not verified.'),
  SuppressedAddress: entry(422, 'The address is suppressed.'),
  InvalidRecipient: entry(422, 'A recipient is not valid.'),
  NotInstalled: entry(404, 'This is not installed.'),
} as const satisfies Record<string, Entry>;

/** The codes that Mail has beside those that it shares with Platform. */
export const MAIL_CODES = {
  BuscaInvalida: entry(400, 'The search is not valid.'),
  InsufficientScope: entry(403, 'The credential lacks the scope for this.'),
  CaixaComVinculos: entry(409, 'The mailbox is still in use.'),
  EnderecoEmUso: entry(409, 'The address is in use.'),
  DominioRemovido: entry(409, 'The domain was removed.'),
  CaixaRemetenteInexistente: entry(422, 'The sender is not a mailbox of the account.'),
  AnexoInfectado: entry(422, 'An attachment contains malware. Nothing was sent.'),
  origem_automatica: entry(422, 'The mailbox was created automatically.'),
  origem_conta_iam: entry(422, 'The mailbox belongs to a user account.'),
  CaixaAssinada: entry(422, 'The mailbox has an active subscription.'),
  SendFailed: entry(502, 'The message could not be delivered to the relay.'),
  AntivirusIndisponivel: entry(503, 'The attachment could not be scanned. Try again later.'),
} as const satisfies Record<string, Entry>;

/** For the APIs whose envelope is one text: statuses that the catalogues have no code for. */
export const TEXT_CODES = {
  PreconditionRequired: entry(428, 'The request must say which version it changes.'),
  NotImplemented: entry(501, 'This is not available here.'),
} as const satisfies Record<string, Entry>;

export const CATALOGUE = { ...PLATFORM_CODES, ...MAIL_CODES, ...TEXT_CODES };

/** Every code that a Problem may have. */
export type ProblemCode = keyof typeof CATALOGUE;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(CATALOGUE, code);
