import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { type FinishedRemoval, RemovalReport } from '#libs/privacy/data-rights';
import { recordViewChanges } from '../credentials/view-change.sql.js';
import { Tenant } from '../tenants/tenant.entity.js';
import { auditDeletion, SERVICE } from './tenant-deletion-audit.js';
import { TenantDeletionRepository } from './tenant-deletion.repository.js';

/** Records what each app has removed. With the last answer the deletion is finished, and the tenant's own row goes. */
@Injectable()
export class RemovalAnswers {
  constructor(private readonly deletions: TenantDeletionRepository) {}

  /** Stores an answer in a transaction of the tenant. A repeat changes nothing. */
  async record(
    tx: EntityManager,
    tenantId: TenantId,
    app: string,
    { removalId, rows }: Pick<FinishedRemoval, 'removalId' | 'rows'>,
  ): Promise<void> {
    const deletion = await this.deletions.lockForUpdate(tx, tenantId);
    if (!deletion || deletion.id !== removalId || deletion.finishedAt || app in deletion.answers) return;
    if (!deletion.awaited.includes(app)) return;
    const answer = { at: new Date().toISOString(), rows };
    await this.deletions.insertAnswer(tx, tenantId, app, answer);
    const answers = { ...deletion.answers, [app]: answer };
    if (!deletion.awaited.every((name) => name in answers)) return;
    await this.deletions.update(tx, tenantId, { finishedAt: new Date() });
    await tx.delete(Tenant, { id: tenantId });
    await recordViewChanges(tx, [{ kind: 'tenant', name: tenantId }]);
    const removed = Object.fromEntries(Object.entries(answers).map(([name, one]) => [name, sumOf(one.rows)]));
    await auditDeletion(tx, 'tenant.deleted', tenantId, { after: { id: removalId, removed }, actor: SERVICE });
  }
}

/** Identity's own answer needs no event. */
@Injectable()
export class OwnRemovalReport extends RemovalReport {
  constructor(private readonly answers: RemovalAnswers) {
    super();
  }

  async send(tx: EntityManager, { tenantId, ...removal }: FinishedRemoval): Promise<void> {
    await this.answers.record(tx, tenantId, 'identity', removal);
  }
}

const sumOf = (rows: Record<string, number>): number => Object.values(rows).reduce((sum, count) => sum + count, 0);
