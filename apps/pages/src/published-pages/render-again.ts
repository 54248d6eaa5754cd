import { Injectable } from '@nestjs/common';
import { Outbox } from '#libs/core/jobs';
import { lockKey, type SqlExecutor, type TenantId } from '#libs/core/persistence';

/** Published pages to render again: those with a form or a picture that changed, or all of the tenant. */
export type Outdated = { formId: string } | { pictureId: string } | { brand: true } | { all: true };

/** Renders published pages again when something changes that their bytes depend on. */
@Injectable()
export class RenderAgain {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Enqueues the pages that the change concerns; call it in the transaction of the change, after it. A publish that
   * runs at the same time either sees the change or is found by the job.
   */
  async outdated(tx: SqlExecutor, tenantId: TenantId, what: Outdated): Promise<void> {
    await lockKey(tx, 'page rendering', tenantId);
    await this.outbox.enqueue(tx, 'pages.outdated', [{ tenantId, payload: what }]);
  }

  /** Enqueues one page, whose row the caller has locked. */
  async page(tx: SqlExecutor, tenantId: TenantId, pageId: string): Promise<void> {
    await this.pages(tx, tenantId, [pageId]);
  }

  async pages(tx: SqlExecutor, tenantId: TenantId, pageIds: readonly string[]): Promise<void> {
    await this.outbox.enqueue(
      tx,
      'pages.render',
      pageIds.map((pageId) => ({ tenantId, payload: { pageId } })),
    );
  }
}
