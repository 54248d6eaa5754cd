import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class FeedbackReport {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  messageId: string;

  @Column('bytea')
  raw: Buffer;

  @Timestamp()
  receivedAt: Date;
}
