import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, Timestamp, type TenantId } from '#libs/core/persistence';

/** Removal by this app, under way or done, of all that it had of a deleted tenant. It names no person. */
@Entity()
@DataRights({
  erasure: { stays: 'Names no person' },
  leftOut: 'The record of a removal, which a tenant that exists does not have',
  kept: 'The record of the removal itself',
})
export class TenantRemoval {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** The id that identity gave the deletion. */
  @Column('text')
  removalId: string;

  @CreatedAt()
  createdAt: Date;

  /** How many rows were removed, by table. */
  @Column('jsonb', { default: {} })
  rows: Record<string, number>;

  /** When no row was left; null while some are. */
  @Timestamp({ nullable: true })
  finishedAt: Date | null;

  /** When rows were looked for last: one may be written late, by work that had begun before. */
  @Timestamp({ nullable: true })
  checkedAt: Date | null;
}
