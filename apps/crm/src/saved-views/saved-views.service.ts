import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditEvent } from '#libs/core/audit';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { inBody } from '../contact-list/dto/filter-texts.js';
import { CustomFields } from '../custom-fields/custom-fields.js';
import { conflictOf, MAX_VIEWS, tooManyViews } from './saved-view-problems.js';
import type { SavedView } from './saved-view.entity.js';
import { SavedViewRepository, type SavedViewValues } from './saved-view.repository.js';
import { validateViewFilters } from './view-filters.js';

/** The views of contacts that accounts keep. */
@Injectable()
export class SavedViewsService {
  constructor(
    private readonly database: Database,
    private readonly views: SavedViewRepository,
    private readonly customFields: CustomFields,
  ) {}

  /** @throws Problem Unprocessable for a filter that is not valid, and at the limit; AlreadyExists for a taken name */
  async create(tenantId: TenantId, values: SavedViewValues): Promise<SavedView> {
    return this.write(tenantId, values, async (tx) => {
      if ((await this.views.lockAndCount(tx, tenantId)) >= MAX_VIEWS) throw tooManyViews();
      const view = await this.views.insert(tx, tenantId, values);
      await auditView(tx, 'saved-view.created', view, { after: auditedOf(view) });
      return view;
    });
  }

  /** Sorts by name. */
  async list(tenantId: TenantId): Promise<SavedView[]> {
    return this.database.tenant(tenantId, (tx) => this.views.list(tx, tenantId));
  }

  async find(tenantId: TenantId, id: string): Promise<SavedView | null> {
    if (!isUuid(id)) return null;
    return this.database.tenant(tenantId, (tx) => this.views.find(tx, tenantId, id));
  }

  /** @throws Problem NotFound and those of {@link create}, but for the limit */
  async replace(tenantId: TenantId, id: string, values: SavedViewValues): Promise<SavedView> {
    return this.write(tenantId, values, async (tx) => {
      const before = found(await this.views.lockForUpdate(tx, tenantId, id));
      await this.views.update(tx, before, values);
      const view = found(await this.views.find(tx, tenantId, id));
      await auditView(tx, 'saved-view.changed', view, { before: auditedOf(before), after: auditedOf(view) });
      return view;
    });
  }

  /** @throws Problem NotFound */
  async delete(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const view = found(await this.views.lockForUpdate(tx, tenantId, id));
      await this.views.delete(tx, view);
      await auditView(tx, 'saved-view.deleted', view, { before: auditedOf(view) });
    });
  }

  private async write(
    tenantId: TenantId,
    { filters }: SavedViewValues,
    run: (tx: EntityManager) => Promise<SavedView>,
  ): Promise<SavedView> {
    const texts = validateViewFilters(filters);
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        if (texts.size > 0) await this.validateCustom(tx, tenantId, texts);
        return run(tx);
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }

  private async validateCustom(
    tx: EntityManager,
    tenantId: TenantId,
    texts: ReadonlyMap<string, string>,
  ): Promise<void> {
    try {
      await this.customFields.parseFilter(tx, tenantId, texts);
    } catch (error) {
      throw inBody(error);
    }
  }
}

/** The values of filters may be names of contacts. */
const auditedOf = ({ name, filters }: SavedView) => ({ name, filters: Object.keys(filters) });

async function auditView(
  tx: EntityManager,
  action: string,
  { tenantId, id }: SavedView,
  change: Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> {
  await recordTrail(tx, { action, object: { type: 'saved-view', id }, tenantId, ...change });
}

/** @throws Problem NotFound */
export function found(view: SavedView | null): SavedView {
  if (!view) throw new Problem('NotFound');
  return view;
}
