import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';
import type { EventType } from '../events/event-types.js';
import type { WebhookFormat } from '../webhook-formats/words.js';

/** A URL of a tenant that events are delivered to. */
@Entity()
@DataRights({
  erasure: { stays: 'Settings of the tenant' },
  withheld: { previous_secret: 'Signs deliveries', secret: 'Signs deliveries' },
})
export class WebhookEndpoint {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: Id<'whk'>;

  /** `test`: a test key made it in production, and it gets events of test messages alone. `live`: it gets all. */
  @Column('text')
  environment: 'live' | 'test';

  @Column('text')
  url: string;

  @Column('text', { array: true })
  events: EventType[];

  /** Form of the bodies. It has a word for each of the {@link events}. */
  @Column('text', { default: 'service' })
  format: WebhookFormat;

  @Column('boolean')
  active: boolean;

  /** Sealed. */
  @Column('text')
  secret: string;

  /** Sealed; signs beside {@link secret} until {@link previousSecretUntil}. */
  @Column('text', { nullable: true })
  previousSecret: string | null;

  @Timestamp({ nullable: true })
  previousSecretUntil: Date | null;

  /** When it first answered with 2xx at its present URL; null if it has not. */
  @Timestamp({ nullable: true })
  provenAt: Date | null;

  /** When it was tried in the last hour, while it is not proven. */
  @Column('timestamptz', { array: true, default: '{}' })
  trials: Date[];

  /** The first and last delivery of its latest replay. */
  @Column('text', { nullable: true })
  replayFirst: Id<'whd'> | null;

  @Column('text', { nullable: true })
  replayLast: Id<'whd'> | null;

  /** When it first failed since it last answered with 2xx; null if it has not. */
  @Timestamp({ nullable: true })
  failingSince: Date | null;

  /** When it was switched off because it failed for days; null once it is switched on again. */
  @Timestamp({ nullable: true })
  disabledAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
