import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AppEvent } from '#libs/core/app-events';
import { QueueHolds } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, one } from '#libs/core/persistence';
import { MailOutbox } from '../mail/mail-outbox.js';
import type { SystemMail } from '../mail/system-mail.js';
import { MemberRepository } from '../members/member.repository.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import { COUNT_RECENT } from './recent-events.sql.js';

/** Events of one type in an hour about which a tenant's admins get mail: some can be caused by any member. */
const HOURLY = 20;

/** An admin who gets the mail, and the tenant that it is about. */
export interface NoticeTo {
  to: string;
  name: string;
  tenantName: string;
  slug: string;
}

/** Tells the owners and admins of a tenant by mail about an event of another app. */
@Injectable()
export class AdminNotices {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly members: MemberRepository,
    private readonly outbox: MailOutbox,
    private readonly holds: QueueHolds,
  ) {}

  /** Enqueues the mail in the transaction that received the event. Skips an event from before a restore of the database: its mail may have been sent. */
  async notify(
    tx: EntityManager,
    { tenantId, type, occurredAt }: Pick<AppEvent, 'tenantId' | 'type' | 'occurredAt'>,
    compose: (admin: NoticeTo) => SystemMail,
  ): Promise<void> {
    if (await this.holds.isLeftOut(occurredAt)) return;
    const tenant = await this.tenants.find(tx, tenantId);
    if (!tenant) return;
    // This one is among them.
    const { count } = await one<{ count: number }>(tx, COUNT_RECENT, [tenantId, type]);
    if (count > HOURLY)
      return logger.warn('Admins get no mail about an event: there are too many', { tenantId, event: type });
    const admins = await this.database.system((system) => this.members.listAdmins(system, tenantId));
    for (const { email, name } of admins)
      await this.outbox.enqueue(tx, compose({ to: email, name, tenantName: tenant.name, slug: tenant.slug }), tenantId);
  }
}
