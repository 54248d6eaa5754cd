import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/audit';
import type { Role } from '#libs/auth';
import { isUuid, Problem, refusedField } from '#libs/http';
import { Database, type Id, isId, type TenantId, violatedUnique } from '#libs/persistence';
import { randomToken } from '#libs/secrets';
import type { EntityManager } from 'typeorm';
import { MailLimit } from '../mail/mail-limit.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { MemberRepository } from '../members/member.repository.js';
import { normalisedEmail, PersonRepository } from '../people/person.repository.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import { InvitationRepository, type Invitation } from './invitation.repository.js';

const TOKEN_BYTES = 32;
const VALID_DAYS = 7;
const DAY_MS = 24 * 3_600_000;
const MOST_OPEN = 100;

/** Invitations to a tenant, as its owner and its admins make them. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: Database,
    private readonly invitations: InvitationRepository,
    private readonly members: MemberRepository,
    private readonly tenants: TenantRepository,
    private readonly people: PersonRepository,
    private readonly limit: MailLimit,
    private readonly outbox: MailOutbox,
  ) {}

  /**
   * Invites whoever reads the mail to an address, for a week.
   * @throws Problem NotFound, PermissionDenied, AlreadyExists (a member, or invited), InvalidParameter (too many), Throttling
   */
  async create(tenantId: string, actorId: Id<'usr'>, text: string, role: Role): Promise<Invitation> {
    const email = normalisedEmail(text);
    const inviter = await this.people.findProfile(actorId);
    await this.asAdmin(tenantId, actorId, (tx, id, actorRole) => {
      if (role === 'owner' && actorRole !== 'owner') throw ownersOnly();
      return this.refuseKnown(tx, id, email);
    });
    await this.limit.take('invitation', email, actorId);
    return this.asAdmin(tenantId, actorId, async (tx, id) => {
      await this.refuseKnown(tx, id, email);
      const tenant = await this.tenants.find(tx, id);
      const [token, expiresAt] = [randomToken(TOKEN_BYTES), new Date(Date.now() + VALID_DAYS * DAY_MS)];
      const wanted = { tenantId: id, email, role, token, invitedBy: actorId, expiresAt };
      const invitation = await this.invitations.insert(tx, wanted).catch((cause: unknown) => {
        throw violatedUnique(cause) ? invitedAlready() : cause;
      });
      const names = { inviter: inviter?.name || inviter?.addresses[0]?.email || '', tenantName: tenant?.name ?? '' };
      const link = { token, expiresAt: expiresAt.toISOString() };
      await this.outbox.promise(tx, { kind: 'invitation', to: email, role, ...names, ...link }, id);
      await audit(tx, 'invitation.created', id, invitation.id, role);
      return invitation;
    });
  }

  /** Those that are neither accepted nor revoked, newest first. @throws Problem NotFound, PermissionDenied */
  async list(tenantId: string, actorId: Id<'usr'>): Promise<Invitation[]> {
    return this.asAdmin(tenantId, actorId, (tx, id) => this.invitations.open(tx, id, MOST_OPEN));
  }

  /** When this returns, the link opens nothing. A repeat is harmless. @throws Problem NotFound, PermissionDenied, Conflict */
  async revoke(tenantId: string, actorId: Id<'usr'>, invitationId: string): Promise<void> {
    await this.asAdmin(tenantId, actorId, async (tx, id) => {
      if (!isUuid(invitationId)) throw new Problem('NotFound');
      const outcome = await this.invitations.revoke(tx, id, invitationId);
      if (!outcome) throw new Problem('NotFound');
      if (outcome === 'accepted') throw new Problem('Conflict', { message: 'The invitation was accepted' });
      if (outcome === 'revoked') await audit(tx, 'invitation.revoked', id, invitationId);
    });
  }

  private async refuseKnown(tx: EntityManager, tenantId: TenantId, email: string): Promise<void> {
    if (await this.members.hasAddress(tenantId, email)) {
      throw new Problem('AlreadyExists', { message: 'The person is a member already' });
    }
    await this.invitations.tidy(tx, tenantId, email);
    const open = await this.invitations.open(tx, tenantId, MOST_OPEN);
    if (open.some((invitation) => invitation.email === email)) throw invitedAlready();
    if (open.length >= MOST_OPEN) {
      throw refusedField(
        'InvalidParameter',
        'Email',
        `is one too many: a tenant has at most ${MOST_OPEN} open invitations`,
      );
    }
  }

  private async asAdmin<T>(
    tenantId: string,
    actorId: Id<'usr'>,
    work: (tx: EntityManager, tenantId: TenantId, role: Role) => Promise<T>,
  ): Promise<T> {
    if (!isId('acc', tenantId)) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) => {
      await this.members.hold(tx, tenantId);
      const role = await this.tenants.roleOf(tx, tenantId, actorId);
      if (!role) throw new Problem('NotFound');
      if (role === 'member') {
        throw new Problem('PermissionDenied', {
          message: 'Invitations are for the owner and the admins of the tenant',
        });
      }
      return work(tx, tenantId, role);
    });
  }
}

const ownersOnly = () => new Problem('PermissionDenied', { message: 'Only an owner invites owners' });
const invitedAlready = () => new Problem('AlreadyExists', { message: 'The address is invited already' });

async function audit(tx: EntityManager, action: string, tenantId: TenantId, id: string, role?: Role): Promise<void> {
  const object = { type: 'invitation', id };
  await recordAudit(tx, { action, object, tenantId, ...(role && { after: { role } }) });
}
