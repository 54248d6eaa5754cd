import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, Timestamp } from '#libs/core/persistence';
import type { AlertMetric, AlertOperator } from './alert.js';

/** A metric that is compared with a threshold every half minute. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class AlertRule {
  @PrimaryColumn('uuid')
  id: string;

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

  @Column('boolean')
  active: boolean;

  @Column('text')
  state: 'ok' | 'firing';

  /** Value at the last evaluation; null if there was too little data. */
  @Column('double precision', { nullable: true })
  value: number | null;

  @Timestamp({ nullable: true })
  evaluatedAt: Date | null;

  /** The operator. */
  @Column('text')
  createdBy: string;

  @CreatedAt()
  createdAt: Date;

  /** When an operator last changed it; an evaluation does not count. */
  @Timestamp()
  updatedAt: Date;
}
