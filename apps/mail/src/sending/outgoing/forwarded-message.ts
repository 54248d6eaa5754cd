import { arcSeal, type DkimKey, withCrlfLines } from '#libs/mail/email';
import { logger } from '#libs/core/observability';
import { receivedField } from '../../receiving/received-field.js';
import { type Forwarded, TRAIL_FIELD } from './outgoing.js';

const ADDRESS = /^[\x21-\x7e]{1,320}$/;

/**
 * A message as it is forwarded: byte for byte as it came, so that its author's signatures hold, and in front of it the way by
 * which it came (`Received`), the mailbox that forwards it (`Delivered-To`, which ends loops), what its tenant knows it by, and a seal over what we found
 * when it came (ARC).
 * @param keys those of the mailbox's domain
 * @param host the name of our mail server
 */
export async function completeForwarded(
  raw: Buffer,
  forwarded: Forwarded,
  keys: readonly DkimKey[],
  host: string,
): Promise<Buffer> {
  const message = Buffer.concat([Buffer.from(traceOf(forwarded, host)), withCrlfLines(raw)]);
  return Buffer.concat([await sealOf(message, forwarded, keys), message]);
}

function traceOf({ by, client, receivedAt, trail }: Forwarded, host: string): string {
  const recipient = by !== null && ADDRESS.test(by) ? by : null;
  return (
    (trail ? `${TRAIL_FIELD}: ${trail}\r\n` : '') +
    (recipient ? `Delivered-To: ${recipient}\r\n` : '') +
    `Received: ${receivedField({ client, receivedAt: new Date(receivedAt) }, host, recipient)}\r\n`
  );
}

async function sealOf(message: Buffer, { results, arc }: Forwarded, keys: readonly DkimKey[]): Promise<Buffer> {
  const key = keys.find(({ algorithm }) => algorithm === 'rsa-sha256');
  if (!key || results === null || (arc !== 'none' && arc !== 'pass')) return Buffer.alloc(0);
  try {
    return await arcSeal(message, key, { results: folded(results), chain: arc });
  } catch (error) {
    logger.warn('A forwarded message goes without a seal', { error });
    return Buffer.alloc(0);
  }
}

/** Indents each line but the first, and leaves no line empty: senders may have written anything into the text. */
const folded = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\r\n ');
