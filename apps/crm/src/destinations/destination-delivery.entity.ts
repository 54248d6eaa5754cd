import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { DeliveryStatus } from '#libs/messaging/webhooks';

/** One event on its way to one destination. */
@Entity()
@DataRights({
  erasure: 'erased',
  withheld: { payload: 'A copy of a lead and its contact, which are exported themselves' },
})
export class DestinationDelivery {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  /** The destination. */
  @Column('uuid')
  endpointId: string;

  /** The same for every attempt; a destination gets an event once. */
  @Column('text')
  eventId: string;

  @Column('text')
  eventType: string;

  /** The body as it is sent, or the event in it; sealed under the tenant's key. */
  @Column('bytea')
  payload: Buffer;

  /** The person whom it names; null if it names none. */
  @Column('text', { nullable: true })
  contactId: Id<'cnt'> | null;

  @Column('boolean')
  isTest: boolean;

  @Column('text')
  status: DeliveryStatus;

  /** How many attempts were made. */
  @Column('integer')
  attempts: number;

  /** Status of the last answer; null without an answer. */
  @Column('integer', { nullable: true })
  responseStatus: number | null;

  /** Fault of the last attempt, or the reason why there is no further one, in Portuguese. */
  @Column('text', { nullable: true })
  error: string | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  lastAttemptAt: Date | null;

  /** Null once it is delivered or failed. */
  @Timestamp({ nullable: true })
  nextAttemptAt: Date | null;

  @Column('integer', { nullable: true })
  durationMs: number | null;

  /** A provider's answer in a few words; answers of webhooks are not kept, because they may repeat what was sent. */
  @Column('text', { nullable: true })
  responseSnippet: string | null;
}
