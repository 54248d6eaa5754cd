import { Injectable } from '@nestjs/common';
import { timeOfId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PlatformConfig } from '../../config.js';
import { dayOf, isOver, issueToken, verifyToken, type MessageRef, type VerifiedToken } from './message-token.js';

const PURPOSE = 'email.return-path';

const PREFIX = 'bounce+';

export type { MessageRef } from './message-token.js';

/** The form before the day was added; the id of the message tells the time. */
const FORM_WITHOUT_DAY = /^bounce\+([0-9a-f]{16})\.([0-9a-f]{16})\.([0-9a-f]{20})$/;

/**
 * The return path of each message (VERP), by which a bounce is matched to it: `bounce+<token>` at the configured domain. The
 * MAC of the token prevents forged bounces from suppressing an address; they are rejected without a look-up.
 */
@Injectable()
export class ReturnPaths {
  constructor(
    private readonly secrets: SecretBox,
    private readonly config: PlatformConfig,
  ) {}

  /** The return path of a message; undefined if the installation accepts no reports. */
  addressOf(ref: MessageRef, issuedAt = new Date()): string | undefined {
    const { returnPathDomain } = this.config;
    if (!returnPathDomain) return undefined;
    return `${PREFIX}${issueToken(this.secrets, PURPOSE, ref, issuedAt)}@${returnPathDomain}`;
  }

  /** The message of a return path; null for one that this installation did not write. */
  verify(address: string, now = new Date()): VerifiedToken | null {
    const lower = address.toLowerCase();
    const at = lower.lastIndexOf('@');
    if (lower.slice(at + 1) !== this.config.returnPathDomain || !lower.startsWith(PREFIX)) return null;
    const local = lower.slice(0, at);
    return verifyToken(this.secrets, PURPOSE, local.slice(PREFIX.length), now) ?? this.verifyWithoutDay(local, now);
  }

  private verifyWithoutDay(local: string, now: Date): VerifiedToken | null {
    const [, message, tenant, mac] = FORM_WITHOUT_DAY.exec(local) ?? [];
    if (!message || !tenant || !mac) return null;
    const ref: MessageRef = { tenantId: `acc_${tenant}`, messageId: `msg_${message}` };
    if (!this.secrets.verifyMac(PURPOSE, Buffer.from(mac, 'hex'), ref.tenantId, ref.messageId)) return null;
    return { ref, expired: isOver(dayOf(timeOfId(ref.messageId)), now) };
  }
}
