import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TenantId } from '#libs/persistence';

@Entity()
export class EventTotal {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  span: string;

  @PrimaryColumn('timestamptz', { precision: 0 })
  start: Date;

  @PrimaryColumn('text')
  channel: string;

  @PrimaryColumn('text')
  event: string;

  @Column('bigint')
  count: string;
}
