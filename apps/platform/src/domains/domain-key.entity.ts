import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class DomainKey {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  domainId: string;

  @Column('text')
  selector: string;

  @Column('text')
  algorithm: string;

  @Column('text')
  privateKey: string;

  @Column('text')
  publicKey: string;

  @Column('boolean')
  active: boolean;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  retiredAt: Date | null;
}
