import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/persistence';

/** When the newest change of a consent was made that is known of an address: events may overtake each other. */
@Entity()
@DataRights({ erasure: 'erased' })
export class ConsentNotice {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Address in its normal form, see `normalAddress`. */
  @PrimaryColumn('text')
  address: string;

  @Column('boolean')
  suppressed: boolean;

  @Timestamp()
  occurredAt: Date;
}
