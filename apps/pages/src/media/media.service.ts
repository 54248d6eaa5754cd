import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, refusal } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import type { Media } from '#libs/sites/sites';
import {
  Database,
  isId,
  lockKey,
  newId,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
} from '#libs/core/persistence';
import { PublishedPageRepository } from '../published-pages/published-page.repository.js';
import { RenderAgain } from '../published-pages/render-again.js';
import type { Picture } from '../markup/page-context.js';
import { auditMedia } from './media-audit.js';
import { MediaFiles } from './media-files.js';
import { MediaUses } from './media-uses.js';
import { MediaRepository, type NewFile, type NewMedia } from './media.repository.js';
import { PictureEncoder } from './picture-encoder.js';

const MAX_COUNT = 5_000;
/** 5 GiB. */
const MAX_BYTES = 5 * 1024 ** 3;
/** Pages that a refusal names. */
const NAMED_PAGES = 20;

/** A copy and what it was made from. */
export interface MediaCopy {
  sourceId: string;
  media: Media;
}

/** The pictures of a tenant. */
@Injectable()
export class MediaService {
  constructor(
    private readonly database: Database,
    private readonly media: MediaRepository,
    private readonly uses: MediaUses,
    private readonly files: MediaFiles,
    private readonly encoder: PictureEncoder,
    private readonly published: PublishedPageRepository,
    private readonly renderAgain: RenderAgain,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Adds the picture that a file holds. It can be used at once; AVIF follows.
   * @throws Problem Unprocessable for what is no picture, Conflict at the limits, ServiceUnavailable
   */
  async create(tenantId: TenantId, content: Buffer, description: string | null): Promise<Media> {
    // Work that would be refused in the end is not begun.
    await this.database.tenant(tenantId, (tx) => this.requireRoom(tx, tenantId, 1, 0));
    const picture = await this.encoder.encode(content);
    const [full, ...smaller] = await this.files.store(tenantId, [picture.full, ...picture.smaller]);
    if (!full) throw new Error('A picture has no file');
    const { name: fileName, type, width, height, bytes } = full;
    const stored = [full, ...smaller];
    const storedBytes = totalOf(stored);
    return this.database.tenant(tenantId, async (tx) => {
      await this.requireRoom(tx, tenantId, 1, storedBytes);
      const id = newId('med');
      const values = { tenantId, id, description, fileName, type, width, height, bytes, storedBytes };
      const media = await this.insert(tx, values, stored);
      if (picture.isStill) await this.outbox.enqueue(tx, 'media.avif', [{ tenantId, payload: { mediaId: id } }]);
      return media;
    });
  }

  async listPage(tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<Media>> {
    return this.database.tenant(tenantId, (tx) => this.media.listPage(tx, tenantId, page));
  }

  async find(tenantId: TenantId, id: string): Promise<Media | null> {
    if (!isId('med', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.media.find(tx, tenantId, id));
  }

  /** Returns these pictures as pages show them; ids without a picture are left out. */
  async pictures(tenantId: TenantId, ids: readonly string[]): Promise<Map<string, Picture>> {
    return this.database.tenant(tenantId, (tx) => this.media.pictures(tx, tenantId, ids));
  }

  /** Published pages that show it get the new description. @throws Problem NotFound */
  async describe(tenantId: TenantId, id: string, description: string | null): Promise<Media> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.media.lockForUpdate(tx, tenantId, id);
      if (!before) throw new Problem('NotFound');
      const media = await this.media.update(tx, before, { description });
      if (!media) throw new Problem('NotFound');
      await auditMedia(tx, 'media.changed', media);
      await this.renderAgain.outdated(tx, tenantId, { pictureId: id });
      return media;
    });
  }

  /**
   * Copies pictures of the tenant, in the order of `ids`. A copy has its own description and is deleted by itself; content
   * is stored once.
   * @throws Problem Unprocessable for an id without a picture, Conflict at the limits
   */
  async copy(tenantId: TenantId, ids: readonly string[]): Promise<MediaCopy[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const [sources, files] = [
        await this.media.findAll(tx, tenantId, ids),
        await this.media.listFiles(tx, tenantId, ids),
      ];
      const byId = new Map(sources.map((source) => [source.id, source]));
      const missing = ids.find((id) => !byId.has(id));
      if (missing !== undefined)
        throw refusal('Unprocessable', { erro: 'Uma das mídias não existe.', campo: `ids[${ids.indexOf(missing)}]` });
      const wanted = ids.map((id) => byId.get(id)!);
      await this.requireRoom(
        tx,
        tenantId,
        ids.length,
        wanted.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
      );
      const copies: MediaCopy[] = [];
      for (const { createdAt: _, updatedAt: __, ...source } of wanted) {
        const own = files.filter(({ mediaId }) => mediaId === source.id);
        const values = own.map(({ tenantId: _t, mediaId: _m, ...file }) => file);
        const media = await this.insert(tx, { ...source, id: newId('med') }, values);
        copies.push({ sourceId: source.id, media });
      }
      return copies;
    });
  }

  /**
   * @param confirmed that drafts and versions may lose it
   * @throws Problem NotFound, Conflict while a published page shows it or, unconfirmed, a draft or a version names it
   */
  async delete(tenantId: TenantId, id: string, confirmed = false): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      // Before the lock: it reads many documents, and publishing must not wait for that.
      const named = confirmed ? [] : await this.uses.listPages(tx, tenantId, id, NAMED_PAGES);
      // No page is published with it meanwhile.
      await lockKey(tx, 'page rendering', tenantId);
      const media = await this.media.lockForUpdate(tx, tenantId, id);
      if (!media) throw new Problem('NotFound');
      const pageIds = await this.published.listOutdated(tx, tenantId, { pictureId: id });
      if (pageIds.length > 0)
        throw refusal('Conflict', { erro: 'midia_em_uso', mensagem: IN_USE, paginas: pageIds.slice(0, NAMED_PAGES) });
      if (named.length > 0)
        throw refusal('Conflict', { erro: 'midia_em_rascunho', mensagem: IN_DRAFT, paginas: named });
      await this.media.delete(tx, media);
      await auditMedia(tx, 'media.deleted', media);
    });
  }

  private async insert(tx: EntityManager, values: NewMedia, files: readonly NewFile[]): Promise<Media> {
    const media = await this.media.insert(tx, values, files);
    await auditMedia(tx, 'media.created', media);
    return media;
  }

  /** Waits for other additions of the tenant, so that together they stay below the limits. */
  private async requireRoom(tx: EntityManager, tenantId: TenantId, count: number, bytes: number): Promise<void> {
    await lockKey(tx, 'media', tenantId);
    const usage = await this.media.usage(tx, tenantId);
    if (usage.count + count > MAX_COUNT)
      throw refusal('Conflict', { erro: `Uma conta tem no máximo ${MAX_COUNT} mídias.` });
    if (usage.bytes + bytes > MAX_BYTES)
      throw refusal('Conflict', { erro: `As mídias de uma conta têm no máximo ${MAX_BYTES} bytes.` });
  }
}

const IN_USE = 'Uma página publicada mostra esta mídia. Publique a página sem ela antes.';

const IN_DRAFT =
  'Rascunhos ou versões destas páginas usam esta mídia. Para apagá-la mesmo assim, repita com ?confirmar=true.';

export const totalOf = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
