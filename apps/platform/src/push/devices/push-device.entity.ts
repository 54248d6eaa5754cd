import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class PushDevice {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('bigint')
  position: string;

  @Column('text')
  platform: string;

  @Column('text')
  token: string;

  @Column('bytea')
  tokenHash: Buffer;

  @Column('boolean')
  active: boolean;

  @CreatedAt()
  createdAt: Date;

  @Timestamp()
  lastSeenAt: Date;
}
