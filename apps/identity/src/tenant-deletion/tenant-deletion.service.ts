import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, newId, toPage, type Id, type Page, type TenantId } from '#libs/core/persistence';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import { OwnerCheck, tenantIdOf } from '../tenants/owner-check.js';
import { DeletionNotices } from './deletion-notices.js';
import { auditDeletion } from './tenant-deletion-audit.js';
import type { TenantDeletion } from './tenant-deletion.entity.js';
import { TenantDeletionRepository } from './tenant-deletion.repository.js';

/** Time in which a tenant can be restored. */
export const GRACE_MS = 7 * 86_400_000;

/** An owner deletes a tenant, and may restore it for a week. Until then it is as a suspended one. */
@Injectable()
export class TenantDeletionService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly deletions: TenantDeletionRepository,
    private readonly owners: OwnerCheck,
    private readonly notices: DeletionNotices,
    private readonly publisher: CredentialPublisher,
  ) {}

  /**
   * When this returns, every app treats the tenant as suspended. Changes nothing if the tenant is being deleted already.
   * @throws Problem NotFound, PermissionDenied, AuthorizationError (wrong password), Throttling
   */
  async request(id: string, userId: Id<'usr'>, password: string): Promise<void> {
    const tenantId = await this.owners.confirm(id, userId, password);
    const changes = [{ kind: 'tenant', name: tenantId }] as const;
    await this.database.tenant(tenantId, async (tx) => {
      await this.tenants.lockForUpdate(tx, tenantId);
      await this.owners.assertOwner(tx, tenantId, userId);
      if (await this.deletions.find(tx, tenantId)) return;
      await this.insert(tx, tenantId, userId, new Date(Date.now() + GRACE_MS));
    });
    await this.publisher.publish(changes);
  }

  /**
   * When this returns, the tenant is as it was before.
   * @throws Problem NotFound, PermissionDenied, Conflict if nothing is to be restored
   */
  async restore(id: string, userId: Id<'usr'>): Promise<void> {
    const tenantId = tenantIdOf(id);
    const changes = [{ kind: 'tenant', name: tenantId }] as const;
    await this.database.tenant(tenantId, async (tx) => {
      await this.tenants.lockForUpdate(tx, tenantId);
      await this.owners.assertOwner(tx, tenantId, userId);
      const deletion = await this.deletions.lockForUpdate(tx, tenantId);
      if (!deletion || deletion.startedAt) {
        throw new Problem('Conflict', { message: 'The tenant is not waiting to be deleted' });
      }
      await this.delete(tx, tenantId);
    });
    await this.publisher.publish(changes);
  }

  /**
   * Deletes a tenant for an owner who deletes their account, with which it goes; without effect if they are back. If it was
   * not restored since they did so before, it now goes with the account, too, and not earlier.
   */
  async requestFor(tenantId: TenantId, userId: Id<'usr'>, dueAt: Date): Promise<void> {
    const isNew = await this.database.tenant(tenantId, async (tx) => {
      await this.tenants.lockForUpdate(tx, tenantId);
      const earlier = await this.deletions.lockForUpdate(tx, tenantId);
      if (earlier && (earlier.startedAt || earlier.requestedBy !== userId || earlier.dueAt >= dueAt)) return false;
      if (!(await this.database.system((system) => this.deletions.isLeaving(system, userId)))) return false;
      if (earlier) await this.deletions.delete(tx, tenantId);
      await this.insert(tx, tenantId, userId, dueAt);
      return true;
    });
    if (isNew) await this.publisher.publish([{ kind: 'tenant', name: tenantId }]);
  }

  /** Restores a tenant whose owner restores their account; without effect if another asked for its deletion, or they leave again. */
  async restoreFor(tenantId: TenantId, userId: Id<'usr'>): Promise<void> {
    const isBack = await this.database.tenant(tenantId, async (tx) => {
      await this.tenants.lockForUpdate(tx, tenantId);
      const deletion = await this.deletions.lockForUpdate(tx, tenantId);
      if (!deletion || deletion.startedAt || deletion.requestedBy !== userId) return false;
      if (await this.database.system((system) => this.deletions.isLeaving(system, userId))) return false;
      await this.delete(tx, tenantId);
      return true;
    });
    if (isBack) await this.publisher.publishOrLog([{ kind: 'tenant', name: tenantId }]);
  }

  /** Newest first. */
  async list(cursor: number | undefined, limit: number): Promise<Page<TenantDeletion>> {
    return toPage(await this.database.system((tx) => this.deletions.listPage(tx, cursor, limit)), limit);
  }

  /** Inserts a deletion in a transaction that has locked the tenant. The caller publishes the tenant. */
  private async insert(tx: EntityManager, tenantId: TenantId, userId: Id<'usr'>, dueAt: Date): Promise<void> {
    const id = newId('del');
    await this.deletions.insert(tx, { id, tenantId, requestedBy: userId, dueAt });
    await recordViewChanges(tx, [{ kind: 'tenant', name: tenantId }]);
    await this.notices.enqueue(tx, tenantId, { kind: 'tenant-deletion-requested', dueAt: dueAt.toISOString() });
    await auditDeletion(tx, 'tenant.deletion-requested', tenantId, { after: { id, dueAt: dueAt.toISOString() } });
  }

  private async delete(tx: EntityManager, tenantId: TenantId): Promise<void> {
    await this.deletions.delete(tx, tenantId);
    await recordViewChanges(tx, [{ kind: 'tenant', name: tenantId }]);
    await this.notices.enqueue(tx, tenantId, { kind: 'tenant-restored' });
    await auditDeletion(tx, 'tenant.restored', tenantId);
  }
}
