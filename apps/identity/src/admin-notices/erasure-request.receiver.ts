import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/app-events';
import '#libs/events';
import { logger } from '#libs/observability';
import { Database, one } from '#libs/persistence';
import { MailOutbox } from '../mail/mail-outbox.js';
import { MemberRepository } from '../members/member.repository.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import { COUNT_RECENT } from './recent-events.sql.js';

const EVENT = 'crm.erasure.requested';
/** Requests of one tenant in an hour about which there is mail: any member may enter them. */
const HOURLY = 20;

/** Tells the admins of a tenant by mail that a request to erase a contact waits for them. */
@Injectable()
export class ErasureRequestReceiver {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly members: MemberRepository,
    private readonly outbox: MailOutbox,
  ) {}

  @OnAppEvent(EVENT)
  async tell(tx: EntityManager, { tenantId, payload: { requestId } }: AppEvent<typeof EVENT>): Promise<void> {
    const tenant = await this.tenants.find(tx, tenantId);
    if (!tenant) return;
    // This one is among them.
    const { count } = await one<{ count: number }>(tx, COUNT_RECENT, [tenantId, EVENT]);
    if (count > HOURLY)
      return logger.warn('No mail tells of a request to erase a contact: there are too many', { tenantId });
    const admins = await this.database.system((system) => this.members.listAdmins(system, tenantId));
    const { name: tenantName, slug } = tenant;
    for (const { email, name } of admins)
      await this.outbox.enqueue(
        tx,
        { kind: 'erasure-requested', to: email, name, tenantName, slug, requestId },
        tenantId,
      );
  }
}
