import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, UpdatedAt } from '#libs/persistence';

@Entity()
export class ContactList {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('integer')
  memberCount: number;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
