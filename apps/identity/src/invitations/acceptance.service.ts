import { Injectable } from '@nestjs/common';
import { Problem, refusedField } from '#libs/http';
import { Database, violatedUnique, type Id } from '#libs/persistence';
import { AddressRepository, type AddressView } from '../addresses/address.repository.js';
import { Blocklist } from '../blocklist/blocklist.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { MemberRepository } from '../members/member.repository.js';
import { auditMember } from '../tenants/tenant-audit.js';
import { TenantRepository, type MemberTenant } from '../tenants/tenant.repository.js';
import { RegistrationService } from '../users/registration.service.js';
import { UsersService } from '../users/users.service.js';
import type { Invitation } from './invitation.entity.js';
import { InvitationRepository } from './invitation.repository.js';

const MOST_MEMBERS = 1_000;

/** A user to be created for an invitation. */
export interface InvitedUser {
  name: string;
  password: string;
  /** Where the request came from. */
  ip: string | null;
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
    private readonly users: UsersService,
    private readonly registration: RegistrationService,
    private readonly addresses: AddressRepository,
    private readonly publisher: CredentialPublisher,
  ) {}

  /**
   * Makes the user a member; of several uses at the same moment one succeeds. The token verifies the address.
   * @throws Problem InvalidParameter (no such token), Gone (used, revoked or expired), PermissionDenied (for another
   * address), AlreadyExists (a member already), TenantSuspended, NotFound (no such user)
   */
  async accept(userId: Id<'usr'>, token: string): Promise<MemberTenant> {
    const invitation = await this.getByToken(token);
    const address = await this.getAddress(userId, invitation.email);
    assertOpen(invitation);
    await this.join(userId, invitation);
    if (!address.verified) await this.database.system((tx) => this.addresses.markVerified(tx, address.id));
    await this.publisher.publishOrLog([{ kind: 'user', name: userId }]);
    const joined = (await this.users.listTenants(userId)).find(({ id }) => id === invitation.tenantId);
    if (!joined) throw new Problem('NotFound');
    return joined;
  }

  /**
   * Creates a user for the address of the invitation, who becomes a member at once. If the invitation is revoked in that
   * very moment, the user stays.
   * @throws Problem InvalidParameter (no such token), Gone (used, revoked or expired), AlreadyExists (the address is
   * taken), PermissionDenied (blocked, or from a data centre), TenantSuspended, Conflict (the tenant is full), Throttling
   */
  async register(token: string, { name, password, ip }: InvitedUser): Promise<MemberTenant> {
    const invitation = await this.getByToken(token);
    assertOpen(invitation);
    const { email } = invitation;
    await this.blocklist.assertSignupAllowed(email, ip);
    const { id } = await this.registration.createUser({ email, password, name }, { verified: true });
    return this.accept(id, token);
  }

  private async getByToken(token: string): Promise<Invitation> {
    const invitation = await this.database.system((tx) => this.invitations.findByToken(tx, token));
    if (!invitation) throw refusedField('InvalidParameter', 'Token', 'is not one of an invitation');
    return invitation;
  }

  private async join(userId: Id<'usr'>, invitation: Invitation): Promise<void> {
    const { tenantId, role } = invitation;
    await this.database.tenant(tenantId, async (tx) => {
      const tenant = await this.tenants.lockForUpdate(tx, tenantId);
      if (tenant?.status === 'suspended') throw new Problem('TenantSuspended');
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
    const message =
      'The invitation is for another e-mail address. Add that address to your account, or sign in with it';
    throw new Problem('PermissionDenied', { message });
  }
}

/** @throws Problem Gone */
function assertOpen({ acceptedAt, revokedAt, expiresAt }: Invitation): void {
  if (acceptedAt) throw gone('was accepted already');
  if (revokedAt) throw gone('was revoked');
  if (expiresAt.getTime() <= Date.now()) throw gone('is too old. Ask for another one');
}

const gone = (what: string): Problem => new Problem('Gone', { message: `The invitation ${what}` });
