import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentOrigin } from '#libs/core/auth';
import { requestedLanguage } from '#libs/core/html';
import { Problem, invalidField } from '#libs/core/http';
import { Database, isId, violatedUnique, type Id } from '#libs/core/persistence';
import type { Address } from '../users/address.entity.js';
import { AddressRepository, type AddressView, type LockedUser } from '../users/address.repository.js';
import { Blocklist } from '../blocklist/blocklist.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { MemberRepository } from '../members/member.repository.js';
import { OwnershipService } from '../ownership/ownership.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { TenantDeletionRepository } from '../tenant-deletion/tenant-deletion.repository.js';
import { auditMember } from '../tenants/tenant-audit.js';
import { TenantRepository, type MemberTenant } from '../tenants/tenant.repository.js';
import { RegistrationService } from '../registration/registration.service.js';
import { normalizeEmail, UserRepository } from '../users/user.repository.js';
import { ProfilesService } from '../profiles/profiles.service.js';
import type { Invitation } from './invitation.entity.js';
import { InvitationRepository } from './invitation.repository.js';

const MOST_MEMBERS = 1_000;

/** A user to be created for an invitation. */
export interface InvitedUser {
  /** The address that the user gave; absent if it is that of the invitation anyway. */
  email?: string;
  name: string;
  password: string;
  /** IP address of the client. */
  ip: string | null;
}

/** A user who was created for an invitation, with the tenant that they joined. */
export interface JoinedUser {
  user: { id: Id<'usr'>; email: string; name: string };
  tenant: MemberTenant;
}

