import { Injectable } from '@nestjs/common';
import { LessThan, type EntityManager } from 'typeorm';
import { exec, many, maybe, pageStart, type Id, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { ChangedEntry } from '../credentials/view-change.sql.js';
import { TenantDeletion, type RemovalAnswer } from './tenant-deletion.entity.js';
import {
  BLANK_TENANT,
  DELETE_MEMBERS,
  INSERT_ANSWER,
  IS_LEAVING,
  LIST_DUE,
  LIST_UNANSWERED,
  REVOKE_KEYS,
  SUPPORT_SESSIONS,
} from './tenant-deletion.sql.js';

export type NewDeletion = Pick<TenantDeletion, 'id' | 'tenantId' | 'requestedBy' | 'dueAt'>;

@Injectable()
export class TenantDeletionRepository {
  async insert(tx: EntityManager, deletion: NewDeletion): Promise<void> {
    await tx.insert(TenantDeletion, deletion);
  }

  async find(tx: EntityManager, tenantId: TenantId): Promise<TenantDeletion | undefined> {
    return (await tx.findOneBy(TenantDeletion, { tenantId })) ?? undefined;
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId): Promise<TenantDeletion | undefined> {
    const lock = { mode: 'for_no_key_update' } as const;
    return (await tx.findOne(TenantDeletion, { where: { tenantId }, lock })) ?? undefined;
  }

  async update(
    tx: EntityManager,
    tenantId: TenantId,
    change: Partial<Pick<TenantDeletion, 'startedAt' | 'askedAt' | 'finishedAt' | 'awaited'>>,
  ): Promise<void> {
    await tx.update(TenantDeletion, { tenantId }, change);
  }

  async delete(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await tx.delete(TenantDeletion, { tenantId });
  }

  async insertAnswer(tx: SqlExecutor, tenantId: TenantId, app: string, answer: RemovalAnswer): Promise<void> {
    await exec(tx, INSERT_ANSWER, [tenantId, app, JSON.stringify(answer)]);
  }

  /** Whether a user deletes their account. Needs the system role. */
  async isLeaving(tx: SqlExecutor, userId: Id<'usr'>): Promise<boolean> {
    return (await maybe(tx, IS_LEAVING, [userId])) !== undefined;
  }

  /** Newest first, one more than the limit if there is one. Needs the system role. */
  listPage(tx: EntityManager, cursor: number | undefined, limit: number): Promise<TenantDeletion[]> {
    const where = { id: LessThan(pageStart('del', cursor)) };
    return tx.find(TenantDeletion, { where, order: { id: 'DESC' }, take: limit + 1 });
  }

  /** Needs the system role. */
  async listDue(tx: SqlExecutor, limit: number): Promise<TenantId[]> {
    return (await many<{ tenantId: TenantId }>(tx, LIST_DUE, [limit])).map(({ tenantId }) => tenantId);
  }

  /** Needs the system role. */
  async listUnanswered(tx: SqlExecutor, limit: number): Promise<TenantId[]> {
    return (await many<{ tenantId: TenantId }>(tx, LIST_UNANSWERED, [limit])).map(({ tenantId }) => tenantId);
  }

  /** Revokes every access to a tenant and blanks its name. Returns the changed entries of the credential view, keys by their hashes. */
  async revokeAccess(tx: SqlExecutor, tenantId: TenantId, id: Id<'del'>): Promise<ChangedEntry[]> {
    const named = (kind: ChangedEntry['kind'], rows: { name: string }[]) => rows.map(({ name }) => ({ kind, name }));
    const sessions = named('session', await many(tx, SUPPORT_SESSIONS, [tenantId]));
    const keys = named('key', await many(tx, REVOKE_KEYS, [tenantId]));
    const users = named('user', await many(tx, DELETE_MEMBERS, [tenantId]));
    // No slug that is typed has an underscore.
    await exec(tx, BLANK_TENANT, [tenantId, id]);
    return [{ kind: 'tenant', name: tenantId }, ...sessions, ...keys, ...users];
  }
}
