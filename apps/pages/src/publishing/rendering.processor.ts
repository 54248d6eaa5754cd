import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { PublishedPageRepository } from '../published-pages/published-page.repository.js';
import { PublishingService } from './publishing.service.js';
import { VariantPublishing } from './variant-publishing.js';
import { RenderAgain, type Outdated } from '../published-pages/render-again.js';

/** Renders published pages again. */
@Injectable()
export class RenderingProcessor {
  constructor(
    private readonly database: Database,
    private readonly publishing: PublishingService,
    private readonly variants: VariantPublishing,
    private readonly published: PublishedPageRepository,
    private readonly renderAgain: RenderAgain,
  ) {}

  @OnJob('pages.outdated')
  async enqueueOutdated(batch: JobBatch<Outdated>): Promise<void> {
    const { tenantId } = batch;
    for (const job of batch.jobs) {
      await batch.runFor(job, () =>
        this.database.tenant(tenantId, async (tx) => {
          const pageIds = await this.published.listOutdated(tx, tenantId, job.payload);
          await this.renderAgain.pages(tx, tenantId, pageIds);
          await batch.complete(tx, [job.id]);
        }),
      );
    }
  }

  @OnJob('pages.render', { concurrency: 2 })
  async render(batch: JobBatch<{ pageId: string }>): Promise<void> {
    const { tenantId } = batch;
    for (const job of batch.jobs) {
      await batch.runFor(job, async () => {
        await this.renderUnlessRejected(batch, job.payload.pageId);
        await this.database.tenant(tenantId, (tx) => batch.complete(tx, [job.id]));
      });
    }
  }

  /** A page that is gone, or whose version is no longer valid, keeps the bytes that it has. */
  private async renderUnlessRejected({ tenantId }: JobBatch<unknown>, pageId: string): Promise<void> {
    try {
      await this.publishing.renderAgain(tenantId, pageId);
      await this.variants.renderAgain(tenantId, pageId);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      logger.warn('A published page cannot be rendered again', { tenantId, id: pageId, error });
    }
  }
}
