import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** A recipient of the tenant. At least one of e-mail and phone is set. */
@Entity()
@DataRights({ erasure: 'erased' })
export class Contact {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: Id<'cnt'>;

  /** Address in the form of `toContactEmail`; unique in the tenant, without regard to case. */
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

  /** E.164; unique in the tenant. */
  @Column('text', { nullable: true })
  phone: string | null;

  /** Id in the tenant's own system; unique in the tenant. */
  @Column('text', { nullable: true })
  externalId: string | null;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('jsonb')
  attributes: Record<string, string>;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
