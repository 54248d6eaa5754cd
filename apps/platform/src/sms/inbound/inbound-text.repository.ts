import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { spellingsOf } from '#libs/privacy/data-rights';
import { SmsSender } from '../senders/sms-sender.entity.js';
import { InboundText } from './inbound-text.entity.js';
import { SharedSenderText } from './shared-sender-text.entity.js';

/** The most tenants that a text to the sender of the installation applies to. */
const TENANTS_MAX = 1_000;

/** Texts that came in, and the tenants that they are for. */
@Injectable()
export class InboundTextRepository {
  /** Inserts the id of a text; false if it is there already. */
  async insert(tx: EntityManager, tenantId: TenantId, carrierId: string): Promise<boolean> {
    const insert = tx.createQueryBuilder().insert().into(InboundText).values({ tenantId, carrierId });
    const { raw } = await insert.orIgnore().returning('carrier_id').execute();
    return (raw as unknown[]).length > 0;
  }

  /** Records whom a tenant has texted from the sender of the installation. */
  async insertShared(tx: EntityManager, tenantId: TenantId, recipients: readonly string[]): Promise<void> {
    if (recipients.length === 0) return;
    const values = [...new Set(recipients)].sort().map((recipient) => ({ tenantId, recipient }));
    await tx.createQueryBuilder().insert().into(SharedSenderText).values(values).orIgnore().execute();
  }

  /** The tenant whose number it is. Runs as the system role, as {@link listSharing} does. */
  async findHolder(tx: EntityManager, number: string): Promise<TenantId | undefined> {
    const where = { value: number, kind: 'number', confirmedAt: Not(IsNull()) } as const;
    return (await tx.findOneBy(SmsSender, where))?.tenantId;
  }

  /** The tenants that have texted a number from the sender of the installation. */
  async listSharing(tx: EntityManager, recipient: string): Promise<TenantId[]> {
    const rows = await tx.find(SharedSenderText, {
      where: { recipient: In(spellingsOf(recipient)) },
      take: TENANTS_MAX,
    });
    return [...new Set(rows.map(({ tenantId }) => tenantId))];
  }
}
