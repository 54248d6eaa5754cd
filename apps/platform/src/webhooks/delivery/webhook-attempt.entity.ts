import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';

/** One request of a delivery. The row of the last one is written when another outcome follows. */
@Entity()
@DataRights({ erasure: 'erased' })
export class WebhookAttempt {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  deliveryId: Id<'whd'>;

  /** Counted from 1. */
  @PrimaryColumn('integer')
  number: number;

  @Timestamp()
  attemptedAt: Date;

  @Column('integer')
  durationMs: number;

  /** Null without an answer. */
  @Column('integer', { nullable: true })
  responseStatus: number | null;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('text', { nullable: true })
  responseSnippet: string | null;
}
