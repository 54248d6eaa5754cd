import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';
import type { AlertState } from './alert.entity.js';

/** Why the state of an alert changed. */
export type AlertChangeReason = 'evaluated' | 'changed' | 'deleted';

/** A change of the state of an alert. It outlives the alert. */
@Entity()
@DataRights({ erasure: { stays: 'States of rules on numbers of leads' } })
export class AlertEvent {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  alertId: string;

  @Column('text')
  fromState: AlertState;

  @Column('text')
  toState: AlertState;

  /** Hours, or a fraction; null where nothing was evaluated, or there were too few leads. */
  @Column('double precision', { nullable: true })
  value: number | null;

  @Column('text')
  reason: AlertChangeReason;

  @Timestamp()
  occurredAt: Date;
}
