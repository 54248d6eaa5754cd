import { Entity, PrimaryColumn, Column } from 'typeorm';
import { DataRights, Timestamp, type TenantId } from '#libs/core/persistence';

/** A version that was before visitors and no longer is: some have it open, and send its forms. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class ReplacedVersion {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  pageId: string;

  @PrimaryColumn('integer')
  version: number;

  /** Language of the version, in the form of the page's. */
  @Column('text')
  language: string;

  @Timestamp()
  replacedAt: Date;
}
