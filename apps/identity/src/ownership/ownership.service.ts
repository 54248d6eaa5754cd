import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { lockKey, type Id } from '#libs/core/persistence';
import type { Address } from '../users/address.entity.js';
import { AddressRepository, type LockedUser } from '../users/address.repository.js';
import { recordViewChanges, type ChangedEntry } from '../credentials/view-change.sql.js';
import { LinkTokenRepository } from '../link-tokens/link-token.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { actorOfUser, auditUser } from '../users/user-audit.js';
import { UserCredentialsRepository, type RevokedKey } from './user-credentials.repository.js';

/** A claim counts for as long as a change of the login can be undone. */
const CLAIM_MS = 7 * 24 * 3_600_000;

/** Parts of an account that stay when its credentials are removed. */
interface Kept {
  addresses: readonly Address[];
  sessionId?: Id<'ses'>;
  /** Keys, invitations and a second factor from before this time stay; null: none. */
  since: Date | null;
}

/**
 * Decides whose an account is, and removes what others set. Each method works in the caller's transaction, on a locked
 * user, and returns the changes of the credential view that the caller publishes after the commit.
 */
@Injectable()
export class OwnershipService {
  constructor(
    private readonly addresses: AddressRepository,
    private readonly tokens: LinkTokenRepository,
    private readonly credentials: UserCredentialsRepository,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Marks an address as verified by a reset or an invitation. If it is the first proof of who owns the account, everything
   * that was set before is removed: other addresses, the second factor, sessions, grants, keys, invitations. The same holds
   * for an address that was confirmed a few days ago because a reset or an invitation asked for it.
   * @param sessionId the session that stays
   */
  async prove(tx: EntityManager, user: LockedUser, address: Address, sessionId?: Id<'ses'>): Promise<ChangedEntry[]> {
    const takesOver = address.verifiedAt ? isClaimed(address) : !(await this.hasEarlierOwner(tx, user, address));
    if (!address.verifiedAt) await this.addresses.markVerified(tx, address.id);
    // An invitation is accepted with a session, which may be anybody's: a later reset takes the account over.
    if (!takesOver && !address.verifiedAt && address.isPrimary) await this.addresses.claim(tx, address.id);
    if (!takesOver) return [];
    await this.addresses.settleClaim(tx, address.id);
    return this.clear(tx, user, { addresses: [address], sessionId, since: null });
  }

  /**
   * Whether another address proves an earlier owner of the account: it was verified before this one was added, or a
   * change away from it can still be undone. Then this address takes over nothing.
   */
  async hasEarlierOwner(tx: EntityManager, user: LockedUser, address: Address): Promise<boolean> {
    return (await this.listEarlierOwners(tx, user, address)).length > 0;
  }

  /** The addresses of {@link hasEarlierOwner}, the first verified first. */
  async listEarlierOwners(tx: EntityManager, user: LockedUser, address: Address): Promise<Address[]> {
    const undoable = new Set((await this.tokens.listUndoable(tx, user.id)).map(({ addressId }) => addressId));
    return user.addresses
      .filter(({ id, verifiedAt }) => id !== address.id && verifiedAt !== null)
      .filter(({ id, verifiedAt }) => undoable.has(id) || verifiedAt! <= address.createdAt)
      .sort((one, other) => one.verifiedAt!.getTime() - other.verifiedAt!.getTime());
  }

  /** @throws Problem Gone if the address is not verified and may not take the account over */
  async assertMayReset(tx: EntityManager, user: LockedUser, address: Address): Promise<void> {
    if (address.verifiedAt || !(await this.hasEarlierOwner(tx, user, address))) return;
    throw new Problem('Gone', { message: 'The address must be confirmed first' });
  }

  /** Removes what gives access to the account but for what is kept. The first of the kept addresses becomes primary. */
  async clear(tx: EntityManager, user: LockedUser, { addresses, sessionId, since }: Kept): Promise<ChangedEntry[]> {
    // A key or an invitation that is created at this moment comes before, and is removed, or finds its session ended.
    await lockKey(tx, 'credentials of a user', user.id);
    const removed = user.addresses.filter(({ id }) => !addresses.some((kept) => kept.id === id));
    for (const { id } of removed) await this.addresses.delete(tx, id);
    const [primary] = addresses;
    if (primary) await this.addresses.makePrimary(tx, user.id, primary.id);
    const secondFactor = await this.credentials.deleteTotp(tx, user.id, since);
    await this.credentials.deleteArtifacts(tx, user.id, sessionId);
    const sessions = await this.sessions.endOthersIn(tx, user.id, sessionId);
    const keys = await this.credentials.revokeKeys(tx, user.id, since);
    const invitations = await this.credentials.revokeInvitations(tx, user.id, since);
    const changes: ChangedEntry[] = [
      { kind: 'user', name: user.id },
      ...keys.map(({ secretHash }) => ({ kind: 'key' as const, name: secretHash })),
    ];
    await recordViewChanges(tx, changes);
    const before = {
      addressIds: removed.map(({ id }) => id),
      sessionIds: sessions.map(({ name }) => name),
      keyIds: keys.map(({ id }) => id),
      secondFactor,
      invitations,
    };
    if (removed.length + sessions.length + keys.length + invitations > 0 || secondFactor) {
      await auditUser(tx, 'credentials.removed', user.id, { before, after: { addressId: primary?.id ?? null } });
    }
    await auditKeys(tx, user.id, keys);
    return [...changes, ...sessions];
  }
}

/** Returns true if the owner of a verified address confirmed it to get into the account, and only then set a password. */
function isClaimed({ claimedAt, verifiedAt }: Address): boolean {
  return claimedAt !== null && verifiedAt !== null && Date.now() - verifiedAt.getTime() < CLAIM_MS;
}

/** Entries of the keys' own tenants, whose owners read them there. */
async function auditKeys(tx: EntityManager, userId: Id<'usr'>, keys: readonly RevokedKey[]): Promise<void> {
  const actor = actorOfUser(userId);
  for (const key of [...keys].sort((one, other) => one.tenantId.localeCompare(other.tenantId))) {
    const before = auditFields(key, ['name', 'kind', 'prefix', 'scopes', 'environment', 'expiresAt']);
    const object = { type: 'api-key', id: key.id };
    await recordAudit(tx, { action: 'api-key.revoked', object, tenantId: key.tenantId, before, actor });
  }
}
