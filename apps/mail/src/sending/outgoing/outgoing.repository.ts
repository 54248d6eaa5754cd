import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { OutgoingRecipient } from './outgoing.js';
import { OutgoingMessage } from './outgoing-message.entity.js';

/** How long a message is known after its end (milliseconds): 30 days. */
const KEPT_MS = 30 * 86_400_000;
const DELETED_AT_ONCE = 1_000;

/** The rows of messages on their way out. */
@Injectable()
export class OutgoingRepository {
  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<OutgoingMessage | null> {
    return tx.findOneBy(OutgoingMessage, { tenantId, id });
  }

  /** Another attempt that records its outcome waits until the transaction ends. */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<OutgoingMessage | null> {
    return tx.findOne(OutgoingMessage, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async updateRecipients(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    recipients: OutgoingRecipient[],
    finishedAt: Date | null,
  ): Promise<void> {
    await tx.update(OutgoingMessage, { tenantId, id }, { recipients, finishedAt });
  }

  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<void> {
    await tx.delete(OutgoingMessage, { tenantId, id });
  }

  /** Deletes some of the messages that ended 30 days ago. Runs as the system role. Returns how many. */
  async deleteOld(tx: EntityManager): Promise<number> {
    const old = await tx.find(OutgoingMessage, {
      select: { tenantId: true, id: true },
      where: { finishedAt: LessThan(new Date(Date.now() - KEPT_MS)) },
      order: { finishedAt: 'ASC' },
      take: DELETED_AT_ONCE,
    });
    if (old.length > 0)
      await tx.delete(
        OutgoingMessage,
        old.map(({ tenantId, id }) => ({ tenantId, id })),
      );
    return old.length;
  }
}
