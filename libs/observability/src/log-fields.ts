/**
 * The fields that a log line may carry. Everything else is dropped, so that a body, a header or a whole entity
 * passed by mistake never reaches the log. Ids are fine; addresses, names, contents and credentials are not.
 */
const ALLOWED = new Set([
  'app',
  'attempt',
  'attempts',
  'code',
  'commit',
  'component',
  'context',
  'count',
  'delayMs',
  'durationMs',
  'event',
  'eventId',
  'failed',
  'host',
  'id',
  'job',
  'jobId',
  'keyId',
  'kind',
  'limit',
  'messageId',
  'method',
  'ms',
  'name',
  'pid',
  'port',
  'queue',
  'reason',
  'requestId',
  'role',
  'route',
  'service',
  'signal',
  'size',
  'state',
  'status',
  'subject',
  'table',
  'tenantId',
  'userId',
  'version',
  'webhookId',
]);

type Scalar = string | number | boolean | null | undefined;

/** What a log call may add to its message; `error` is reduced to name, message, code and stack, with its causes. */
export type LogFields = { error?: unknown } & Record<string, unknown>;

/** Admits further field names, for what a lib or an app has that others do not. */
export function allowLogFields(...names: string[]): void {
  for (const name of names) ALLOWED.add(name);
}

/** Only what may be logged: allowed names with scalar values, and the error in its reduced form. */
export function allowedFields(fields: LogFields): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'error') kept['error'] = describeError(value);
    else if (ALLOWED.has(name) && isScalar(value)) kept[name] = value;
  }
  return kept;
}

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object';

/** Causes beyond this depth say nothing new. */
const MAX_CAUSES = 5;

interface LoggedError {
  name: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError;
}

/**
 * An error without its other properties: drivers hang queries, parameters and rows on theirs, HTTP clients whole
 * requests with their credentials.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { name, message, stack } = error;
  const code: unknown = Reflect.get(error, 'code');
  const described: LoggedError = { name, message: withoutCredentials(message) };
  if (typeof code === 'string' || typeof code === 'number') described.code = code;
  if (stack !== undefined) described.stack = withoutCredentials(stack);
  if (error.cause !== undefined && depth < MAX_CAUSES) described.cause = describeError(error.cause, depth + 1);
  return described;
}

/** Passwords inside URLs, bearer tokens and API keys, wherever a message quotes them. */
export function withoutCredentials(text: string): string {
  return text
    .replace(/(\w+:\/\/[^\s:@/]*):[^\s@/]+@/g, '$1:***@')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 ***')
    .replace(/\b((?:sk|pk)_[a-z]+_)[0-9a-f]{8,}/gi, '$1***');
}
