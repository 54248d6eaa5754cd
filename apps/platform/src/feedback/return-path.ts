import { Injectable } from '@nestjs/common';
import type { Id, TenantId } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { PlatformConfig } from '../config.js';

const PURPOSE = 'email.return-path';

/** 80 bits: beyond guessing over SMTP, and the local part stays within 64 characters. */
const MAC_BYTES = 10;

const FORM = /^bounce\+([0-9a-f]{16})\.([0-9a-f]{16})\.([0-9a-f]{20})$/;

/** A message and its tenant. */
export interface MessageRef {
  tenantId: TenantId;
  messageId: Id<'msg'>;
}

/**
 * The return path of each message, which assigns what comes back to it (VERP): `bounce+<message>.<tenant>.<mac>` at the
 * domain of the configuration. It is all lower case, since servers change the case. Only this installation can make the
 * MAC: a forged bounce suppresses no address, and is rejected without a look-up.
 */
@Injectable()
export class ReturnPaths {
  constructor(
    private readonly secrets: SecretBox,
    private readonly config: PlatformConfig,
  ) {}

  /** The return path of a message; undefined if the installation accepts no reports. */
  addressOf({ tenantId, messageId }: MessageRef): string | undefined {
    const { returnPathDomain } = this.config;
    if (!returnPathDomain) return undefined;
    const mac = this.secrets.mac(PURPOSE, tenantId, messageId).subarray(0, MAC_BYTES);
    return `bounce+${messageId.slice(4)}.${tenantId.slice(4)}.${mac.toString('hex')}@${returnPathDomain}`;
  }

  /** The message of a return path; null for one that this installation did not write. */
  read(address: string): MessageRef | null {
    const lower = address.toLowerCase();
    const at = lower.lastIndexOf('@');
    if (lower.slice(at + 1) !== this.config.returnPathDomain) return null;
    const [, message, tenant, mac] = FORM.exec(lower.slice(0, at)) ?? [];
    if (!message || !tenant || !mac) return null;
    const ref: MessageRef = { tenantId: `acc_${tenant}`, messageId: `msg_${message}` };
    return this.secrets.verifyMac(PURPOSE, Buffer.from(mac, 'hex'), ref.tenantId, ref.messageId) ? ref : null;
  }
}
