import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

@Entity()
@DataRights({ erasure: { stays: 'Names a message by its id' } })
export class MessageReceipt {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  messageId: string;

  @PrimaryColumn('text')
  digest: string;

  @CreatedAt()
  createdAt: Date;
}
