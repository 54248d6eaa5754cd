import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class WebhookAttempt {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  deliveryId: string;

  @PrimaryColumn('integer')
  number: number;

  @Timestamp()
  attemptedAt: Date;

  @Column('integer')
  durationMs: number;

  @Column('integer', { nullable: true })
  responseStatus: number | null;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('text', { nullable: true })
  responseSnippet: string | null;
}
