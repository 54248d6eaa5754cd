import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';

@Entity()
export class Suppression {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  address: string;

  @Column('uuid')
  id: string;

  @Column('bigint')
  position: string;

  @Column('text')
  reason: string;

  @Column('text')
  source: string;

  @Column('text', { nullable: true })
  messageId: string | null;

  @CreatedAt()
  createdAt: Date;
}
