import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, Timestamp, UpdatedAt } from '#libs/persistence';

@Entity()
export class AlertRule {
  @PrimaryColumn('uuid')
  id: string;

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

  @Column('boolean')
  active: boolean;

  @Column('text')
  state: string;

  @Column('double precision', { nullable: true })
  value: number | null;

  @Timestamp({ nullable: true })
  evaluatedAt: Date | null;

  @Column('text')
  createdBy: string;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
