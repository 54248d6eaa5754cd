import { type OutboundAnswer, retryAfterMs } from '#libs/core/outbound';
import type { JudgedAnswer } from '#libs/messaging/webhooks';

/** Fields of an answer of the Graph API that are understood. Anything may be absent. */
interface GraphAnswer {
  events_received?: unknown;
  messages?: unknown;
  fbtrace_id?: unknown;
  error?: {
    message?: unknown;
    type?: unknown;
    code?: unknown;
    error_subcode?: unknown;
    error_user_msg?: unknown;
    is_transient?: unknown;
    fbtrace_id?: unknown;
  };
}

/** Errors that pass: unknown ones of the service itself, and limits of the app, the user, the page and the account. */
const TRANSIENT_CODES = new Set([1, 2, 4, 17, 32, 341, 613]);
/** Limits of a use case, such as 80004 for ad accounts. */
const isUseCaseLimit = (code: number): boolean => code >= 80_000 && code <= 80_014;

const TEXT_MAX = 500;

/**
 * Judges an answer of the Conversions API. 2xx with a received event is success. A 4xx is final, but for limits, which the API also
 * answers with 400 or 403 and a code; 429 and 5xx come again.
 * @param secret the access token, which a message of the API may repeat
 */
export function judgeMetaAnswer(answer: OutboundAnswer, secret: string): JudgedAnswer {
  const { status, headers, bodySnippet } = answer;
  const body = parse(bodySnippet);
  if (status >= 200 && status < 300) return judgeReceived(body);
  const code = Number(body.error?.code);
  const isTransient = body.error?.is_transient === true || TRANSIENT_CODES.has(code) || isUseCaseLimit(code);
  const isFinal = status >= 300 && status < 500 && status !== 408 && status !== 429 && !isTransient;
  const error = describe(status, body).replaceAll(secret, '…').slice(0, TEXT_MAX);
  return { delivered: false, error, snippet: null, isFinal, retryAfterMs: retryAfterMs(headers['retry-after']) };
}

function judgeReceived({ events_received: received, messages, fbtrace_id: trace }: GraphAnswer): JudgedAnswer {
  const hints = Array.isArray(messages) ? messages.map(String).filter(Boolean) : [];
  const texts = [`eventos recebidos: ${Number(received)}`, ...hints, ...traceOf(trace)];
  if (Number(received) >= 1) return { delivered: true, error: null, snippet: texts.join('; ').slice(0, TEXT_MAX) };
  const error = `A Meta respondeu sem receber o evento: ${texts.join('; ')}`.slice(0, TEXT_MAX);
  return { delivered: false, error, snippet: null, isFinal: true };
}

function describe(status: number, { error }: GraphAnswer): string {
  if (!error) return `A resposta da Meta foi ${status}.`;
  const { code, error_subcode: subcode, type, message, error_user_msg: hint, fbtrace_id: trace } = error;
  const known = [
    ...(code === undefined ? [] : [`código ${String(code)}`]),
    ...(subcode === undefined ? [] : [`subcódigo ${String(subcode)}`]),
    ...(typeof type === 'string' ? [type] : []),
  ];
  const texts = [message, hint].filter((text): text is string => typeof text === 'string' && text !== '');
  return [`A Meta recusou o evento (${[`HTTP ${status}`, ...known].join(', ')})`, ...texts, ...traceOf(trace)].join(
    ': ',
  );
}

const traceOf = (trace: unknown): string[] => (typeof trace === 'string' ? [`fbtrace_id ${trace}`] : []);

function parse(text: string): GraphAnswer {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as GraphAnswer) : {};
  } catch {
    return {};
  }
}
