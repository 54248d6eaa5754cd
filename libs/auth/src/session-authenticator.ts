import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { CredentialReader } from './credential-reader.js';
import type { SessionPrincipal } from './principal.js';
import type { SessionClaims } from './session-token.js';
import { SessionUse } from './session-use.js';
import type { Membership, Role, SessionView, SupportView, TenantView } from './views.js';

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

  /** Whose session it is, in no tenant yet. @throws Problem AuthorizationError */
  async identify(claims: SessionClaims, token: string): Promise<SessionPrincipal> {
    const [session, user] = await this.credentials.readPair(['session', claims.sid], ['user', claims.sub]);
    if (!session || !user || !user.active || session.userId !== user.userId || isOver(session)) throw refused();
    const { sessionId } = session;
    const { userId, email, operator, memberships } = user;
    const person: SessionPrincipal = { kind: 'session', sessionId, userId, email, operator, memberships, token };
    if (session.support) return this.inSupport(person, session.support);
    this.use.record(sessionId);
    return person;
  }

  /**
   * The person in the tenant that they prefer, if a tenant is demanded.
   * @param preference the header X-Service-Tenant: a tenant id or slug among the person's own
   * @throws Problem NoTenant, NotFound or PermissionDenied
   */
  async enter(
    person: SessionPrincipal,
    preference: string | undefined,
    demand: SessionDemand,
  ): Promise<SessionPrincipal> {
    return demand.tenant ? this.inTenant(person, preference, demand.role) : person;
  }

  /**
   * An operator's look into one tenant: it sees what an admin of the tenant sees, and none of what is the operator's
   * own. It lasts only as long as the operator is one, and is logged in.
   */
  private async inSupport(person: SessionPrincipal, support: SupportView): Promise<SessionPrincipal> {
    const [parent, tenant] = await this.credentials.readPair(
      ['session', support.parentSessionId],
      ['tenant', support.tenantId],
    );
    if (!person.operator || !tenant || !parent || parent.userId !== person.userId || isOver(parent)) throw refused();
    const memberships: Membership[] = [{ tenantId: tenant.id, slug: tenant.slug, role: 'admin' }];
    return { ...person, operator: false, memberships, support };
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

const isOver = ({ expiresAt }: SessionView): boolean => Date.parse(expiresAt) <= Date.now();

const refused = () => new Problem('AuthorizationError', { message: 'The session is missing, invalid or expired' });
