import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JudgedMessage, SpamAction, SpamContext, SpamVerdict } from './spam.js';

const ANSWER_MAX = 1024 * 1024;
const SYMBOLS_MAX = 200;

const ACTIONS: Record<string, SpamAction> = {
  'no action': 'none',
  greylist: 'none',
  'soft reject': 'none',
  'add header': 'spam',
  'rewrite subject': 'spam',
  reject: 'reject',
};

/** Asks Rspamd (`POST /checkv2`). The message goes through in chunks. @throws if there is no proper answer in time */
export async function askRspamd(
  rspamdUrl: string,
  message: JudgedMessage,
  context: SpamContext,
  timeoutMs: number,
): Promise<SpamVerdict> {
  const url = new URL(rspamdUrl);
  const signal = AbortSignal.timeout(timeoutMs);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const target = new URL('checkv2', `${url.origin}${url.pathname.replace(/\/?$/, '/')}`);
  const request = send(target, { method: 'POST', headers: headersOf(url, message.bytes, context), signal });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).on('error', reject),
  );
  // It may come, or fail, while the message is still being sent.
  answered.catch(() => undefined);
  try {
    const raw = await message.open();
    await pipeline(Readable.from(raw, { objectMode: false }), request, { signal });
    const answer = await answered;
    const text = await textOf(answer);
    if (answer.statusCode !== 200) throw new Error(`Rspamd answered ${answer.statusCode}`);
    return verdictOf(JSON.parse(text));
  } finally {
    request.destroy();
  }
}

function headersOf(
  { username, password }: URL,
  bytes: number,
  context: SpamContext,
): Record<string, string | string[]> {
  const { ip, helo, envelopeFrom, recipients } = context;
  const secret = decodeURIComponent(password || username);
  return {
    'Content-Length': String(bytes),
    ...(secret ? { Password: secret } : {}),
    ...(ip ? { IP: oneLine(ip) } : {}),
    ...(helo ? { Helo: oneLine(helo) } : {}),
    From: oneLine(envelopeFrom),
    Rcpt: recipients.map(oneLine),
    ...(recipients.length === 1 ? { 'Deliver-To': oneLine(recipients[0]!) } : {}),
  };
}

/** Clients chose these values. */
const oneLine = (value: string): string =>
  Buffer.from(value.replaceAll(/\p{Cc}/gu, ' ').slice(0, 998))
    .toString('latin1')
    .replaceAll(/[\x7f-\x9f]/g, '?');

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX) throw new Error('The answer of Rspamd is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface RspamdAnswer {
  score?: unknown;
  required_score?: unknown;
  action?: unknown;
  symbols?: Record<string, { score?: unknown } | null>;
}

function verdictOf(answer: RspamdAnswer): SpamVerdict {
  const { score, required_score: required, action, symbols = {} } = answer ?? {};
  const known = typeof action === 'string' ? ACTIONS[action] : undefined;
  if (typeof score !== 'number' || typeof required !== 'number' || !known || typeof symbols !== 'object') {
    throw new Error('The answer of Rspamd is not what /checkv2 gives');
  }
  const held = Object.entries(symbols)
    .map(([name, symbol]): [string, number] => [name, typeof symbol?.score === 'number' ? symbol.score : 0])
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SYMBOLS_MAX);
  return {
    score: Math.round(score * 100) / 100,
    required,
    action: known,
    symbols: held.map(([name]) => name),
    scores: Object.fromEntries(held),
    judge: 'rspamd',
  };
}
