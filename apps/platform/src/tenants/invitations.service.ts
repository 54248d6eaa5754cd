import { Injectable } from '@nestjs/common';
import { currentSession, type Role } from '#libs/core/auth';
import { isUuid, Problem } from '#libs/core/http';
import { IdentityGateway } from '../auth/identity-gateway.js';
import type { Invitation } from './members.js';
import type { MemberTenant } from '../auth/member-tenant.js';

/** Invitations to a tenant, and those that the user of the session got. Identity keeps them. */
@Injectable()
export class InvitationsService {
  constructor(private readonly identity: IdentityGateway) {}

  /** @throws Problem Conflict, PermissionDenied, Throttling */
  async create(tenantId: string, email: string, role: Role): Promise<Invitation> {
    const body = { actorId: currentSession().userId, email, role };
    return this.identity.request<Invitation>('POST', `/internal/tenants/${tenantId}/invitations`, body);
  }

  /** Lists the invitations that are neither accepted nor revoked, newest first. */
  async list(tenantId: string): Promise<Invitation[]> {
    const path = `/internal/tenants/${tenantId}/invitations?actorId=${currentSession().userId}`;
    return (await this.identity.request<{ invitations: Invitation[] }>('GET', path)).invitations;
  }

  /** @throws Problem NotFound; Conflict for one that was accepted */
  async revoke(tenantId: string, invitationId: string): Promise<void> {
    if (!isUuid(invitationId)) throw new Problem('NotFound');
    const path = `/internal/tenants/${tenantId}/invitations/${invitationId}/revoke`;
    await this.identity.request('POST', path, { actorId: currentSession().userId });
  }

  /** Accepts the invitation of a mail by its token. @throws Problem PermissionDenied, Gone, InvalidParameter, Conflict */
  async accept(token: string): Promise<MemberTenant> {
    const body = { userId: currentSession().userId, token };
    return this.identity.request<MemberTenant>('POST', '/internal/invitations/accept', body);
  }
}
