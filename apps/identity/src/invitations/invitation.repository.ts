import { Injectable } from '@nestjs/common';
import { IsNull, Raw, type EntityManager } from 'typeorm';
import { maybe, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { sha256Hex } from '#libs/core/secrets';
import { inFuture, inPast } from '../time-conditions.js';
import { Invitation } from './invitation.entity.js';
import { FIND_SHOWN } from './invitation.sql.js';

/** An invitation as the page of its link shows it. */
export interface ShownInvitation extends Pick<
  Invitation,
  'email' | 'role' | 'tenantId' | 'acceptedAt' | 'revokedAt' | 'expiresAt'
> {
  tenantName: string;
  /** The inviter's name, else their address; empty if the user was deleted. */
  inviter: string;
  /** The user who has the address as the primary or as a verified one. */
  holder: Id<'usr'> | null;
  /** Whether neither this address nor an earlier one proves that user: the account is for the owner of the address. */
  isUnproved: boolean;
  /** Whether it is that user's primary address. */
  isLogin: boolean;
}

export interface NewInvitation extends Pick<Invitation, 'tenantId' | 'email' | 'role' | 'invitedBy' | 'expiresAt'> {
  token: string;
}

const OPEN = { acceptedAt: IsNull(), revokedAt: IsNull() };

@Injectable()
export class InvitationRepository {
  /** @throws the database's error of constraint invitation__open__uq if the address has an open invitation */
  async insert(tx: EntityManager, { token, ...invitation }: NewInvitation): Promise<Invitation> {
    const tokenHash = sha256Hex(token);
    await tx.insert(Invitation, { ...invitation, tokenHash });
    return tx.findOneByOrFail(Invitation, { tokenHash });
  }

  /** Revokes the expired invitation of an address, and deletes the tenant's invitations of 90 days ago. */
  async revokeExpired(tx: EntityManager, tenantId: TenantId, email: string): Promise<void> {
    const expired = { tenantId, email, ...OPEN, expiresAt: inPast() };
    await tx.update(Invitation, expired, { revokedAt: () => 'now()' });
    const expiresAt = Raw((column) => `${column} < now() - interval '90 days'`);
    await tx.delete(Invitation, { tenantId, expiresAt });
  }

  /** Invitations that were neither accepted nor revoked, newest first. */
  listOpen(tx: EntityManager, tenantId: TenantId, limit: number): Promise<Invitation[]> {
    return tx.find(Invitation, { where: { tenantId, ...OPEN }, order: { id: 'DESC' }, take: limit });
  }

  /** Returns whether an invitation to the address can be accepted. Needs the system role. */
  hasOpen(tx: EntityManager, email: string): Promise<boolean> {
    return tx.existsBy(Invitation, { email, ...OPEN, expiresAt: inFuture() });
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Invitation | undefined> {
    return (
      (await tx.findOne(Invitation, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } })) ?? undefined
    );
  }

  async revoke(tx: EntityManager, { tenantId, id }: Invitation): Promise<void> {
    await tx.update(Invitation, { tenantId, id }, { revokedAt: () => 'now()' });
  }

  /** Needs the system role. */
  async findByToken(tx: EntityManager, token: string): Promise<Invitation | undefined> {
    return (await tx.findOneBy(Invitation, { tokenHash: sha256Hex(token) })) ?? undefined;
  }

  /** Needs the system role. */
  findShown(tx: SqlExecutor, token: string): Promise<ShownInvitation | undefined> {
    return maybe<ShownInvitation>(tx, FIND_SHOWN, [sha256Hex(token)]);
  }

  /** Marks an open invitation as accepted; of concurrent calls one returns true. */
  async accept(tx: EntityManager, { tenantId, id }: Invitation, userId: Id<'usr'>): Promise<boolean> {
    const open = { tenantId, id, ...OPEN, expiresAt: inFuture() };
    const { affected } = await tx.update(Invitation, open, { acceptedAt: () => 'now()', acceptedBy: userId });
    return affected === 1;
  }
}
