import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class PlatformSample {
  @PrimaryColumn('timestamptz', { precision: 0 })
  at: Date;

  @PrimaryColumn('text')
  channel: string;

  @PrimaryColumn('text')
  event: string;

  @Column('bigint')
  count: string;
}