/** Accepts invitations. An invitation is for the user who has the address that it was sent to. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly database: Database,
    private readonly blocklist: Blocklist,
    private readonly invitations: InvitationRepository,
    private readonly members: MemberRepository,
    private readonly tenants: TenantRepository,
    private readonly users: ProfilesService,
    private readonly userRows: UserRepository,
    private readonly hasher: PasswordHasher,
    private readonly ownership: OwnershipService,
    private readonly registration: RegistrationService,
    private readonly addresses: AddressRepository,
    private readonly deletions: TenantDeletionRepository,
    private readonly publisher: CredentialPublisher,
  ) {}

  /**
   * Makes the user a member; of several uses at the same moment one succeeds. The token verifies the address: see
   * {@link OwnershipService.prove}. When this returns, every app rejects what that removed.
   * @param sessionId the session that accepts, and stays
   * @throws Problem InvalidParameter (no such token), Gone (used, revoked or expired), PermissionDenied (for another
   * address), AlreadyExists (a member already), TenantSuspended, NotFound (no such user)
   */
  async accept(userId: Id<'usr'>, token: string, sessionId = sessionOf(userId)): Promise<MemberTenant> {
    const invitation = await this.getByToken(token);
    const address = await this.getAddress(userId, invitation.email);
    assertOpen(invitation);
    // First, so that a session or key from before never belongs to a member.
    if (!address.verified) await this.prove(userId, invitation, token, sessionId);
    await this.join(userId, invitation);
    await this.publisher.publishOrLog([{ kind: 'user', name: userId }]);
    const joined = (await this.users.listTenants(userId)).find(({ id }) => id === invitation.tenantId);
    if (!joined) throw new Problem('NotFound');
    return joined;
  }

  /**
   * Creates a user for the address of the invitation, who becomes a member at once. An account that has the address without
   * a proof becomes theirs: with the new name and password, and without anything that was set before. If the invitation is
   * revoked in that very moment, the user stays.
   * @throws Problem InvalidParameter (no such token), Gone (used, revoked or expired), AlreadyExists (the address is
   * taken), PermissionDenied (registering is closed, another address, blocked, or from a data centre),
   * TenantSuspended, Conflict (the tenant is full), Throttling
   */
  async register(token: string, { email: given, name, password, ip }: InvitedUser): Promise<JoinedUser> {
    this.registration.assertSignup('invite');
    const invitation = await this.getByToken(token);
    assertOpen(invitation);
    const { email } = invitation;
    if (given !== undefined && normalizeEmail(given) !== email) throw otherAddress();
    await this.blocklist.assertSignupAllowed(email, ip);
    const takenOver = await this.takeOver(token, email, { name, password });
    const user =
      takenOver ??
      (await this.registration.createUser({ email, password, name, ip: ip ?? undefined }, { verified: true }));
    return { user: { id: user.id, email, name }, tenant: await this.accept(user.id, token) };
  }

  /** Gives an unproved account to the owner of its address. Undefined if there is none. */
  private async takeOver(
    token: string,
    email: string,
    { name, password }: Pick<InvitedUser, 'name' | 'password'>,
  ): Promise<{ id: Id<'usr'> } | undefined> {
    const known = await this.database.system((tx) => this.addresses.findForReset(tx, email));
    if (!known || known.verifiedAt) return undefined;
    const passwordHash = await this.hasher.hash(password);
    const changes = await this.database.system(async (tx) => {
      const { user, address } = await this.lockAddress(tx, known.userId, email);
      if (address.verifiedAt || (await this.ownership.hasEarlierOwner(tx, user, address))) return undefined;
      assertOpen(await this.getByTokenIn(tx, token));
      await this.userRows.update(tx, user.id, { name, passwordHash, language: requestedLanguage() });
      return this.ownership.prove(tx, user, address);
    });
    if (!changes) return undefined;
    await this.publisher.publish(changes);
    return { id: known.userId };
  }

  private async prove(
    userId: Id<'usr'>,
    { email }: Invitation,
    token: string,
    sessionId: Id<'ses'> | undefined,
  ): Promise<void> {
    const changes = await this.database.system(async (tx) => {
      const { user, address } = await this.lockAddress(tx, userId, email);
      assertOpen(await this.getByTokenIn(tx, token));
      return this.ownership.prove(tx, user, address, sessionId);
    });
    await this.publisher.publish(changes);
  }

  private async lockAddress(
    tx: EntityManager,
    userId: Id<'usr'>,
    email: string,
  ): Promise<{ user: LockedUser; address: Address }> {
    const user = await this.addresses.lockUserForUpdate(tx, userId);
    const address = user?.addresses.find((one) => one.email === email);
    if (!user || !address) throw new Problem('NotFound');
    return { user, address };
  }

  private async getByToken(token: string): Promise<Invitation> {
    return this.database.system((tx) => this.getByTokenIn(tx, token));
  }

  private async getByTokenIn(tx: EntityManager, token: string): Promise<Invitation> {
    const invitation = await this.invitations.findByToken(tx, token);
    if (!invitation) throw invalidField('InvalidParameter', 'Token', 'is not one of an invitation');
    return invitation;
  }

  private async join(userId: Id<'usr'>, invitation: Invitation): Promise<void> {
    const { tenantId, role } = invitation;
    await this.database.tenant(tenantId, async (tx) => {
      const tenant = await this.tenants.lockForUpdate(tx, tenantId);
      const isDeleting = (await this.deletions.find(tx, tenantId)) !== undefined;
      if (tenant?.status === 'suspended' || isDeleting) throw new Problem('TenantSuspended');
      if ((await this.members.count(tx, tenantId)) >= MOST_MEMBERS) {
        throw new Problem('Conflict', { message: `The tenant has ${MOST_MEMBERS} members, and no room for more` });
      }
      if (!(await this.invitations.accept(tx, invitation, userId))) throw gone('was used, revoked, or is too old');
      await this.tenants.insertMember(tx, { tenantId, userId, role }).catch((cause: unknown) => {
        throw violatedUnique(cause)
          ? new Problem('AlreadyExists', { message: 'You are a member of this tenant already', cause })
          : cause;
      });
      await recordViewChanges(tx, [{ kind: 'user', name: userId }]);
      await auditMember(tx, 'member.added', { tenantId, userId }, { after: { role, invitation: invitation.id } });
    });
  }

  private async getAddress(userId: Id<'usr'>, email: string): Promise<AddressView> {
    const profile = await this.users.findProfile(userId);
    if (!profile) throw new Problem('NotFound');
    const address = profile.addresses.find((one) => one.email === email);
    if (address) return address;
    throw otherAddress('Add that address to your account, or sign in with it');
  }
}

/** The session of the request, if it is the user's. */
function sessionOf(userId: Id<'usr'>): Id<'ses'> | undefined {
  const { kind, id, sessionId } = currentOrigin().actor;
  return kind === 'user' && id === userId && sessionId !== null && isId('ses', sessionId) ? sessionId : undefined;
}

function otherAddress(advice = 'Register with that address'): Problem {
  const message = `The invitation is for another e-mail address. ${advice}`;
  return new Problem('PermissionDenied', { message });
}

/** @throws Problem Gone */
function assertOpen({ acceptedAt, revokedAt, expiresAt }: Invitation): void {
  if (acceptedAt) throw gone('was accepted already');
  if (revokedAt) throw gone('was revoked');
  if (expiresAt.getTime() <= Date.now()) throw gone('is too old. Ask for another one');
}

const gone = (what: string): Problem => new Problem('Gone', { message: `The invitation ${what}` });
