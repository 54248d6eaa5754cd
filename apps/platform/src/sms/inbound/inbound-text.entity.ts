import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

/** A text that came in and was handled, by the id of the carrier. */
@Entity()
@DataRights({ erasure: { stays: 'Ids of texts that came, of the carrier' } })
export class InboundText {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  carrierId: string;

  @CreatedAt()
  createdAt: Date;
}
