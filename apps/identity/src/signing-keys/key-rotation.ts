import { Injectable } from '@nestjs/common';
import { type LogFields, logger } from '#libs/observability';
import { Every } from '#libs/jobs';
import { IdentityConfig } from '../config.js';
import { SigningKeyRepository } from './signing-key.repository.js';
import { SigningKeyRing } from './signing-key-ring.js';

const EVERY_MS = 600_000;
const DAY_MS = 86_400_000;
/** Tokens that no session row tells the end of (of ID tokens, of support) live no longer than an hour. */
const GRACE_SECONDS = 2 * 3_600;

export interface Rotation {
  kid: string;
  /** From when on the new key signs. */
  signsFrom: Date;
}

/**
 * Replaces the signing key from time to time. The next key is published SIGNING_KEY_LEAD_SECONDS before it signs, and
 * a key that signs no more stays published until the last session has ended whose token it signed.
 */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly repository: SigningKeyRepository,
    private readonly ring: SigningKeyRing,
    private readonly config: IdentityConfig,
  ) {}

  /** Publishes a new key that signs as soon as everybody has had the time to learn of it; no token loses its worth. */
  async rotate(): Promise<Rotation> {
    const rotation = await this.repository.exclusively(async (tx) => {
      const signsFrom = this.afterLead();
      return { kid: await this.repository.make(tx, signsFrom), signsFrom };
    });
    await this.takeNotice('A new signing key is published', published(rotation));
    return rotation;
  }

  /** For a key that somebody else may know: a new one signs at once, and what others have signed is worth nothing. */
  async replaceCompromised(): Promise<Rotation> {
    const rotation = await this.repository.exclusively(async (tx) => {
      const signsFrom = new Date();
      const kid = await this.repository.make(tx, signsFrom);
      await this.repository.retireAllBut(tx, kid);
      return { kid, signsFrom };
    });
    await this.takeNotice('All signing keys were replaced', published(rotation));
    return rotation;
  }

  /** What time has brought: rotates when the newest key is old enough, and retires what has outlived its tokens. */
  @Every({ every: EVERY_MS })
  async rotateWhenDue(): Promise<void> {
    const due = new Date(this.afterLead().getTime() - this.config.signingKeyDays * DAY_MS);
    const rotation = await this.repository.exclusively(async (tx) => {
      const newest = await this.repository.newestSignsFrom(tx);
      if (newest && newest > due) return undefined;
      const signsFrom = this.afterLead();
      return { kid: await this.repository.make(tx, signsFrom), signsFrom };
    });
    if (rotation) await this.takeNotice('A new signing key is published', published(rotation));
    const retired = await this.repository.retireOutlived(GRACE_SECONDS);
    if (retired.length > 0) await this.takeNotice('Signing keys were retired', { keyId: retired.join(' ') });
  }

  private afterLead(): Date {
    return new Date(Date.now() + this.config.signingKeyLeadSeconds * 1_000);
  }

  private async takeNotice(message: string, fields: LogFields): Promise<void> {
    await this.ring.load();
    logger.info(message, fields);
  }
}

const published = ({ kid, signsFrom }: Rotation): LogFields => ({ keyId: kid, startsAt: signsFrom.toISOString() });
