import { Injectable } from '@nestjs/common';
import { currentSession, currentTenantId } from '#libs/core/auth';
import { invalidField, Problem } from '#libs/core/http';
import { IdentityGateway } from '../auth/identity-gateway.js';
import type { Profile } from '../auth/profile.js';
import { normalAddress } from '../suppressions/suppression.js';
import { MembersService } from '../tenants/members.service.js';

/** Members that are looked through for an address. */
const MAX_MEMBERS = 1_000;
const PAGE = 200;

/** Addresses that a test may go to: verified ones of the user who is signed in, and those of the members of the account. */
@Injectable()
export class TestRecipients {
  constructor(
    private readonly identity: IdentityGateway,
    private readonly members: MembersService,
  ) {}

  /** Returns the address that a test goes to. @throws Problem InvalidParameter for any other, PermissionDenied without a verified one */
  async choose(given: string | undefined): Promise<string> {
    const { userId, email, verified } = currentSession();
    if (given === undefined || isSame(given, email)) {
      // What the session knows may be older than the confirmation.
      if (verified || (await this.ownAddress(userId, email)) !== undefined) return email;
      throw new Problem('PermissionDenied', { message: 'A test needs a verified e-mail address of yours' });
    }
    const found = (await this.ownAddress(userId, given)) ?? (await this.addressOfMember(given));
    if (found === undefined)
      throw invalidField('InvalidParameter', 'To', 'must be a verified address of yours, or the address of a member');
    return found;
  }

  private async ownAddress(userId: string, given: string): Promise<string | undefined> {
    const { addresses } = await this.identity.request<Profile>('GET', `/internal/users/${userId}`);
    return addresses.find(({ email, verified }) => verified && isSame(email, given))?.email;
  }

  private async addressOfMember(given: string): Promise<string | undefined> {
    let cursor = 0;
    for (let seen = 0; seen < MAX_MEMBERS; seen += PAGE) {
      const page = await this.members.listPage(currentTenantId(), { cursor, limit: PAGE });
      const member = page.items.find(({ email }) => isSame(email, given));
      if (member || !page.hasMore) return member?.email;
      cursor = page.nextCursor;
    }
    return undefined;
  }
}

const isSame = (one: string, other: string): boolean => normalAddress(one) === normalAddress(other);
