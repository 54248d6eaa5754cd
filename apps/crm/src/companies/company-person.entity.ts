import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId } from '#libs/core/persistence';

/** A secondary link between a company and a contact. The primary one is `Contact.companyId`. */
@Entity()
@DataRights({ erasure: 'erased' })
export class CompanyPerson {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  companyId: string;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  /** Job of the contact in the company, such as `Compras`. */
  @Column('text')
  role: string;

  @CreatedAt()
  createdAt: Date;
}
