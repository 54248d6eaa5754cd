import { Injectable } from '@nestjs/common';
import { Or, MoreThanOrEqual, Not, IsNull, type EntityManager } from 'typeorm';
import { exec, many, type Id, type TenantId } from '#libs/core/persistence';
import type { ApiKey } from '../api-keys/api-key.entity.js';
import { Totp } from '../two-factor/two-factor.entities.js';
import { DELETE_ARTIFACTS, REVOKE_INVITATIONS, REVOKE_KEYS, SOLE_OWNED_TENANTS } from './user-credentials.sql.js';

export type RevokedKey = Pick<
  ApiKey,
  'id' | 'tenantId' | 'secretHash' | 'name' | 'kind' | 'prefix' | 'scopes' | 'environment' | 'expiresAt'
>;

/** Credentials of an account beside its password and sessions. Needs the system role. */
@Injectable()
export class UserCredentialsRepository {
  /** Revokes the keys of a user that were created since a time, or all. */
  revokeKeys(tx: EntityManager, userId: Id<'usr'>, since: Date | null): Promise<RevokedKey[]> {
    return many<RevokedKey>(tx, REVOKE_KEYS, [userId, since]);
  }

  /** Returns how many there were. */
  revokeInvitations(tx: EntityManager, userId: Id<'usr'>, since: Date | null): Promise<number> {
    return exec(tx, REVOKE_INVITATIONS, [userId, since]);
  }

  async deleteArtifacts(tx: EntityManager, userId: Id<'usr'>, except: Id<'ses'> | undefined): Promise<void> {
    await exec(tx, DELETE_ARTIFACTS, [userId, except ?? null]);
  }

  /**
   * Deletes the second factor with its recovery codes if it was confirmed since a time; one that waits for its first
   * code in any case. Returns whether there was one.
   */
  async deleteTotp(tx: EntityManager, userId: Id<'usr'>, since: Date | null): Promise<boolean> {
    if (since === null) return (await tx.delete(Totp, { userId })).affected === 1;
    const recent = { userId, confirmedAt: Or(IsNull(), MoreThanOrEqual(since)) };
    if ((await tx.delete(Totp, recent)).affected === 1) return true;
    await tx.update(Totp, { userId, sealedPending: Not(IsNull()) }, { sealedPending: null, pendingUntil: null });
    return false;
  }

  async listSoleOwned(tx: EntityManager, userId: Id<'usr'>): Promise<TenantId[]> {
    return (await many<{ id: TenantId }>(tx, SOLE_OWNED_TENANTS, [userId])).map(({ id }) => id);
  }
}
