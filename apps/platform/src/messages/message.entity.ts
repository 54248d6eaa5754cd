import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class Message {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  channel: string;

  @Column('text')
  status: string;

  @Column('text')
  environment: string;

  @Column('text')
  sender: string;

  @Column('text')
  recipient: string;

  @Column('text')
  subject: string;

  @Column('text')
  contentId: string;

  @Column('text', { nullable: true })
  templateId: string | null;

  @Column('jsonb', { nullable: true })
  tags: unknown | null;

  @Column('text', { nullable: true })
  error: string | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  scheduledAt: Date | null;

  @Timestamp({ nullable: true })
  sentAt: Date | null;
}
