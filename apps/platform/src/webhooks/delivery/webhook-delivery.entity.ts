import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { DeliveryStatus } from '#libs/messaging/webhooks';
import type { EventType } from '../../events/event-types.js';

/** One event on its way to one endpoint. */
@Entity()
@DataRights({ erasure: 'erased' })
export class WebhookDelivery {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: Id<'whd'>;

  @Column('text')
  endpointId: Id<'whk'>;

  @Column('text')
  eventId: Id<'evt'>;

  @Column('text')
  eventType: EventType;

  /** The body of each request, to the byte. */
  @Column('text')
  payload: string;

  @Column('text')
  status: DeliveryStatus;

  /** How many attempts were made. */
  @Column('integer')
  attempts: number;

  /** Status of the last answer; null without an answer. */
  @Column('integer', { nullable: true })
  responseStatus: number | null;

  /** Fault of the last attempt, or the reason why there is no further one. */
  @Column('text', { nullable: true })
  error: string | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  lastAttemptAt: Date | null;

  /** Null once it is delivered or failed. */
  @Timestamp({ nullable: true })
  nextAttemptAt: Date | null;

  /** Duration of the last attempt. Null if there was none, or if its row is in `webhook_attempt`. */
  @Column('integer', { nullable: true })
  durationMs: number | null;

  @Column('text', { nullable: true })
  responseSnippet: string | null;
}
