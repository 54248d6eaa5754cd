import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { CredentialReader } from './credential-reader.js';
import type { SessionPrincipal } from './principal.js';
import type { SessionClaims } from './session-token.js';
import { SessionUse } from './session-use.js';
import type { Membership, Role, TenantView } from './views.js';

const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

export interface SessionDemand {
  tenant: boolean;
  role: Role;
}

/** Turns the claims of a verified session token into a principal, asking the credential view at every call. */
@Injectable()
export class SessionAuthenticator {
  constructor(
    private readonly credentials: CredentialReader,
    private readonly use: SessionUse,
  ) {}

  /**
   * @param preference the header X-Service-Tenant: a tenant id or slug among the person's own
   * @throws Problem AuthorizationError, NoTenant, NotFound or PermissionDenied
   */
  async authenticate(
    claims: SessionClaims,
    token: string,
    preference: string | undefined,
    demand: SessionDemand,
  ): Promise<SessionPrincipal> {
    const [session, user] = await this.credentials.readPair(['session', claims.sid], ['user', claims.sub]);
    if (!session || !user || !user.active || session.userId !== user.userId) throw refused();
    if (Date.parse(session.expiresAt) <= Date.now()) throw refused();
    this.use.record(session.sessionId);
    const person: SessionPrincipal = {
      kind: 'session',
      sessionId: session.sessionId,
      userId: user.userId,
      email: user.email,
      operator: user.operator,
      memberships: user.memberships,
      token,
    };
    return demand.tenant ? this.inTenant(person, preference, demand.role) : person;
  }

  private async inTenant(
    person: SessionPrincipal,
    preference: string | undefined,
    role: Role,
  ): Promise<SessionPrincipal> {
    const membership = chosenMembership(person.memberships, preference);
    const tenant = await this.tenantOf(membership);
    if (RANK[membership.role] < RANK[role]) {
      throw new Problem('PermissionDenied', { message: `This needs the role ${role} in the tenant` });
    }
    return { ...person, tenant, role: membership.role };
  }

  private async tenantOf(membership: Membership): Promise<TenantView> {
    const tenant = await this.credentials.read('tenant', membership.tenantId);
    if (!tenant) throw new Problem('NoTenant');
    return tenant;
  }
}

function chosenMembership(memberships: readonly Membership[], preference: string | undefined): Membership {
  const chosen = preference
    ? memberships.find(({ tenantId, slug }) => tenantId === preference || slug === preference)
    : memberships[0];
  if (chosen) return chosen;
  throw new Problem(preference ? 'NotFound' : 'NoTenant');
}

const refused = () => new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
