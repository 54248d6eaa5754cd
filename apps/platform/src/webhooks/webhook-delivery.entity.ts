import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class WebhookDelivery {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  endpointId: string;

  @Column('text')
  eventId: string;

  @Column('text')
  eventType: string;

  @Column('text')
  payload: string;

  @Column('text')
  status: string;

  @Column('integer')
  attempts: number;

  @Column('integer', { nullable: true })
  responseStatus: number | null;

  @Column('text', { nullable: true })
  error: string | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  lastAttemptAt: Date | null;

  @Timestamp({ nullable: true })
  nextAttemptAt: Date | null;

  @Column('integer', { nullable: true })
  durationMs: number | null;

  @Column('text', { nullable: true })
  responseSnippet: string | null;
}
