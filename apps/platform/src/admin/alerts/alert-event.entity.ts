import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Timestamp } from '#libs/persistence';

@Entity()
export class AlertEvent {
  @PrimaryColumn('bigint')
  position: string;

  @Column('uuid')
  ruleId: string;

  @Column('text')
  name: string;

  @Column('text')
  metric: string;

  @Column('text')
  operator: string;

  @Column('double precision')
  threshold: number;

  @Column('integer')
  windowMinutes: number;

  @Column('text')
  type: string;

  @Column('double precision', { nullable: true })
  value: number | null;

  @Column('text')
  reason: string;

  @Timestamp()
  occurredAt: Date;

  @Timestamp({ nullable: true })
  notifiedAt: Date | null;
}
