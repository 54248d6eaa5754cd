import { ApiError, type FieldError } from './errors.js';
import type { ErrorCode } from './generated/error-codes.gen.js';

/** Codes for APIs whose errors have none, and for answers of what stands between, such as a proxy. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'ValidationError',
  401: 'AuthorizationError',
  402: 'PlanLimitExceeded',
  403: 'PermissionDenied',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'PayloadTooLarge',
  422: 'InvalidParameter',
  429: 'Throttling',
  502: 'ProviderError',
  503: 'NotReady',
};

/** How texts of APIs without details name a field: `Campo inválido: campos[0].tipo: …`, `to: …`, `each value in to must …`. */
const FIELDS = [
  /^Campo inválido: ([\w.[\]-]+): (.+)$/s,
  /^([a-z_][\w.[\]-]*): (.+)$/s,
  /^(?:each value in )?([a-z_][\w.[\]-]*) ((?:must|should) .+)$/s,
];
const BETWEEN = /; (?=[a-z_][\w.[\]-]*(?:: | (?:must|should|value) ))| (?=Campo inválido: )/;

interface Told {
  code?: string | undefined;
  message?: string | undefined;
  details?: FieldError[];
}

/** Reads an error of any API: `{Error: {Code, Message, Details}}`, `{error, message}`, `{erro}` or `{error: {message}}`. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = await bodyOf(response);
  const { code, message, details } = told(body);
  return new ApiError({
    status: response.status,
    code: (code ?? CODE_OF_STATUS[response.status] ?? 'InternalError') as ErrorCode,
    message: message ?? (response.statusText || `The answer is ${response.status}`),
    details: details ?? fieldsIn(message),
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(response),
    body,
  });
}

/** Seconds that an answer asks to wait; it states them as a number or as a date. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function told(body: unknown): Told {
  if (!isObject(body)) return {};
  if (isObject(body['Error'])) return detailed(body['Error']);
  if (isObject(body['error'])) return { message: textOf(body['error']['message']) };
  if (typeof body['erro'] === 'string') return { message: body['erro'] };
  return { code: textOf(body['error']), message: textOf(body['message']) };
}

function detailed({ Code, Message, Details }: Record<string, unknown>): Told {
  const faults = Array.isArray(Details) ? Details.filter(isObject) : [];
  return {
    code: textOf(Code),
    message: textOf(Message),
    details: faults.map(({ Field, Message: message }) => ({ field: String(Field), message: String(message) })),
  };
}

function fieldsIn(message = ''): FieldError[] {
  return message.split(BETWEEN).flatMap((part) => {
    const [, field, text] = FIELDS.map((one) => one.exec(part)).find((match) => match !== null) ?? [];
    return field && text ? [{ field, message: text }] : [];
  });
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
