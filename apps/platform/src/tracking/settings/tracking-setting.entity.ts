import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, UpdatedAt } from '#libs/persistence';

/** The tenant's default for tracking, which a send request may override. */
@Entity()
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
