import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, AppEventSender, OnAppEvent } from '#libs/core/app-events';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { TenantRemovals } from '#libs/privacy/data-rights';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges, type ChangedEntry } from '../credentials/view-change.sql.js';
import { APPS_WITH_TENANTS, type AppWithTenants } from './apps-with-tenants.js';
import { DeletionNotices } from './deletion-notices.js';
import { RemovalAnswers } from './removal-answers.js';
import { auditDeletion, SERVICE } from './tenant-deletion-audit.js';
import { TenantDeletionRepository } from './tenant-deletion.repository.js';

const EVENT = 'tenant.removed';
const EVERY_MS = 30_000;
const AT_ONCE = 50;

/** Deletes tenants for good when their grace is over: tells every app, removes identity's own rows, and waits for answers. */
@Injectable()
export class TenantPurge {
  constructor(
    private readonly database: Database,
    private readonly deletions: TenantDeletionRepository,
    private readonly notices: DeletionNotices,
    private readonly events: AppEventSender,
    private readonly removals: TenantRemovals,
    private readonly answers: RemovalAnswers,
    private readonly publisher: CredentialPublisher,
  ) {}

  @Every({ every: EVERY_MS, lock: 'tenant deletions' })
  async run(): Promise<void> {
    for (const tenantId of await this.database.statement((pool) => this.deletions.listDue(pool, AT_ONCE))) {
      await attempt(tenantId, () => this.start(tenantId));
    }
    for (const tenantId of await this.database.statement((pool) => this.deletions.listUnanswered(pool, AT_ONCE))) {
      await attempt(tenantId, () => this.remind(tenantId));
    }
  }

  @OnAppEvent(EVENT)
  async receive(tx: EntityManager, { tenantId, payload }: AppEvent<typeof EVENT>): Promise<void> {
    await this.answers.record(tx, tenantId, payload.app, payload);
  }

  private async start(tenantId: TenantId): Promise<void> {
    const changes = await this.database.tenant(tenantId, (tx) => this.startIn(tx, tenantId));
    // What the view does not take now, it takes later; the tenant has been suspended for a week.
    await this.publisher.publishOrLog(changes);
  }

  private async startIn(tx: EntityManager, tenantId: TenantId): Promise<ChangedEntry[]> {
    const deletion = await this.deletions.lockForUpdate(tx, tenantId);
    if (!deletion || deletion.startedAt) return [];
    const now = new Date();
    const awaited = ['identity', ...APPS_WITH_TENANTS];
    await this.deletions.update(tx, tenantId, { startedAt: now, askedAt: now, awaited });
    await this.notices.enqueue(tx, tenantId, { kind: 'tenant-deleted' });
    const changes = await this.deletions.revokeAccess(tx, tenantId, deletion.id);
    await recordViewChanges(tx, changes);
    await this.removals.begin(tx, tenantId, deletion.id);
    await this.sendRemoval(tx, tenantId, deletion.id, APPS_WITH_TENANTS);
    await auditDeletion(tx, 'tenant.deletion-started', tenantId, { after: { id: deletion.id }, actor: SERVICE });
    return changes;
  }

  /** Sends the event again to apps without an answer: it may be a dead letter by now, or the app was restored from a backup. */
  private async remind(tenantId: TenantId): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const deletion = await this.deletions.lockForUpdate(tx, tenantId);
      if (!deletion || deletion.finishedAt) return;
      const silent = APPS_WITH_TENANTS.filter((app) => deletion.answers[app] === undefined);
      logger.warn('Apps have not removed a deleted tenant yet', { tenantId, count: silent.length });
      await this.sendRemoval(tx, tenantId, deletion.id, silent);
      await this.deletions.update(tx, tenantId, { askedAt: new Date() });
    });
  }

  private async sendRemoval(
    tx: EntityManager,
    tenantId: TenantId,
    removalId: string,
    apps: readonly AppWithTenants[],
  ): Promise<void> {
    for (const app of apps) await this.events.send(tx, tenantId, app, 'identity.tenant.deleted', { removalId });
  }
}

async function attempt(tenantId: TenantId, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => logger.error('The deletion of a tenant failed', { error, tenantId }));
}
