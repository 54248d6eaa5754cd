import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThanOrEqual } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type RecordChecks, RETIRING_DAYS } from '#libs/messaging/domains';
import { lock } from '#libs/core/persistence';
import { FeedbackKey } from './feedback-key.entity.js';

const DAY_MS = 86_400_000;

export type NewFeedbackKey = Pick<FeedbackKey, 'domain' | 'selector' | 'algorithm' | 'privateKey' | 'publicKey'>;

@Injectable()
export class FeedbackKeyRepository {
  /** Oldest first. */
  async list(tx: EntityManager, domain: string): Promise<FeedbackKey[]> {
    return tx.find(FeedbackKey, { where: { domain }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** The keys, oldest first. Other changes of keys wait until the transaction ends. */
  async listForUpdate(tx: EntityManager, domain: string): Promise<FeedbackKey[]> {
    await lock(tx, 'feedback keys');
    return this.list(tx, domain);
  }

  async findActive(tx: EntityManager, domain: string): Promise<FeedbackKey | null> {
    return tx.findOneBy(FeedbackKey, { domain, active: true });
  }

  async insert(tx: EntityManager, key: NewFeedbackKey): Promise<void> {
    await tx.insert(FeedbackKey, { id: uuidv7(), ...key, active: false, recordStatus: 'unchecked' });
  }

  async updateChecks(tx: EntityManager, keys: readonly FeedbackKey[], found: RecordChecks): Promise<void> {
    const checkedAt = new Date();
    for (const { id } of keys) {
      const recordStatus = found[id];
      if (recordStatus) await tx.update(FeedbackKey, { id }, { recordStatus, checkedAt });
    }
  }

  /** One key signs from now on, and others sign no more. */
  async activate(tx: EntityManager, id: string, retired: readonly string[]): Promise<void> {
    await tx.update(FeedbackKey, { id: In(retired) }, { active: false, retiredAt: new Date() });
    await tx.update(FeedbackKey, { id }, { active: true });
  }

  async deleteExpired(tx: EntityManager): Promise<void> {
    const expiry = new Date(Date.now() - RETIRING_DAYS * DAY_MS);
    await tx.delete(FeedbackKey, { retiredAt: LessThanOrEqual(expiry) });
  }
}
