/** The HTTP status of an error code, and its default message. */
export interface CodeDefinition {
  status: number;
  message: string;
}

/** Makes a definition. `message` is a whole sentence for the client. */
export const code = (status: number, message: string): CodeDefinition => ({ status, message });

/** The codes that every API has. */
export const STANDARD_CODES = {
  AuthorizationError: code(401, 'The credential is missing, malformed, invalid or expired.'),
  PermissionDenied: code(403, 'You are not allowed to do this.'),
  TenantSuspended: code(403, 'The account is suspended.'),
  PlanLimitExceeded: code(402, 'The plan of the account does not include this.'),
  NoTenant: code(403, 'The user has no account.'),
  ValidationError: code(400, 'The request is not valid.'),
  MissingParameter: code(422, 'A required parameter is missing.'),
  InvalidParameter: code(422, 'A parameter has a value that is not allowed.'),
  InvalidJson: code(400, 'The body is not valid JSON.'),
  IdempotencyConflict: code(409, 'The idempotency key was used with another request.'),
  NotFound: code(404, 'Not found.'),
  Conflict: code(409, 'The request conflicts with the current state.'),
  Gone: code(410, 'This is no longer available.'),
  AlreadyExists: code(409, 'This already exists.'),
  MethodNotAllowed: code(405, 'The method is not allowed here.'),
  Throttling: code(429, 'Too many requests. Try again later.'),
  QuotaExceeded: code(429, 'The quota of the period is used up.'),
  InternalError: code(500, 'Something went wrong on our side.'),
  ServiceUnavailable: code(503, 'The service is not available right now. Try again later.'),
  ProviderError: code(502, 'A provider could not be reached.'),
  NotReady: code(503, 'The service is not ready.'),
  PayloadTooLarge: code(413, 'The body is too large.'),
} as const satisfies Record<string, CodeDefinition>;

export type StandardCode = keyof typeof STANDARD_CODES;

/**
 * The codes of the apps. An app adds its own by declaration merging, beside its call of {@link defineCodes}:
 * `declare module '#libs/core/http' { interface AppCodes extends Defined<typeof NOTES_CODES> {} }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface AppCodes {}

export type Defined<T> = { [K in keyof T]: CodeDefinition };

/** Every code that a Problem may have. */
export type ProblemCode = StandardCode | keyof AppCodes;

const definitions = new Map<string, CodeDefinition>(Object.entries(STANDARD_CODES));

/**
 * Registers the codes of an app for {@link Problem}.
 * @throws Error if a code is already defined with another status
 */
export function defineCodes<T extends Record<string, CodeDefinition>>(codes: T): T {
  for (const [name, definition] of Object.entries(codes)) {
    const known = definitions.get(name);
    if (known && known.status !== definition.status)
      throw new Error(`The code ${name} is defined with the status ${known.status} and with ${definition.status}`);
    if (!known) definitions.set(name, definition);
  }
  return codes;
}

/** @throws Error if no app has defined the code */
export function definitionOf(name: ProblemCode): CodeDefinition {
  const definition = definitions.get(name);
  if (!definition) throw new Error(`The code ${String(name)} is not defined`);
  return definition;
}
