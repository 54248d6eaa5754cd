import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, Timestamp } from '#libs/core/persistence';
import type { AlertMetric, AlertOperator } from './alert.js';

/** A rule began to fire or recovered, with the condition that it had then. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class AlertEvent {
  @PrimaryColumn('bigint', { transformer: bigintNumber })
  position: number;

  @Column('uuid')
  ruleId: string;

  @Column('text')
  name: string;

  @Column('text')
  metric: AlertMetric;

  @Column('text')
  operator: AlertOperator;

  @Column('double precision')
  threshold: number;

  @Column('integer')
  windowMinutes: number;

  @Column('text')
  type: 'fired' | 'recovered';

  @Column('double precision', { nullable: true })
  value: number | null;

  /** Why it recovered, if not by its value. */
  @Column('text')
  reason: string;

  @Timestamp()
  occurredAt: Date;

  /** When operators got the e-mail about it. */
  @Timestamp({ nullable: true })
  notifiedAt: Date | null;
}
