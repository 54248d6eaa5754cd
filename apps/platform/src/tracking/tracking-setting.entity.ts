import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, UpdatedAt } from '#libs/persistence';

/** What is tracked of a tenant's e-mails unless the send request says otherwise. */
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
