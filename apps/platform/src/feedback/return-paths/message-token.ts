import type { Id, TenantId } from '#libs/core/persistence';
import type { SecretBox } from '#libs/core/secrets';

/** 80 bits: they cannot be guessed over SMTP, and a local part with the token stays within 64 characters. */
const MAC_BYTES = 10;

const DAY_MS = 86_400_000;

/** Days after which a token expires: servers give up within a week, complaints come within days. */
const VALID_DAYS = 30;

/** Message, tenant, day of issue (days since 1970) and MAC. */
const FORM = /^([0-9a-f]{16})([0-9a-f]{16})([0-9a-f]{4})([0-9a-f]{20})$/;

/** A message and its tenant. */
export interface MessageRef {
  tenantId: TenantId;
  messageId: Id<'msg'>;
}

/** The message of a token, and whether its time is over. */
export interface VerifiedToken {
  ref: MessageRef;
  expired: boolean;
}

/**
 * Names a message to the outside so that only this installation can have written it: `<message><tenant><day><mac>` in lower
 * case, since servers may change the case. The MAC covers the day, after which the token is valid for 30 days.
 */
export function issueToken(
  secrets: SecretBox,
  purpose: string,
  { tenantId, messageId }: MessageRef,
  issuedAt: Date,
): string {
  const day = dayOf(issuedAt).toString(16).padStart(4, '0');
  const mac = secrets.mac(purpose, tenantId, messageId, day).subarray(0, MAC_BYTES);
  return `${messageId.slice(4)}${tenantId.slice(4)}${day}${mac.toString('hex')}`;
}

/** The message of a token; null for one that was not issued for the purpose. */
export function verifyToken(secrets: SecretBox, purpose: string, token: string, now: Date): VerifiedToken | null {
  const [, message, tenant, day, mac] = FORM.exec(token) ?? [];
  if (!message || !tenant || !day || !mac) return null;
  const ref: MessageRef = { tenantId: `acc_${tenant}`, messageId: `msg_${message}` };
  if (!secrets.verifyMac(purpose, Buffer.from(mac, 'hex'), ref.tenantId, ref.messageId, day)) return null;
  return { ref, expired: isOver(Number.parseInt(day, 16), now) };
}

/** Days since 1970. */
export const dayOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS);

export const isOver = (day: number, now: Date): boolean => dayOf(now) - day > VALID_DAYS;
