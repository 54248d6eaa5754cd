import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { withCrlfLines } from '../line-endings.js';
import { foldedHeader } from '../mime/header.js';
import { InvalidMail } from '../mime/invalid-mail.js';
import { relaxedBody, relaxedHeader } from './canonical.js';
import type { DkimKey } from './key.js';

/**
 * Signed headers in the order of `h=`: those of RFC 6376 section 5.4.1, the list headers of RFC 8058 section 4, and those for
 * complaints of RFC 9477.
 */
const SIGNED = [
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-id',
  'content-description',
  'list-id',
  'list-help',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-subscribe',
  'list-post',
  'list-owner',
  'list-archive',
  'feedback-id',
  'cfbl-address',
  'cfbl-feedback-id',
];
const IS_SIGNED = new Set(SIGNED);

/** Named once more than it occurs (RFC 6376 section 8.15): adding a second one then breaks the signature. */
const OVERSIGNED = new Set(['from', 'reply-to', 'to', 'cc', 'subject', 'date']);

const SIGNATURE_LINE = 74;

export interface DkimSignOptions {
  /** The time of signing (`t=`); the current one by default. */
  now?: Date;
}

/**
 * Signs a message with every key (RFC 6376 relaxed/relaxed; RSA-SHA256 and, RFC 8463, Ed25519-SHA256) and returns it with the
 * DKIM-Signature headers in front, in the order of the keys. The body is canonicalised and hashed once; the signatures
 * are computed in parallel on libuv's threads. Without keys the message is returned unchanged. Bare line breaks become
 * CRLF before signing, because the transport would change them later.
 * @throws InvalidMail for a message without a From header, which DKIM must sign
 */
export async function dkimSign(
  message: Buffer,
  keys: readonly DkimKey[],
  { now = new Date() }: DkimSignOptions = {},
): Promise<Buffer> {
  if (keys.length === 0) return message;
  const lines = withCrlfLines(message);
  const { headers, body } = split(lines);
  const shared: SharedParts = {
    bodyHash: createHash('sha256').update(relaxedBody(body)).digest('base64'),
    time: Math.floor(now.getTime() / 1000),
    ...signedHeaders(headers),
  };
  const signatures = await Promise.all(keys.map((key) => signatureHeader(key, shared)));
  return Buffer.concat([Buffer.from(signatures.join(''), 'latin1'), lines]);
}

interface SharedParts {
  bodyHash: string;
  time: number;
  /** The tokens of `h=`, each at most one line long. */
  names: string[];
  /** The signed headers in relaxed form, each with its CRLF. */
  canonical: string;
}

function split(message: Buffer): { headers: string; body: Buffer } {
  const end = message.indexOf('\r\n\r\n');
  if (end < 0) return { headers: message.toString('latin1'), body: Buffer.alloc(0) };
  return { headers: message.toString('latin1', 0, end), body: message.subarray(end + 4) };
}

function signedHeaders(headers: string): Pick<SharedParts, 'names' | 'canonical'> {
  const fields = relaxedFields(headers);
  if (!fields.has('from')) throw new InvalidMail('from', 'a message without it cannot be signed');
  const names: string[] = [];
  let canonical = '';
  for (const name of SIGNED) {
    // RFC 6376 section 5.4.2: of several headers with one name, the last is the first to be signed.
    for (const field of fields.get(name)?.toReversed() ?? []) {
      names.push(name);
      canonical += `${field}\r\n`;
    }
    if (OVERSIGNED.has(name)) names.push(name);
  }
  return { names: nameTokens(names), canonical };
}

function relaxedFields(headers: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of headers.split(/\r\n(?![ \t])/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (!IS_SIGNED.has(name)) continue;
    const field = relaxedHeader(name, line.slice(colon + 1));
    const others = fields.get(name);
    if (others) others.push(field);
    else fields.set(name, [field]);
  }
  return fields;
}

/** `h=a:b:c;` in pieces of at most one line; the header is folded between them. */
function nameTokens(names: readonly string[]): string[] {
  const tokens: string[] = [];
  let token = 'h=';
  names.forEach((name, index) => {
    const piece = name + (index < names.length - 1 ? ':' : ';');
    if (token.length + piece.length > SIGNATURE_LINE) {
      tokens.push(token);
      token = '';
    }
    token += piece;
  });
  return [...tokens, token];
}

async function signatureHeader(key: DkimKey, { bodyHash, time, names, canonical }: SharedParts): Promise<string> {
  const tags = [
    'v=1;',
    `a=${key.algorithm};`,
    'c=relaxed/relaxed;',
    `d=${key.domain};`,
    `s=${key.selector};`,
    `t=${time};`,
    ...names,
    `bh=${bodyHash};`,
    'b=',
  ];
  // In the relaxed form folding between the tags is one space, as here.
  const own = `dkim-signature:${tags.join(' ')}`;
  const signature = await key.sign(Buffer.from(canonical + own, 'latin1'));
  return foldedHeader('DKIM-Signature', tags).slice(0, -2) + foldedSignature(signature);
}

/** White space inside the value of `b=` is ignored. */
function foldedSignature(signature: string): string {
  let lines = '';
  for (let at = 0; at < signature.length; at += SIGNATURE_LINE) {
    lines += `\r\n ${signature.slice(at, at + SIGNATURE_LINE)}`;
  }
  return `${lines}\r\n`;
}
