import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

/** `saved` by an author, or a draft that another write `replaced`. */
export type VersionOrigin = 'saved' | 'replaced';

/** A page's document at one time. It never changes. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class PageVersion {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  pageId: string;

  /** From 1 in each page. */
  @PrimaryColumn('integer')
  number: number;

  @Column('text')
  origin: VersionOrigin;

  @Column('json')
  document: object;

  @Column('text')
  authorKind: string;

  @Column('text', { nullable: true })
  authorId: string | null;

  @CreatedAt()
  createdAt: Date;
}
