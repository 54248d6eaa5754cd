import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class PlatformCount {
  @PrimaryColumn('timestamptz', { precision: 0 })
  hour: Date;

  @PrimaryColumn('text')
  channel: string;

  @PrimaryColumn('text')
  event: string;

  @Column('bigint')
  count: string;
}
