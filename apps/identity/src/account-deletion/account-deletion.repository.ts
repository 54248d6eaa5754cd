import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Role } from '#libs/core/auth';
import { exec, many, maybe, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { AccountDeletion } from './account-deletion.entity.js';
import {
  DELETE_USER,
  IS_DUE,
  LIST_DUE,
  LIST_LEFT_BEHIND,
  LIST_MEMBERSHIPS,
  LIST_OWNED,
  LIST_RESTORED,
  LIST_UNFINISHED,
  LOCK_USER,
  POSTPONE,
} from './account-deletion.sql.js';

/** A tenant that would be without an owner. */
export interface LeftBehind {
  id: TenantId;
  name: string;
  /** Number of members, the owner among them. */
  members: number;
}

/** Needs the system role. */
@Injectable()
export class AccountDeletionRepository {
  async insert(tx: EntityManager, deletion: Pick<AccountDeletion, 'userId' | 'dueAt' | 'tenantIds'>): Promise<void> {
    await tx.insert(AccountDeletion, deletion);
  }

  async find(tx: EntityManager, userId: Id<'usr'>): Promise<AccountDeletion | undefined> {
    return (await tx.findOneBy(AccountDeletion, { userId })) ?? undefined;
  }

  async delete(tx: EntityManager, userId: Id<'usr'>): Promise<void> {
    await tx.delete(AccountDeletion, { userId });
  }

  /** Tells if the grace of an account is over, and its user is not back. */
  async isDue(tx: SqlExecutor, userId: Id<'usr'>): Promise<boolean> {
    return (await maybe(tx, IS_DUE, [userId])) !== undefined;
  }

  listLeftBehind(tx: SqlExecutor, userId: Id<'usr'>): Promise<LeftBehind[]> {
    return many<LeftBehind>(tx, LIST_LEFT_BEHIND, [userId]);
  }

  /** The tenants that the user owns, by id. */
  async listOwned(tx: SqlExecutor, userId: Id<'usr'>): Promise<TenantId[]> {
    return (await many<{ id: TenantId }>(tx, LIST_OWNED, [userId])).map(({ id }) => id);
  }

  async postpone(tx: SqlExecutor, userId: Id<'usr'>): Promise<void> {
    await exec(tx, POSTPONE, [userId]);
  }

  async listUnfinished(tx: SqlExecutor, limit: number): Promise<Id<'usr'>[]> {
    return (await many<{ userId: Id<'usr'> }>(tx, LIST_UNFINISHED, [limit])).map(({ userId }) => userId);
  }

  async listDue(tx: SqlExecutor, limit: number): Promise<Id<'usr'>[]> {
    return (await many<{ userId: Id<'usr'> }>(tx, LIST_DUE, [limit])).map(({ userId }) => userId);
  }

  async listRestored(tx: SqlExecutor, limit: number): Promise<Id<'usr'>[]> {
    return (await many<{ userId: Id<'usr'> }>(tx, LIST_RESTORED, [limit])).map(({ userId }) => userId);
  }

  /** Locks a user against a sign-in; false if there is none. */
  async lockUser(tx: SqlExecutor, userId: Id<'usr'>): Promise<boolean> {
    return (await maybe(tx, LOCK_USER, [userId])) !== undefined;
  }

  listMemberships(tx: SqlExecutor, userId: Id<'usr'>): Promise<{ tenantId: TenantId; role: Role }[]> {
    return many(tx, LIST_MEMBERSHIPS, [userId]);
  }

  async deleteUser(tx: SqlExecutor, userId: Id<'usr'>): Promise<void> {
    await exec(tx, DELETE_USER, [userId]);
  }
}
