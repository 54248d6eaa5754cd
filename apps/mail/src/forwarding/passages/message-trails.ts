import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core/persistence';
import { constantTimeEquals, SecretBox } from '#libs/core/secrets';
import type { Incoming } from '../../receiving/delivery/delivery-rules.js';
import { TRAIL_FIELD } from '../../sending/outgoing/outgoing.js';

const PURPOSE = 'forwarding trail';
const TRAIL = /^([0-9a-f-]{36,64})\.([A-Za-z0-9_-]{43})$/;

/** Tells a forwarded message from others, whatever it passed: by a field that its tenant has signed, or by what it says. */
@Injectable()
export class MessageTrails {
  constructor(private readonly secrets: SecretBox) {}

  /** The key that the field of the message says, if the tenant has signed it. */
  forwardedKeyOf({ inbound: { tenantId }, content }: Pick<Incoming, 'inbound' | 'content'>): string | null {
    for (const { name, value } of content.headers) {
      if (name.toLowerCase() !== TRAIL_FIELD.toLowerCase()) continue;
      const [, key, signature] = TRAIL.exec(value.trim()) ?? [];
      if (key && signature && this.isSigned(tenantId, key, signature)) return key;
    }
    return null;
  }

  /** One without a date and an id of its own may be the same as another: it is known by its arrival. */
  keyOf(incoming: Incoming): string {
    const forwarded = this.forwardedKeyOf(incoming);
    if (forwarded !== null) return forwarded;
    const { inbound, content } = incoming;
    return isNamed(content) ? incoming.message.contentHash.toString('hex') : inbound.id;
  }

  /**
   * The name of a message that a mailbox of the tenant has forwarded, or the one that it would have as it is. Null for one without a
   * date and an id that was not forwarded, which may be the same as another.
   */
  copyOf(incoming: Incoming): { isForwarded: boolean; knownAs: string } | null {
    const forwarded = this.forwardedKeyOf(incoming);
    if (forwarded === null && !isNamed(incoming.content)) return null;
    const hash = createHash('sha256').update(forwarded ?? this.keyOf(incoming));
    return { isForwarded: forwarded !== null, knownAs: hash.update(incoming.message.contentHash).digest('hex') };
  }

  /** The value of the field. */
  fieldOf(tenantId: TenantId, key: string): string {
    return `${key}.${this.secrets.blindIndex(tenantId, PURPOSE, key).toString('base64url')}`;
  }

  private isSigned(tenantId: TenantId, key: string, signature: string): boolean {
    const indexes = this.secrets.blindIndexes(tenantId, PURPOSE, key);
    return indexes.some((index) => constantTimeEquals(index.toString('base64url'), signature));
  }
}

/** One without a date and an id may be the same as another. */
const isNamed = ({ messageId, date }: Incoming['content']): boolean => messageId !== null || date !== null;
