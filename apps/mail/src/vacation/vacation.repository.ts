import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exec, maybe, type TenantId } from '#libs/core/persistence';
import type { MailboxRef } from '../mailboxes/mailbox.entity.js';
import { VacationReply } from './vacation-reply.entity.js';
import { Vacation } from './vacation.entity.js';
import { DELETE_OLD_REPLIES, INSERT_REPLY } from './vacation.sql.js';
import { INTERVAL_DAYS, MAX_REPLIES_A_DAY } from './vacation-values.js';

export type VacationValues = Omit<Vacation, 'tenantId' | 'mailboxId' | 'updatedAt'>;

const DAY_MS = 86_400_000;
const DELETED_AT_ONCE = 5_000;

@Injectable()
export class VacationRepository {
  async find(tx: EntityManager, { tenantId, id: mailboxId }: MailboxRef): Promise<Vacation | null> {
    return tx.findOneBy(Vacation, { tenantId, mailboxId });
  }

  async upsert(tx: EntityManager, { tenantId, id: mailboxId }: MailboxRef, values: VacationValues): Promise<void> {
    await tx.upsert(Vacation, { ...values, tenantId, mailboxId, updatedAt: new Date() }, ['tenantId', 'mailboxId']);
  }

  /**
   * Notes that a sender is answered. False if that happened in the interval, or the mailbox or the tenant has answered too many
   * senders today. Of transactions that note one sender at the same instant, one is true.
   */
  async insertReply(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    address: string,
    intervalDays: number,
  ): Promise<boolean> {
    const values = [
      tenantId,
      mailboxId,
      address.toLowerCase(),
      intervalDays,
      MAX_REPLIES_A_DAY.mailbox,
      MAX_REPLIES_A_DAY.tenant,
    ];
    return (await maybe(tx, INSERT_REPLY, values)) !== undefined;
  }

  /** Deletes the record of replies, so that every sender may get one again. */
  async deleteReplies(tx: EntityManager, { tenantId, id: mailboxId }: MailboxRef): Promise<void> {
    await tx.delete(VacationReply, { tenantId, mailboxId });
  }

  /** Deletes some of the replies that no interval reaches back to. Runs as the system role. Returns how many. */
  async deleteOldReplies(tx: EntityManager): Promise<number> {
    const before = new Date(Date.now() - (INTERVAL_DAYS.max + 1) * DAY_MS);
    return exec(tx, DELETE_OLD_REPLIES, [before, DELETED_AT_ONCE]);
  }
}
