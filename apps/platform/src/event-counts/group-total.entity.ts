import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, type TenantId } from '#libs/core/persistence';
import type { Dimension } from './group.js';

/** Events of one kind in an hour or a day (UTC) by what their messages have in common. */
@Entity()
@DataRights({ erasure: 'erased' })
export class GroupTotal {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** `tag-values` is no group: it is how many values of tags are counted. */
  @PrimaryColumn('text')
  dimension: Dimension | 'tag-values';

  @PrimaryColumn('text')
  span: 'hour' | 'day';

  @PrimaryColumn('timestamptz', { precision: 0 })
  start: Date;

  @PrimaryColumn('text')
  value: string;

  @PrimaryColumn('text')
  channel: string;

  @PrimaryColumn('text')
  event: string;

  @Column('bigint', { transformer: bigintNumber })
  count: number;
}
