import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { Database, isId, newId, type Id, type TenantId } from '#libs/core/persistence';
import { IdentityConfig } from '../config.js';
import { MailLimit } from '../mail/mail-limit.js';
import { MemberRepository } from '../members/member.repository.js';
import type { Tenant } from '../tenants/tenant.entity.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import { TenantsService } from '../tenants/tenants.service.js';
import { normalizeEmail } from '../users/user.repository.js';
import { InvitationsService, type OpenInvitation } from './invitations.service.js';

/** A tenant to be created for somebody who is invited as its owner. */
export interface TenantOfInvited {
  name: string;
  email: string;
  plan?: string;
  products?: string[];
}

/** Operators create tenants for customers, and invite their owners. They never become members themselves. */
@Injectable()
export class OwnerInvitationsService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantsService,
    private readonly tenantRows: TenantRepository,
    private readonly members: MemberRepository,
    private readonly invitations: InvitationsService,
    private readonly limit: MailLimit,
    private readonly config: IdentityConfig,
  ) {}

  /** Creates a tenant without members, and invites its owner. @throws Problem Throttling */
  async createTenant(
    operatorId: Id<'usr'>,
    { name, email: text, plan, products }: TenantOfInvited,
  ): Promise<{ tenant: Tenant; invitation: OpenInvitation }> {
    const [id, email] = [newId('acc'), normalizeEmail(text)];
    await this.limit.consume('invitation', email);
    return this.database.tenant(id, async (tx) => {
      const { newTenantPlan, newTenantProducts } = this.config;
      const values = { id, name, plan: plan ?? newTenantPlan, products: products ?? newTenantProducts };
      const tenant = await this.tenants.insert(tx, values, null);
      const invitation = await this.invitations.insert(tx, {
        tenantId: id,
        email,
        role: 'owner',
        invitedBy: operatorId,
      });
      return { tenant, invitation };
    });
  }

  /**
   * Invites the owner of a tenant that has no member, because an earlier invitation was lost or ran out.
   * @throws Problem NotFound, Conflict (it has members), AlreadyExists (invited), Throttling
   */
  async invite(operatorId: Id<'usr'>, tenantId: string, text: string): Promise<OpenInvitation> {
    if (!isId('acc', tenantId)) throw new Problem('NotFound');
    const email = normalizeEmail(text);
    await this.assertWithoutMembers(tenantId);
    await this.limit.consume('invitation', email);
    return this.database.tenant(tenantId, async (tx) => {
      await this.tenantRows.lockForUpdate(tx, tenantId);
      if ((await this.members.count(tx, tenantId)) > 0) throw hasMembers();
      return this.invitations.insert(tx, { tenantId, email, role: 'owner', invitedBy: operatorId });
    });
  }

  private async assertWithoutMembers(tenantId: TenantId): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      if (!(await this.tenantRows.find(tx, tenantId))) throw new Problem('NotFound');
      if ((await this.members.count(tx, tenantId)) > 0) throw hasMembers();
    });
  }
}

/** An operator who could invite into any tenant could read it without a support session. */
const hasMembers = () => new Problem('Conflict', { message: 'The tenant has members, who invite others themselves' });
