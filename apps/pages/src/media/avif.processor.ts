import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { RenderAgain } from '../published-pages/render-again.js';
import { MediaFiles } from './media-files.js';
import { MediaRepository, type NewFile } from './media.repository.js';
import { totalOf } from './media.service.js';
import { PictureEncoder } from './picture-encoder.js';

/** Adds AVIF to pictures, which takes too long for their upload. Until then browsers get WebP. */
@Injectable()
export class AvifProcessor {
  constructor(
    private readonly database: Database,
    private readonly media: MediaRepository,
    private readonly files: MediaFiles,
    private readonly encoder: PictureEncoder,
    private readonly renderAgain: RenderAgain,
  ) {}

  @OnJob('media.avif', { concurrency: 1, maxFailures: 4 })
  async encode(batch: JobBatch<{ mediaId: string }>): Promise<void> {
    const { tenantId } = batch;
    for (const job of batch.jobs) {
      await batch.runFor(job, async () => {
        const { mediaId } = job.payload;
        const made = await this.make(tenantId, mediaId);
        await this.database.tenant(tenantId, async (tx) => {
          const media = await this.media.lockForUpdate(tx, tenantId, mediaId);
          // Deleted meanwhile, or another worker was faster.
          if (media && made.length > 0 && !(await this.hasAvif(tx, tenantId, mediaId))) {
            await this.media.addFiles(tx, media, made);
            await this.media.update(tx, media, { storedBytes: media.storedBytes + totalOf(made) });
            await this.renderAgain.outdated(tx, tenantId, { pictureId: mediaId });
          }
          await batch.complete(tx, [job.id]);
        });
      });
    }
  }

  private async make(tenantId: TenantId, mediaId: string): Promise<NewFile[]> {
    const full = await this.database.tenant(tenantId, async (tx) => {
      const media = await this.media.find(tx, tenantId, mediaId);
      const files = media ? await this.media.listFiles(tx, tenantId, [mediaId]) : [];
      if (files.some(({ type }) => type === 'image/avif')) return undefined;
      return files.find(({ name }) => name === media?.fileName);
    });
    if (!full) return [];
    return this.files.store(tenantId, await this.encoder.encodeAvif(await this.files.read(full)));
  }

  private async hasAvif(...[tx, tenantId, mediaId]: [Parameters<MediaRepository['listFiles']>[0], TenantId, string]) {
    const files = await this.media.listFiles(tx, tenantId, [mediaId]);
    return files.some(({ type }) => type === 'image/avif');
  }
}
