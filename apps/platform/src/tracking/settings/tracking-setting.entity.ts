import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** The tenant's default for tracking, which a send request may override. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class TrackingSetting {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @Column('boolean')
  opens: boolean;

  @Column('boolean')
  clicks: boolean;

  @UpdatedAt()
  updatedAt: Date;
}

export type TrackingFlags = Pick<TrackingSetting, 'opens' | 'clicks'>;
