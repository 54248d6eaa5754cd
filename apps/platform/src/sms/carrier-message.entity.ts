import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';

@Entity()
export class CarrierMessage {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  carrierId: string;

  @PrimaryColumn('text')
  messageId: string;

  @Column('boolean')
  isLast: boolean;

  @CreatedAt()
  createdAt: Date;
}
