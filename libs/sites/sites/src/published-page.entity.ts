import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';
import type { PageSplit } from './page-split.js';

/** The bytes that visitors get of a page. There is a row while the page is published. */
@Entity()
@DataRights({
  erasure: { stays: 'Pages of the tenant' },
  withheld: { gzip: 'The same as html, compressed', brotli: 'The same as html, compressed' },
})
export class PublishedPage {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  pageId: string;

  @Column('integer')
  version: number;

  /** Its path on the shared host, without the slash; unique over all tenants. */
  @Column('text')
  slug: string;

  @Column('text', { nullable: true })
  domainId: string | null;

  /** Its path on the domain, with the leading slash; null without a domain. */
  @Column('text', { nullable: true })
  path: string | null;

  @Column('text')
  title: string;

  /** Language of its texts, such as `pt-BR`. */
  @Column('text')
  language: string;

  @Column('bytea')
  html: Buffer;

  @Column('bytea')
  gzip: Buffer;

  @Column('bytea')
  brotli: Buffer;

  /** With its quotes. */
  @Column('text')
  etag: string;

  /** Its Content-Security-Policy. */
  @Column('text')
  policy: string;

  /** The forms in it; the first one takes `POST /{slug}` without a form id. */
  @Column('text', { array: true })
  formIds: string[];

  /** Whether search engines may list it. */
  @Column('boolean')
  indexable: boolean;

  /** Decides which visitors get another version, by an experiment or by rules; null for none. */
  @Column('jsonb', { nullable: true })
  split: PageSplit | null;

  @Timestamp()
  publishedAt: Date;

  /** When the bytes were made; a page is rendered again when a form or the brand in it changes. */
  @Timestamp()
  renderedAt: Date;
}
