import { Injectable } from '@nestjs/common';
import { Problem, refusedField } from '#libs/http';
import { Database, type Id, violatedUnique } from '#libs/persistence';
import { AddressRepository } from '../addresses/address.repository.js';
import { recordViewChanges } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { SystemDatabase } from '../database/system-database.js';
import { MemberRepository } from '../members/member.repository.js';
import { PersonRepository, type Address } from '../people/person.repository.js';
import { auditMember } from '../tenants/tenant-audit.js';
import { TenantRepository, type MemberTenant } from '../tenants/tenant.repository.js';
import { InvitationRepository, type FoundInvitation } from './invitation.repository.js';

const MOST_MEMBERS = 1_000;

/** Takes up an invitation. It is for whoever has the address that it was sent to. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly database: Database,
    private readonly system: SystemDatabase,
    private readonly invitations: InvitationRepository,
    private readonly members: MemberRepository,
    private readonly tenants: TenantRepository,
    private readonly people: PersonRepository,
    private readonly addresses: AddressRepository,
    private readonly publisher: ViewPublisher,
  ) {}

  /**
   * Makes the person a member; of several uses at the same moment one succeeds. Who has read the mail has proved that the
   * address is theirs.
   * @throws Problem InvalidParameter (no such token), Gone (used, revoked or too late), PermissionDenied (for somebody else),
   * AlreadyExists (a member already), TenantSuspended, NotFound (no such person)
   */
  async accept(userId: Id<'usr'>, token: string): Promise<MemberTenant> {
    const invitation = await this.invitations.findByToken(token);
    if (!invitation) throw refusedField('InvalidParameter', 'Token', 'is not one of an invitation');
    const address = await this.addressOf(userId, invitation);
    refuseOver(invitation);
    await this.join(userId, invitation);
    if (!address.verified) await this.system.transaction((tx) => this.addresses.markVerified(tx, address.id));
    await this.publisher.spread([{ kind: 'user', name: userId }]);
    const joined = (await this.tenants.ofUser(userId)).find(({ id }) => id === invitation.tenantId);
    if (!joined) throw new Problem('NotFound');
    return joined;
  }

  private async join(userId: Id<'usr'>, invitation: FoundInvitation): Promise<void> {
    const { tenantId, role } = invitation;
    await this.database.tenant(tenantId, async (tx) => {
      await this.members.hold(tx, tenantId);
      const tenant = await this.tenants.find(tx, tenantId);
      if (tenant?.status === 'suspended') throw new Problem('TenantSuspended');
      if ((await this.members.count(tx, tenantId)) >= MOST_MEMBERS) {
        throw new Problem('Conflict', { message: `The tenant has ${MOST_MEMBERS} members, and no room for more` });
      }
      if (!(await this.invitations.accept(tx, invitation, userId))) throw over('was used, revoked, or is too old');
      await this.tenants.addMember(tx, { tenantId, userId, role }).catch((cause: unknown) => {
        throw violatedUnique(cause)
          ? new Problem('AlreadyExists', { message: 'You are a member of this tenant already', cause })
          : cause;
      });
      await recordViewChanges(tx, [{ kind: 'user', name: userId }]);
      await auditMember(tx, 'member.added', { tenantId, userId }, { after: { role, invitation: invitation.id } });
    });
  }

  private async addressOf(userId: string, { email }: FoundInvitation): Promise<Address> {
    const person = await this.people.findProfile(userId);
    if (!person) throw new Problem('NotFound');
    const address = person.addresses.find((one) => one.email === email);
    if (address) return address;
    const message =
      'The invitation is for another e-mail address. Add that address to your account, or sign in with it';
    throw new Problem('PermissionDenied', { message });
  }
}

/** @throws Problem Gone */
export function refuseOver({
  acceptedAt,
  revokedAt,
  expiresAt,
}: Pick<FoundInvitation, 'acceptedAt' | 'revokedAt' | 'expiresAt'>): void {
  if (acceptedAt) throw over('was accepted already');
  if (revokedAt) throw over('was revoked');
  if (expiresAt.getTime() <= Date.now()) throw over('is too old. Ask for another one');
}

const over = (what: string): Problem => new Problem('Gone', { message: `The invitation ${what}` });
