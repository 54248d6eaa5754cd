import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';
import type { AlertState } from './alert.entity.js';

/** Why the state of an alert changed; `interrupted` for a journey that may be a loop. */
export type AlertChangeReason = 'evaluated' | 'changed' | 'deleted' | 'interrupted';

/** A change of the state of an alert, or the interruption of a journey. It outlives both. */
@Entity()
@DataRights({ erasure: { stays: 'States of rules on numbers of leads' } })
export class AlertEvent {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  /** Null for the interruption of a journey. */
  @Column('uuid', { nullable: true })
  alertId: string | null;

  /** Null for a change of an alert. */
  @Column('uuid', { nullable: true })
  journeyId: string | null;

  @Column('text')
  fromState: AlertState;

  @Column('text')
  toState: AlertState;

  /** Hours, a fraction, or interrupted entries; null where nothing was evaluated, or there were too few leads. */
  @Column('double precision', { nullable: true })
  value: number | null;

  @Column('text')
  reason: AlertChangeReason;

  @Timestamp()
  occurredAt: Date;
}
