import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import type { Role } from '#libs/core/auth';
import { isUuid, Problem, invalidField } from '#libs/core/http';
import { Database, isId, lockKey, violatedUnique, type Id, type TenantId } from '#libs/core/persistence';
import { randomToken } from '#libs/core/secrets';
import { MailLimit } from '../mail/mail-limit.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { MemberRepository } from '../members/member.repository.js';
import { assertSessionOpen } from '../sessions/session-check.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import { normalizeEmail } from '../users/user.repository.js';
import { ProfilesService } from '../profiles/profiles.service.js';
import type { Invitation } from './invitation.entity.js';
import { InvitationRepository, type ShownInvitation } from './invitation.repository.js';

const TOKEN_BYTES = 32;
const VALID_DAYS = 7;
const DAY_MS = 24 * 3_600_000;
const MOST_OPEN = 100;

/** An invitation as the API shows it: without the hash of its token. */
export type OpenInvitation = Pick<Invitation, 'id' | 'email' | 'role' | 'invitedBy' | 'createdAt' | 'expiresAt'>;

/** Invitations to a tenant, as its owner and its admins manage them. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly invitations: InvitationRepository,
    private readonly members: MemberRepository,
    private readonly tenants: TenantRepository,
    private readonly users: ProfilesService,
    private readonly limit: MailLimit,
    private readonly outbox: MailOutbox,
  ) {}

  /**
   * Invites an address by mail, for a week.
   * @throws Problem NotFound, PermissionDenied, AlreadyExists (a member, or invited), InvalidParameter (too many), Throttling
   */
  async create(tenantId: string, actorId: Id<'usr'>, text: string, role: Role): Promise<OpenInvitation> {
    const id = tenantIdOf(tenantId);
    const email = normalizeEmail(text);
    await this.database.tenant(id, async (tx) => {
      const actorRole = await this.authorizeAdmin(tx, id, actorId);
      if (role === 'owner' && actorRole !== 'owner') throw ownersOnly();
      await this.assertNew(tx, id, email);
    });
    await this.limit.consume('invitation', email, actorId);
    return this.database.tenant(id, async (tx) => {
      await this.authorizeAdmin(tx, id, actorId);
      // One that is created while its inviter's account is taken back is revoked, or finds its session ended.
      await lockKey(tx, 'credentials of a user', actorId);
      await this.database.system(assertSessionOpen);
      return this.insert(tx, { tenantId: id, email, role, invitedBy: actorId });
    });
  }

  /** Invitations that are neither accepted nor revoked, newest first. @throws Problem NotFound, PermissionDenied */
  async list(tenantId: string, actorId: Id<'usr'>): Promise<OpenInvitation[]> {
    const id = tenantIdOf(tenantId);
    return this.database.tenant(id, async (tx) => {
      await this.authorizeAdmin(tx, id, actorId);
      return (await this.invitations.listOpen(tx, id, MOST_OPEN)).map(toView);
    });
  }

  /** When this returns, the link is rejected. A repeat is harmless. @throws Problem NotFound, PermissionDenied, Conflict */
  async revoke(tenantId: string, actorId: Id<'usr'>, invitationId: string): Promise<void> {
    const id = tenantIdOf(tenantId);
    await this.database.tenant(id, async (tx) => {
      await this.authorizeAdmin(tx, id, actorId);
      const invitation = isUuid(invitationId) && (await this.invitations.lockForUpdate(tx, id, invitationId));
      if (!invitation) throw new Problem('NotFound');
      if (invitation.acceptedAt) throw new Problem('Conflict', { message: 'The invitation was accepted' });
      if (invitation.revokedAt) return;
      await this.invitations.revoke(tx, invitation);
      await audit(tx, 'invitation.revoked', invitation);
    });
  }

  /**
   * Inserts an invitation and its mail, in a transaction of the tenant. The caller has judged whether the inviter may.
   * @throws Problem AlreadyExists (a member, or invited), InvalidParameter (too many)
   */
  async insert(
    tx: EntityManager,
    { tenantId, email, role, invitedBy }: Pick<Invitation, 'tenantId' | 'email' | 'role' | 'invitedBy'>,
  ): Promise<OpenInvitation> {
    await this.assertNew(tx, tenantId, email);
    const tenant = await this.tenants.find(tx, tenantId);
    const [token, expiresAt] = [randomToken(TOKEN_BYTES), new Date(Date.now() + VALID_DAYS * DAY_MS)];
    const wanted = { tenantId, email, role, token, invitedBy, expiresAt };
    const invitation = await this.invitations.insert(tx, wanted).catch((cause: unknown) => {
      throw violatedUnique(cause) ? invitedAlready() : cause;
    });
    const inviter = await this.users.findProfile(invitedBy);
    const names = { inviter: inviter?.name || inviter?.addresses[0]?.email || '', tenantName: tenant?.name ?? '' };
    const link = { token, expiresAt: expiresAt.toISOString() };
    await this.outbox.enqueue(tx, { kind: 'invitation', to: email, role, ...names, ...link }, tenantId);
    await audit(tx, 'invitation.created', invitation, { role });
    return toView(invitation);
  }

  /** The invitation of a link, as its page shows it. */
  findShown(token: string): Promise<ShownInvitation | undefined> {
    return this.database.statement((pool) => this.invitations.findShown(pool, token));
  }

  private async assertNew(tx: EntityManager, tenantId: TenantId, email: string): Promise<void> {
    if (await this.database.system((system) => this.members.hasAddress(system, tenantId, email))) {
      throw new Problem('AlreadyExists', { message: 'The person is a member already' });
    }
    await this.invitations.revokeExpired(tx, tenantId, email);
    const open = await this.invitations.listOpen(tx, tenantId, MOST_OPEN);
    if (open.some((invitation) => invitation.email === email)) throw invitedAlready();
    if (open.length >= MOST_OPEN) {
      throw invalidField(
        'InvalidParameter',
        'Email',
        `is one too many: a tenant has at most ${MOST_OPEN} open invitations`,
      );
    }
  }

  /** Locks the tenant, and returns the role of its owner or admin. @throws Problem NotFound, PermissionDenied */
  private async authorizeAdmin(tx: EntityManager, tenantId: TenantId, actorId: Id<'usr'>): Promise<Role> {
    await this.tenants.lockForUpdate(tx, tenantId);
    const role = await this.tenants.findRole(tx, tenantId, actorId);
    if (!role) throw new Problem('NotFound');
    if (role === 'member') {
      throw new Problem('PermissionDenied', { message: 'Invitations are for the owner and the admins of the tenant' });
    }
    return role;
  }
}

function tenantIdOf(text: string): TenantId {
  if (!isId('acc', text)) throw new Problem('NotFound');
  return text;
}

function toView({ id, email, role, invitedBy, createdAt, expiresAt }: Invitation): OpenInvitation {
  return { id, email, role, invitedBy, createdAt, expiresAt };
}

const ownersOnly = () => new Problem('PermissionDenied', { message: 'Only an owner invites owners' });
const invitedAlready = () => new Problem('AlreadyExists', { message: 'The address is invited already' });

async function audit(tx: EntityManager, action: string, invitation: Invitation, after?: { role: Role }): Promise<void> {
  const { id, tenantId } = invitation;
  await recordAudit(tx, { action, object: { type: 'invitation', id }, tenantId, after });
}
