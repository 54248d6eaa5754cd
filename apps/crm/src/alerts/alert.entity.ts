import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

export const ALERT_TYPES = ['no-leads', 'bad-leads'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

export type AlertState = 'calm' | 'fired';

/** A rule on the leads of a tenant, which is evaluated each minute while it is active. */
@Entity()
@DataRights({ erasure: { stays: 'What users of the tenant look after' } })
export class Alert {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  type: AlertType;

  /** Hours without leads, or the fraction of leads that are bad. */
  @Column('double precision')
  threshold: number;

  @Column('integer')
  windowMinutes: number;

  /** The destination that hears of changes of the state; null once it is deleted. */
  @Column('uuid', { nullable: true })
  destinationId: string | null;

  @Column('boolean')
  active: boolean;

  @Column('text')
  state: AlertState;

  /** When it came into its state. */
  @Timestamp()
  since: Date;

  /** When its rule was last changed: for a tenant without leads the silence begins here. */
  @Timestamp()
  observedFrom: Date;

  /** When a fired alert was first found calm again; null while it is not. */
  @Timestamp({ nullable: true })
  clearSince: Date | null;

  /** Grows with each change: who evaluates writes only if nothing has changed since it read. */
  @Column('integer')
  revision: number;

  @CreatedAt()
  createdAt: Date;

  /** When a user last changed it. */
  @Timestamp()
  updatedAt: Date;
}
