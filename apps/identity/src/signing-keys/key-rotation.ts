import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { logger, type LogFields } from '#libs/core/observability';
import { Database, lock } from '#libs/core/persistence';
import { IdentityConfig } from '../config.js';
import { SigningKeyRepository } from './signing-key.repository.js';
import { SigningKeyRing } from './signing-key-ring.js';

const EVERY_MS = 600_000;
const DAY_MS = 86_400_000;
/** Tokens without a session row (ID tokens, support sessions) live no longer than an hour. */
const GRACE_SECONDS = 2 * 3_600;

export interface Rotation {
  kid: string;
  /** When the new key starts to sign. */
  signsFrom: Date;
}

/**
 * Replaces the signing key from time to time. The next key is published SIGNING_KEY_LEAD_SECONDS before it signs; a key
 * that no longer signs stays published until the last session has ended whose token it signed.
 */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly database: Database,
    private readonly repository: SigningKeyRepository,
    private readonly ring: SigningKeyRing,
    private readonly config: IdentityConfig,
  ) {}

  /** Publishes a new key that signs after the lead time; present tokens stay valid. */
  async rotate(): Promise<Rotation> {
    const rotation = await this.database.system(async (tx) => {
      await lock(tx, 'signing keys');
      const signsFrom = this.afterLead();
      return { kid: await this.ring.create(tx, signsFrom), signsFrom };
    });
    await this.reload('A new signing key is published', fieldsOf(rotation));
    return rotation;
  }

  /** Replaces a key that others may know: a new one signs at once, and tokens of all other keys become invalid. */
  async replaceCompromised(): Promise<Rotation> {
    const rotation = await this.database.system(async (tx) => {
      await lock(tx, 'signing keys');
      const signsFrom = new Date();
      const kid = await this.ring.create(tx, signsFrom);
      await this.repository.retireAllBut(tx, kid);
      return { kid, signsFrom };
    });
    await this.reload('All signing keys were replaced', fieldsOf(rotation));
    return rotation;
  }

  /** Rotates if the newest key is old enough, and retires keys whose tokens have expired. */
  @Every({ every: EVERY_MS, whileHeld: 'runs' })
  async rotateWhenDue(): Promise<void> {
    const due = new Date(this.afterLead().getTime() - this.config.signingKeyDays * DAY_MS);
    const rotation = await this.database.system(async (tx) => {
      await lock(tx, 'signing keys');
      const newest = await this.repository.findNewest(tx);
      if (newest && newest.signsFrom > due) return undefined;
      const signsFrom = this.afterLead();
      return { kid: await this.ring.create(tx, signsFrom), signsFrom };
    });
    if (rotation) await this.reload('A new signing key is published', fieldsOf(rotation));
    const retired = await this.database.system((tx) => this.repository.retireOutlived(tx, GRACE_SECONDS));
    if (retired.length > 0) await this.reload('Signing keys were retired', { keyId: retired.join(' ') });
  }

  private afterLead(): Date {
    return new Date(Date.now() + this.config.signingKeyLeadSeconds * 1_000);
  }

  private async reload(message: string, fields: LogFields): Promise<void> {
    await this.ring.load();
    logger.info(message, fields);
  }
}

const fieldsOf = ({ kid, signsFrom }: Rotation): LogFields => ({ keyId: kid, startsAt: signsFrom.toISOString() });
