import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { CredentialReader } from '../credentials/credential-reader.js';
import type { SessionPrincipal } from '../principal/principal.js';
import type { SessionClaims } from './session-token.js';
import { SessionUse } from '../use/session-use.js';
import type { Membership, Role, SessionView, SupportView, TenantView } from '../credentials/views.js';

const RANK: Record<Role, number> = { member: 0, admin: 1, owner: 2 };

export interface SessionDemand {
  tenant: boolean;
  role: Role;
}

/** Authenticates the claims of a verified session token, by the credential view at every call. */
@Injectable()
export class SessionAuthenticator {
  constructor(
    private readonly credentials: CredentialReader,
    private readonly use: SessionUse,
  ) {}

  /** The principal without a tenant. @throws Problem AuthorizationError */
  async authenticate(claims: SessionClaims, token: string): Promise<SessionPrincipal> {
    const [session, user] = await this.credentials.readPair(['session', claims.sid], ['user', claims.sub]);
    if (!session || !user || !user.active || session.userId !== user.userId || isExpired(session))
      throw invalidSession();
    const { sessionId } = session;
    const { active: _, ...known } = user;
    const principal: SessionPrincipal = { kind: 'session', sessionId, ...known, token };
    if (session.support) return this.inSupport(principal, session.support);
    this.use.record(sessionId);
    return principal;
  }

  /**
   * Adds the tenant if the route requires one.
   * @param preference the header X-Service-Tenant: id or slug of a tenant of the user
   * @throws Problem NoTenant, NotFound or PermissionDenied
   */
  async selectTenant(
    principal: SessionPrincipal,
    preference: string | undefined,
    demand: SessionDemand,
  ): Promise<SessionPrincipal> {
    return demand.tenant ? this.inTenant(principal, preference, demand.role) : principal;
  }

  /**
   * A support session has the rights of an admin of its one tenant and no rights of the operator. It ends when the operator
   * logs out or stops being an operator.
   */
  private async inSupport(principal: SessionPrincipal, support: SupportView): Promise<SessionPrincipal> {
    const [parent, tenant] = await this.credentials.readPair(
      ['session', support.parentSessionId],
      ['tenant', support.tenantId],
    );
    if (!principal.operator || !tenant || !parent || parent.userId !== principal.userId || isExpired(parent)) {
      throw invalidSession();
    }
    const memberships: Membership[] = [{ tenantId: tenant.id, slug: tenant.slug, role: 'admin' }];
    return { ...principal, operator: false, memberships, support };
  }

  private async inTenant(
    principal: SessionPrincipal,
    preference: string | undefined,
    role: Role,
  ): Promise<SessionPrincipal> {
    const membership = chosenMembership(principal.memberships, preference);
    const tenant = await this.tenantOf(membership);
    if (RANK[membership.role] < RANK[role]) {
      throw new Problem('PermissionDenied', { message: `This needs the role ${role} in the tenant` });
    }
    return { ...principal, tenant, role: membership.role };
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

const isExpired = ({ expiresAt }: SessionView): boolean => Date.parse(expiresAt) <= Date.now();

const invalidSession = () =>
  new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
