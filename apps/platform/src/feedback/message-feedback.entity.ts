import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';

@Entity()
export class MessageFeedback {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  messageId: string;

  @PrimaryColumn('text')
  key: string;

  @Column('text')
  eventId: string;

  @CreatedAt()
  createdAt: Date;
}
