/**
 * The fields that a log line may have. Ids are allowed; addresses, names of users, contents and credentials are not. Add
 * a name here to log it.
 */
const FIELDS = [
  'attempt',
  'attempts',
  'code',
  'component',
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
  'port',
  'queue',
  'reason',
  'requestId',
  'role',
  'route',
  'signal',
  'size',
  'spanId',
  'startsAt',
  'state',
  'status',
  'table',
  'tenantId',
  'traceId',
  'userId',
  'version',
  'webhookId',
] as const;

type Scalar = string | number | boolean | null | undefined;

/** Fields of a log call. `error` is reduced to name, message, code and stack, with its causes. */
export type LogFields = { readonly [name in (typeof FIELDS)[number]]?: Scalar } & { readonly error?: unknown };

/** `F`, or a compile error if it has a field that the log would drop, also from a variable or a spread. */
export type Loggable<F extends LogFields> = F & { readonly [name in Exclude<keyof F, keyof LogFields>]: never };

const ALLOWED: ReadonlySet<string> = new Set(FIELDS);

/**
 * The run-time check, for fields behind a cast: keeps allowed names with scalar values and reduces the error. Names of
 * removed fields are listed in `dropped`.
 */
export function allowedFields(fields: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'error') kept['error'] = describeError(value);
    else if (ALLOWED.has(name) && isScalar(value)) kept[name] = value;
    else dropped.push(name);
  }
  if (dropped.length > 0) kept['dropped'] = dropped.join(',');
  return kept;
}

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object';

/** Depth of nested causes that are logged. */
const MAX_CAUSES = 5;

interface LoggedError {
  name: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError;
}

/**
 * Drops the other properties of an error: database drivers attach queries, parameters and rows, HTTP clients attach
 * requests with credentials.
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

/** Masks passwords in URLs, bearer tokens and API keys. */
export function withoutCredentials(text: string): string {
  return text
    .replace(/(\w+:\/\/[^\s:@/]*):[^\s@/]+@/g, '$1:***@')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 ***')
    .replace(/\b((?:sk|pk)_[a-z]+_)[0-9a-f]{8,}/gi, '$1***');
}
