import { Injectable } from '@nestjs/common';
import { currentSession, type Role } from '#libs/core/auth';
import { IdentityGateway } from '../auth/identity-gateway.js';
import type { MemberTenant } from '../auth/member-tenant.js';

/** The tenants of the user of the session. Identity keeps them. */
@Injectable()
export class TenantsService {
  constructor(private readonly identity: IdentityGateway) {}

  async list(): Promise<MemberTenant[]> {
    const path = `/internal/users/${currentSession().userId}/tenants`;
    return (await this.identity.request<{ tenants: MemberTenant[] }>('GET', path)).tenants;
  }

  /** Makes one that the user owns. @throws Problem Conflict for the 21st */
  async create(name: string): Promise<MemberTenant> {
    const body = { name: name.trim(), ownerId: currentSession().userId };
    const tenant = await this.identity.request<Omit<MemberTenant, 'role'>>('POST', '/internal/tenants', body);
    return { ...tenant, role: 'owner' };
  }

  async rename(id: string, name: string, role: Role): Promise<MemberTenant> {
    const path = `/internal/tenants/${id}`;
    const tenant = await this.identity.request<Omit<MemberTenant, 'role'>>('PATCH', path, { name: name.trim() });
    return { ...tenant, role };
  }

  /** Suspends it, and deletes it after a week. A repeat changes nothing. @throws Problem AuthorizationError, Throttling */
  async delete(id: string, password: string): Promise<void> {
    const body = { actorId: currentSession().userId, password };
    await this.identity.request('POST', `/internal/tenants/${id}/delete`, body);
  }

  /** Restores one that waits to be deleted. @throws Problem Conflict for any other */
  async restore(id: string): Promise<void> {
    await this.identity.request('POST', `/internal/tenants/${id}/restore`, { actorId: currentSession().userId });
  }
}
