import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** Document that the authors of a page are working on; a page has at most one. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class PageDraft {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  pageId: string;

  @Column('json')
  document: object;

  /** The newest version when the draft was begun. */
  @Column('integer')
  baseVersion: number;

  @Column('text')
  authorKind: string;

  @Column('text', { nullable: true })
  authorId: string | null;

  @Timestamp()
  updatedAt: Date;
}
