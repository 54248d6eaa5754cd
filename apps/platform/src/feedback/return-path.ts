import { Injectable } from '@nestjs/common';
import { timeOfId, type Id, type TenantId } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { PlatformConfig } from '../config.js';

const PURPOSE = 'email.return-path';

/** 80 bits: they cannot be guessed over SMTP, and the local part stays within 64 characters. */
const MAC_BYTES = 10;

const DAY_MS = 86_400_000;

/** Days after which a return path expires: servers give up within a week, complaints come within days. */
const VALID_DAYS = 30;

/** Message, tenant, day of issue (days since 1970) and MAC. */
const FORM = /^bounce\+([0-9a-f]{16})([0-9a-f]{16})([0-9a-f]{4})([0-9a-f]{20})$/;

/** The form before the day was added; the id of the message tells the time. */
const FORM_WITHOUT_DAY = /^bounce\+([0-9a-f]{16})\.([0-9a-f]{16})\.([0-9a-f]{20})$/;

/** A message and its tenant. */
export interface MessageRef {
  tenantId: TenantId;
  messageId: Id<'msg'>;
}

/** The message of a return path, and whether the time of the path is over. */
export interface VerifiedReturnPath {
  ref: MessageRef;
  expired: boolean;
}

/**
 * The return path of each message (VERP), by which a bounce is matched to it: `bounce+<message><tenant><day><mac>` at the
 * configured domain. It is lower case, since servers may change the case. The MAC prevents forged bounces from
 * suppressing an address; they are rejected without a look-up. It covers the day, after which the path is valid for 30 days.
 */
@Injectable()
export class ReturnPaths {
  constructor(
    private readonly secrets: SecretBox,
    private readonly config: PlatformConfig,
  ) {}

  /** The return path of a message; undefined if the installation accepts no reports. */
  addressOf({ tenantId, messageId }: MessageRef, issuedAt = new Date()): string | undefined {
    const { returnPathDomain } = this.config;
    if (!returnPathDomain) return undefined;
    const day = dayOf(issuedAt).toString(16).padStart(4, '0');
    const mac = this.secrets.mac(PURPOSE, tenantId, messageId, day).subarray(0, MAC_BYTES);
    return `bounce+${messageId.slice(4)}${tenantId.slice(4)}${day}${mac.toString('hex')}@${returnPathDomain}`;
  }

  /** The message of a return path; null for one that this installation did not write. */
  verify(address: string, now = new Date()): VerifiedReturnPath | null {
    const lower = address.toLowerCase();
    const at = lower.lastIndexOf('@');
    if (lower.slice(at + 1) !== this.config.returnPathDomain) return null;
    const local = lower.slice(0, at);
    const [, message, tenant, day, mac] = FORM.exec(local) ?? [];
    if (!message || !tenant || !day || !mac) return this.verifyWithoutDay(local, now);
    const ref: MessageRef = { tenantId: `acc_${tenant}`, messageId: `msg_${message}` };
    if (!this.secrets.verifyMac(PURPOSE, Buffer.from(mac, 'hex'), ref.tenantId, ref.messageId, day)) return null;
    return { ref, expired: isOver(Number.parseInt(day, 16), now) };
  }

  private verifyWithoutDay(local: string, now: Date): VerifiedReturnPath | null {
    const [, message, tenant, mac] = FORM_WITHOUT_DAY.exec(local) ?? [];
    if (!message || !tenant || !mac) return null;
    const ref: MessageRef = { tenantId: `acc_${tenant}`, messageId: `msg_${message}` };
    if (!this.secrets.verifyMac(PURPOSE, Buffer.from(mac, 'hex'), ref.tenantId, ref.messageId)) return null;
    return { ref, expired: isOver(dayOf(timeOfId(ref.messageId)), now) };
  }
}

const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS);

const isOver = (day: number, now: Date) => dayOf(now) - day > VALID_DAYS;
