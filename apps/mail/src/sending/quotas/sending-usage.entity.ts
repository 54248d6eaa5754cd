import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';
import type { QuotaScale } from './quota.js';

/** Number of recipients that a tenant has sent to in a day or a month, in UTC. */
@Entity()
@DataRights({ erasure: { stays: 'Counts and no person' } })
export class SendingUsage {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  scale: QuotaScale;

  /** The first day of the window. */
  @PrimaryColumn('date')
  startsOn: string;

  @Column('integer')
  used: number;
}
