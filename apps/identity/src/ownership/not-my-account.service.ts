import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import type { Address } from '../users/address.entity.js';
import { AddressRepository, type LockedUser } from '../users/address.repository.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges, type ChangedEntry } from '../credentials/view-change.sql.js';
import { LinkTokenRepository } from '../link-tokens/link-token.repository.js';
import { TenantsService } from '../tenants/tenants.service.js';
import { auditUser } from '../users/user-audit.js';
import { UserRepository } from '../users/user.repository.js';
import { OwnershipService } from './ownership.service.js';
import { UserCredentialsRepository } from './user-credentials.repository.js';

const REASON = 'The owner of the address with which its owner registered says that it was another person.';

interface Freed {
  changes: ChangedEntry[];
  /** Tenants that have no owner now. */
  tenantIds: TenantId[];
}

/** "This was not me": the owner of an unverified address has nothing to do with the account that has it. */
@Injectable()
export class NotMyAccountService {
  constructor(
    private readonly database: Database,
    private readonly addresses: AddressRepository,
    private readonly tokens: LinkTokenRepository,
    private readonly users: UserRepository,
    private readonly ownership: OwnershipService,
    private readonly credentials: UserCredentialsRepository,
    private readonly tenants: TenantsService,
    private readonly publisher: CredentialPublisher,
  ) {}

  /**
   * Frees the address of a verification mail, by the token of that mail, also after its 48 hours. If the address is the
   * primary one and no other address proves an earlier owner, the account ends: it is disabled and loses every address and
   * credential, and the tenants that only it owns are suspended. When this returns, every app rejects the credentials.
   * @returns the address
   * @throws Problem InvalidParameter (no such token), Gone (the address was verified)
   */
  async free(token: string): Promise<string> {
    const { email, changes, tenantIds } = await this.database.system(async (tx) => {
      const link = await this.tokens.find(tx, 'verification', token);
      const user = link && (await this.addresses.lockUserForUpdate(tx, link.userId));
      const address = user?.addresses.find(({ id }) => id === link?.addressId);
      if (!user || !address) throw new Problem('InvalidParameter', { message: 'The link is unknown' });
      if (address.verifiedAt) throw new Problem('Gone', { message: 'The address was confirmed' });
      return { email: address.email, ...(await this.freeIn(tx, user, address)) };
    });
    await this.publisher.publish(changes);
    for (const id of tenantIds) await this.suspend(id);
    return email;
  }

  private async freeIn(tx: EntityManager, user: LockedUser, address: Address): Promise<Freed> {
    const [owner] = await this.ownership.listEarlierOwners(tx, user, address);
    if (!address.isPrimary || owner) {
      return { changes: await this.detach(tx, user, address, owner), tenantIds: [] };
    }
    const tenantIds = await this.credentials.listSoleOwned(tx, user.id);
    const changes = await this.ownership.clear(tx, user, { addresses: [], since: null });
    await this.users.update(tx, user.id, { status: 'disabled' });
    await auditUser(tx, 'account.ended', user.id, { after: { how: 'not-me' } });
    return { changes, tenantIds };
  }

  /** The account goes on with its other addresses. */
  private async detach(
    tx: EntityManager,
    user: LockedUser,
    address: Address,
    owner: Address | undefined,
  ): Promise<ChangedEntry[]> {
    const changes: ChangedEntry[] = [{ kind: 'user', name: user.id }];
    await this.addresses.delete(tx, address.id);
    if (address.isPrimary && owner) await this.addresses.makePrimary(tx, user.id, owner.id);
    await recordViewChanges(tx, changes);
    await auditUser(tx, 'address.removed', user.id, { before: { addressId: address.id }, after: { how: 'not-me' } });
    return changes;
  }

  /** Suspends a tenant in a transaction of its own, because only the tenant's role may change it. Its keys are revoked by now. */
  private async suspend(id: TenantId): Promise<void> {
    await this.tenants
      .update(id, { status: 'suspended' }, REASON)
      .catch((error: unknown) =>
        logger.error('A tenant without an owner could not be suspended', { error, tenantId: id }),
      );
  }
}
