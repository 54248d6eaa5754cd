import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** Newest of the consents that the CRM told of an address, and its time: events may overtake each other. */
@Entity('consent_notice')
@DataRights({ erasure: 'erased' })
export class CrmConsent {
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
