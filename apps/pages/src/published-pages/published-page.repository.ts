import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exec, one, type TenantId } from '#libs/core/persistence';
import { PublishedPage, PublishedVariant } from '#libs/sites/sites';
import { END_PUBLICATION, FIND_SPLIT, RECORD_REPLACED } from './published-page.sql.js';
import type { Outdated } from './render-again.js';

/** Bytes of a page in every encoding that the runtime serves, with their ETag and policy. */
export type PageBytes = Pick<PublishedPage, 'html' | 'gzip' | 'brotli' | 'etag' | 'policy'>;

export interface SplitState {
  /** Whether an experiment runs. */
  isUnderTest: boolean;
  /** Whether there are rules of routing that visitors do not have. */
  isUnrouted: boolean;
}

interface PageKey {
  tenantId: TenantId;
  id: string;
}

/** A page with the columns that its published row repeats. */
type PublishablePage = PageKey & Pick<PublishedPage, 'slug' | 'domainId' | 'path' | 'title' | 'language' | 'indexable'>;

@Injectable()
export class PublishedPageRepository {
  /** Puts a version before visitors, in place of the one that was. Returns what decided before which version they get. */
  async publish(
    tx: EntityManager,
    { tenantId, id, slug, domainId, path, title, language, indexable }: PublishablePage,
    version: number,
    formIds: string[],
    bytes: PageBytes,
    at: Date,
  ): Promise<SplitState> {
    const split = await one<SplitState>(tx, RECORD_REPLACED, [tenantId, id, version]);
    const place = domainId === null ? { domainId: null, path: null } : { domainId, path };
    await tx.upsert(
      PublishedPage,
      {
        ...bytes,
        ...place,
        tenantId,
        pageId: id,
        version,
        slug,
        title,
        language,
        indexable,
        formIds,
        publishedAt: at,
        renderedAt: at,
      },
      ['tenantId', 'pageId'],
    );
    return split;
  }

  /** Replaces the bytes of the same version, unless they are the same. */
  async replaceBytes(
    tx: EntityManager,
    { tenantId, id }: PageKey,
    formIds: string[],
    bytes: PageBytes,
    at: Date,
  ): Promise<void> {
    await tx
      .createQueryBuilder()
      .update(PublishedPage)
      .set({ ...bytes, formIds, renderedAt: at })
      .where('tenantId = :tenantId and pageId = :id and etag <> :etag', { tenantId, id, etag: bytes.etag })
      .execute();
  }

  /** Returns what decides which version visitors of the page get. */
  async findSplit(tx: EntityManager, { tenantId, id }: PageKey): Promise<SplitState> {
    return one<SplitState>(tx, FIND_SPLIT, [tenantId, id]);
  }

  /** Takes a page off. Its experiment ends, and its variants go with it. */
  async delete(tx: EntityManager, { tenantId, id }: PageKey): Promise<void> {
    await exec(tx, END_PUBLICATION, [tenantId, id]);
    await tx.delete(PublishedPage, { tenantId, pageId: id });
  }

  /** The pages of a tenant that a change concerns. */
  async listOutdated(tx: EntityManager, tenantId: TenantId, what: Outdated): Promise<string[]> {
    const query = tx
      .createQueryBuilder(PublishedPage, 'published')
      .select('published.pageId', 'pageId')
      .where('published.tenantId = :tenantId', { tenantId });
    const inBytes = (condition: string) => {
      const ofVariant = query
        .subQuery()
        .from(PublishedVariant, 'variant')
        .where('variant.tenantId = published.tenantId and variant.pageId = published.pageId')
        .andWhere(condition.replaceAll('#', 'variant'));
      return `(${condition.replaceAll('#', 'published')} or exists ${ofVariant.getQuery()})`;
    };
    if ('formId' in what) query.andWhere(inBytes('#.formIds @> :formIds'), { formIds: [what.formId] });
    // Its addresses, in the page as visitors get it, whatever part of the page shows it.
    if ('pictureId' in what)
      query.andWhere(inBytes(`position(convert_to(:part, 'UTF8') in #.html) > 0`), { part: `/_m/${what.pictureId}/` });
    return (await query.getRawMany<{ pageId: string }>()).map(({ pageId }) => pageId);
  }
}
