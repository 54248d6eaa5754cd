import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

@Entity()
@DataRights({ erasure: { stays: 'Names a message by its ids' } })
export class CarrierMessage {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  carrierId: string;

  @PrimaryColumn('text')
  messageId: string;

  /** Carrier that gave the id: empty for the carrier of the installation, else one of the tenant's own. */
  @Column('text')
  carrier: string;

  @Column('boolean')
  isLast: boolean;

  @CreatedAt()
  createdAt: Date;
}
