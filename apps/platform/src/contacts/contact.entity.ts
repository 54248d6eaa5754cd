import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, UpdatedAt } from '#libs/persistence';

@Entity()
export class Contact {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text', { nullable: true })
  email: string | null;

  @Column({
    type: 'text',
    nullable: true,
    generatedType: 'STORED',
    asExpression: 'lower(email)',
    insert: false,
    update: false,
  })
  emailKey: string | null;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('jsonb')
  attributes: unknown;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
