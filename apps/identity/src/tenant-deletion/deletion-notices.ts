import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type TenantId } from '#libs/core/persistence';
import { MailOutbox } from '../mail/mail-outbox.js';
import { MemberRepository } from '../members/member.repository.js';
import { TenantRepository } from '../tenants/tenant.repository.js';

type Notice = { kind: 'tenant-deletion-requested'; dueAt: string } | { kind: 'tenant-restored' | 'tenant-deleted' };

/** Mail to the owners of a tenant about its deletion. */
@Injectable()
export class DeletionNotices {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly members: MemberRepository,
    private readonly outbox: MailOutbox,
  ) {}

  /** Enqueues the mail in a transaction of the tenant, while it still has its members and its name. */
  async enqueue(tx: EntityManager, tenantId: TenantId, notice: Notice): Promise<void> {
    const tenant = await this.tenants.find(tx, tenantId);
    if (!tenant) return;
    const admins = await this.database.system((system) => this.members.listAdmins(system, tenantId));
    for (const { email, name, role } of admins) {
      if (role !== 'owner') continue;
      await this.outbox.enqueue(tx, { ...notice, to: email, name, tenantName: tenant.name }, tenantId);
    }
  }
}
