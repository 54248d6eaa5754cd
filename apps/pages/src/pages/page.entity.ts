import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';

/** A page as its authors see it. What visitors get is in `published_page`. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class Page {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  /** Unique over the pages of all tenants that are not deleted. */
  @Column('text')
  slug: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  domainId: string | null;

  /** Its path on the domain, with the leading slash; without a domain it means nothing. */
  @Column('text', { nullable: true })
  path: string | null;

  /** The number of the newest version that was saved. */
  @Column('integer')
  newestVersion: number;

  /** The last number given to a version, whatever its origin. */
  @Column('integer')
  lastNumber: number;

  @Column('integer', { nullable: true })
  publishedVersion: number | null;

  @Timestamp({ nullable: true })
  publishedAt: Date | null;

  /** Counts the changes of the draft, its removal included. */
  @Column('integer')
  draftRevision: number;

  /** Whether the draft was written after the newest version. */
  @Column('boolean')
  draftIsNewer: boolean;

  @Column('text', { nullable: true })
  seoTitle: string | null;

  @Column('text', { nullable: true })
  seoDescription: string | null;

  /** The id of a picture in media. */
  @Column('text', { nullable: true })
  seoPictureId: string | null;

  @Column('text', { nullable: true })
  canonicalUrl: string | null;

  /** Whether search engines may list it. */
  @Column('boolean')
  indexable: boolean;

  /** Language tag of the page's text, such as `pt-BR`. */
  @Column('text')
  language: string;

  @Timestamp({ nullable: true })
  deletedAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
