import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type Id, type TenantId, Timestamp, UpdatedAt } from '#libs/persistence';
import type { EventType } from '../events/event-types.js';

/** A URL of a tenant that events are delivered to. */
@Entity()
export class WebhookEndpoint {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: Id<'whk'>;

  @Column('text')
  url: string;

  @Column('text', { array: true })
  events: EventType[];

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

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
