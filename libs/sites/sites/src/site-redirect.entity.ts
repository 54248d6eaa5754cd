import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

/** A path that leads elsewhere: made by hand, or by moving a published page. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class SiteRedirect {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  /** Null on the shared host. */
  @Column('text', { nullable: true })
  domainId: string | null;

  /** With the leading slash. */
  @Column('text')
  path: string;

  /** An http or https URL, or a path of the same host. */
  @Column('text')
  target: string;

  /** 301, 302, 307 or 308. */
  @Column('smallint')
  status: number;

  /** The page that was moved from here, if that is why there is a redirect. */
  @Column('text', { nullable: true })
  pageId: string | null;

  @CreatedAt()
  createdAt: Date;
}
