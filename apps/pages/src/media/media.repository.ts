import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Media, MediaFile, mediaPath } from '#libs/sites/sites';
import {
  listKeysetPage,
  returned,
  rowsByKeys,
  type KeysetPage,
  type KeysetRequest,
  type TenantId,
} from '#libs/core/persistence';
import type { Picture } from '../markup/page-context.js';

export type NewMedia = Omit<Media, 'createdAt' | 'updatedAt'>;
export type NewFile = Omit<MediaFile, 'tenantId' | 'mediaId'>;

/** How much a tenant has stored. */
export interface MediaUsage {
  count: number;
  bytes: number;
}

const BY_IDS = rowsByKeys('media', { id: 'cast(:ids as text[])' }, { tenant: ':tenantId', as: 'media' });
const FILES_OF = rowsByKeys(
  'media_file',
  { media_id: 'cast(:mediaIds as text[])' },
  { tenant: ':tenantId', as: 'file' },
);

/** The pictures of a tenant. */
@Injectable()
export class MediaRepository {
  async insert(tx: EntityManager, media: NewMedia, files: readonly NewFile[]): Promise<Media> {
    const result = await tx.createQueryBuilder().insert().into(Media).values(media).returning('*').execute();
    await this.addFiles(tx, media, files);
    return returned(tx, Media, result)[0]!;
  }

  async addFiles(tx: EntityManager, media: Pick<Media, 'tenantId' | 'id'>, files: readonly NewFile[]): Promise<void> {
    const { tenantId, id: mediaId } = media;
    await tx.insert(
      MediaFile,
      files.map((file) => ({ ...file, tenantId, mediaId })),
    );
  }

  async usage(tx: EntityManager, tenantId: TenantId): Promise<MediaUsage> {
    const row = await tx
      .createQueryBuilder(Media, 'media')
      .select('count(*)', 'count')
      .addSelect('coalesce(sum(media.storedBytes), 0)', 'bytes')
      .where('media.tenantId = :tenantId', { tenantId })
      .getRawOne<{ count: string; bytes: string }>();
    return { count: Number(row?.count), bytes: Number(row?.bytes) };
  }

  /** A page, newest first. */
  async listPage(tx: EntityManager, tenantId: TenantId, page: KeysetRequest): Promise<KeysetPage<Media>> {
    const query = tx.createQueryBuilder(Media, 'media').where('media.tenantId = :tenantId', { tenantId });
    return listKeysetPage(query, ['id'], page);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Media | null> {
    return tx.findOneBy(Media, { tenantId, id });
  }

  async findAll(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Media[]> {
    return tx.createQueryBuilder(Media, 'media').where(BY_IDS, { tenantId, ids }).getMany();
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Media | null> {
    return tx.findOne(Media, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(tx: EntityManager, { tenantId, id }: Media, changes: Partial<Media>): Promise<Media | null> {
    await tx.update(Media, { tenantId, id }, changes);
    return this.find(tx, tenantId, id);
  }

  async delete(tx: EntityManager, { tenantId, id }: Media): Promise<void> {
    await tx.delete(Media, { tenantId, id });
  }

  async listFiles(tx: EntityManager, tenantId: TenantId, mediaIds: readonly string[]): Promise<MediaFile[]> {
    return tx
      .createQueryBuilder(MediaFile, 'file')
      .where(FILES_OF, { tenantId, mediaIds })
      .orderBy({ 'file.width': 'ASC', 'file.name': 'ASC' })
      .getMany();
  }

  /** Returns these pictures as pages show them; ids without a picture are left out. */
  async pictures(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Map<string, Picture>> {
    if (ids.length === 0) return new Map();
    const [all, files] = await Promise.all([this.findAll(tx, tenantId, ids), this.listFiles(tx, tenantId, ids)]);
    const sorted = all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return new Map(sorted.map((media) => [media.id, pictureOf(media, files)]));
  }
}

function pictureOf({ id, width, height, description, fileName }: Media, files: readonly MediaFile[]): Picture {
  const sources = files
    .filter(({ mediaId, name }) => mediaId === id && name !== fileName)
    .flatMap(({ type, width: own, name }) =>
      type === 'image/avif' || type === 'image/webp' ? [{ type, width: own, address: mediaPath(id, name) }] : [],
    );
  return { id, width, height, description, sources, address: mediaPath(id, fileName) };
}
