import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvent } from '#libs/core/app-events';
import { recordAudit } from '#libs/core/audit';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, exec, many, maybe, type TenantId } from '#libs/core/persistence';
import { RemovalReport, type FinishedRemoval } from './removal-report.js';
import { TenantEraser } from './tenant-eraser.js';
import { TenantRemoval } from './tenant-removal.entity.js';
import { FINISH_REMOVAL, INSERT_REMOVAL, LIST_DUE, MARK_CHECKED } from './tenant-removal.sql.js';

const EVENT = 'identity.tenant.deleted';
const EVERY_MS = 5_000;
const AT_ONCE = 20;
/** Times through all tables until one finds nothing; work that had begun may write rows meanwhile. */
const ROUNDS = 10;
const SERVICE = { kind: 'service', id: null, sessionId: null } as const;

/**
 * Removes all that this app has of a deleted tenant, and tells identity. A removal that is interrupted goes on where it was.
 * For thirty days after it rows that come late are looked for, once a day.
 */
@Injectable()
export class TenantRemovals {
  constructor(
    private readonly database: Database,
    private readonly eraser: TenantEraser,
    private readonly report: RemovalReport,
  ) {}

  /** Asked again, the app answers again. */
  @OnAppEvent(EVENT)
  async receive(tx: EntityManager, { tenantId, payload }: AppEvent<typeof EVENT>): Promise<void> {
    await this.begin(tx, tenantId, payload.removalId);
    const removal = await tx.findOneBy(TenantRemoval, { tenantId });
    if (removal?.finishedAt) await this.report.send(tx, removal);
  }

  /** In a transaction of the tenant. */
  async begin(tx: EntityManager, tenantId: TenantId, removalId: string): Promise<void> {
    await exec(tx, INSERT_REMOVAL, [tenantId, removalId]);
  }

  @Every({
    every: EVERY_MS,
    lock: 'tenant removals',
    when: async (removals: TenantRemovals) => (await removals.listDue()).length > 0,
  })
  async run(signal?: AbortSignal): Promise<void> {
    for (const { tenantId } of await this.listDue()) {
      if (signal?.aborted) return;
      await this.remove(tenantId, signal).catch((error: unknown) => {
        if (!signal?.aborted) logger.error('A deleted tenant could not be removed yet', { error, tenantId });
      });
    }
  }

  async listDue(): Promise<{ tenantId: TenantId }[]> {
    return this.database.statement((pool) => many(pool, LIST_DUE, [AT_ONCE]));
  }

  private async remove(tenantId: TenantId, signal?: AbortSignal): Promise<void> {
    for (let round = 1; (await this.eraser.erase(tenantId, signal)) > 0; round += 1) {
      if (round === ROUNDS) throw new Error('Rows of a deleted tenant are still being written');
    }
    await this.database.tenant(tenantId, async (tx) => {
      const finished = await maybe<FinishedRemoval>(tx, FINISH_REMOVAL, [tenantId]);
      if (!finished) return void (await exec(tx, MARK_CHECKED, [tenantId]));
      await this.report.send(tx, finished);
      const object = { type: 'tenant', id: tenantId };
      const after = { removalId: finished.removalId, rows: finished.rows };
      await recordAudit(tx, { action: 'tenant.removed', object, tenantId, after, actor: SERVICE });
    });
  }
}
