import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AuditEvent, recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import { conflictOf, MAX_VIEWS, tooManyViews } from './report-view-problems.js';
import type { ReportView } from './report-view.entity.js';
import { ReportViewRepository, type ReportViewValues } from './report-view.repository.js';
import { validateViewFilters } from './view-filters.js';

/** The views of the report of visits that accounts keep. */
@Injectable()
export class ReportViewsService {
  constructor(
    private readonly database: Database,
    private readonly views: ReportViewRepository,
  ) {}

  /** @throws Problem ValidationError or Unprocessable for a filter, Unprocessable at the limit, Conflict for a taken name */
  async create(tenantId: TenantId, values: ReportViewValues): Promise<ReportView> {
    return this.write(tenantId, values, async (tx) => {
      if ((await this.views.lockAndCount(tx, tenantId)) >= MAX_VIEWS) throw tooManyViews();
      const view = await this.views.insert(tx, tenantId, values);
      await auditView(tx, 'report-view.created', view, { after: auditedOf(view) });
      return view;
    });
  }

  /** Sorts by name. */
  async list(tenantId: TenantId): Promise<ReportView[]> {
    return this.database.tenant(tenantId, (tx) => this.views.list(tx, tenantId));
  }

  async find(tenantId: TenantId, id: string): Promise<ReportView | null> {
    if (!isId('rpv', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.views.find(tx, tenantId, id));
  }

  /** @throws Problem NotFound and those of {@link create}, but for the limit */
  async replace(tenantId: TenantId, id: string, values: ReportViewValues): Promise<ReportView> {
    return this.write(tenantId, values, async (tx) => {
      const before = found(await this.views.lockForUpdate(tx, tenantId, id));
      const view = found(await this.views.update(tx, before, values));
      await auditView(tx, 'report-view.changed', view, { before: auditedOf(before), after: auditedOf(view) });
      return view;
    });
  }

  /** @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const view = found(await this.views.lockForUpdate(tx, tenantId, id));
      await this.views.delete(tx, view);
      await auditView(tx, 'report-view.deleted', view, { before: auditedOf(view) });
    });
  }

  private async write(
    tenantId: TenantId,
    { filters }: ReportViewValues,
    run: (tx: EntityManager) => Promise<ReportView>,
  ): Promise<ReportView> {
    validateViewFilters(filters);
    try {
      return await this.database.tenant(tenantId, run);
    } catch (error) {
      throw conflictOf(error);
    }
  }
}

const auditedOf = ({ name, filters }: ReportView) => ({ name, filters: Object.keys(filters) });

async function auditView(
  tx: EntityManager,
  action: string,
  { tenantId, id }: ReportView,
  change: Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> {
  await recordAudit(tx, { action, object: { type: 'report-view', id }, tenantId, ...change });
}

/** @throws Problem NotFound */
export function found(view: ReportView | null): ReportView {
  if (!view) throw new Problem('NotFound');
  return view;
}
