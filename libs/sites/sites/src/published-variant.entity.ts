import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** The bytes of a further version of a published page, which its split gives to some visitors. */
@Entity()
@DataRights({
  erasure: { stays: 'Pages of the tenant' },
  withheld: { gzip: 'The same as html, compressed', brotli: 'The same as html, compressed' },
})
export class PublishedVariant {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  pageId: string;

  @PrimaryColumn('integer')
  version: number;

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

  @Column('text', { array: true })
  formIds: string[];

  @Timestamp()
  renderedAt: Date;
}
