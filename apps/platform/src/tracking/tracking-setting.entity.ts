import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class TrackingSetting {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @Column('boolean')
  opens: boolean;

  @Column('boolean')
  clicks: boolean;

  @Timestamp()
  updatedAt: Date;
}
