import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';

@Entity()
export class PushSite {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @Column('text')
  siteKey: string;

  @Column('text')
  publicKey: string;

  @Column('text')
  privateKey: string;

  @CreatedAt()
  createdAt: Date;
}
