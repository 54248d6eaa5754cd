import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DkimKeyCache } from '#libs/messaging/domains';
import type { DkimKey } from '#libs/mail/email';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { ReloadedCopy } from '#libs/core/copies';
import { PlatformConfig } from '../config.js';
import { FeedbackIds } from '../feedback/return-paths/feedback-ids.js';
import type { MessageRef } from '../feedback/return-paths/message-token.js';
import { FeedbackKeyRepository } from './feedback-key.repository.js';
import { feedbackLoopAddress, type FeedbackLoopAddress } from './feedback-loop-address.js';

/** Owner for whom the keys are sealed. */
export const KEY_OWNER = 'platform';

/** How long another process goes on with a key after a check has activated its successor. */
const POLL_MS = 10_000;

/** Headers and signing keys that make complaints about an e-mail come here. */
export interface FeedbackLoopMark {
  headers: Record<string, string>;
  /** The keys that sign it. */
  keys: readonly DkimKey[];
}

/**
 * Marks e-mails with the address for complaints (RFC 9477). Mailbox providers believe it if the sender's domain has signed
 * the mail, and so has the domain of the address; mail that cannot have both is not marked.
 */
@Injectable()
export class FeedbackLoop implements OnModuleInit {
  private readonly address: FeedbackLoopAddress | null;
  private readonly isUsed: boolean;
  private key: DkimKey | null = null;
  private readonly copy = new ReloadedCopy('feedback key', () => this.load());

  constructor(
    private readonly database: Database,
    private readonly repository: FeedbackKeyRepository,
    private readonly cache: DkimKeyCache,
    private readonly ids: FeedbackIds,
    config: PlatformConfig,
  ) {
    this.address = feedbackLoopAddress(config);
    this.isUsed = this.address !== null && config.runsQueues;
  }

  /** Nothing is sent before the key is loaded. */
  async onModuleInit(): Promise<void> {
    if (this.isUsed) await this.copy.start();
  }

  /** @param keys those of the sender's domain */
  mark(ref: MessageRef, keys: readonly DkimKey[]): FeedbackLoopMark | null {
    const [own] = keys;
    if (!this.address || !own) return null;
    const { address, domain } = this.address;
    const isOwn = own.domain === domain;
    if (!isOwn && !this.key) return null;
    return {
      headers: { 'CFBL-Address': `${address}; report=arf`, 'CFBL-Feedback-ID': this.ids.idOf(ref) },
      keys: isOwn || !this.key ? keys : [...keys, this.key],
    };
  }

  @Every({ every: POLL_MS, whileHeld: 'runs' })
  async refresh(): Promise<void> {
    if (this.isUsed) await this.copy.poll();
  }

  private async load(): Promise<void> {
    const { domain = '' } = this.address ?? {};
    const row = await this.database.system((tx) => this.repository.findActive(tx, domain));
    this.key = row && this.cache.open(KEY_OWNER, row);
  }
}
