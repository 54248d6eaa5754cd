import { Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';

@Entity()
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
