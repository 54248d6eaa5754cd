import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';

/** Groups of Brazil's law for companies, by their employees or revenue. */
export const COMPANY_SIZES = ['mei', 'micro', 'small', 'medium', 'large'] as const;
export type CompanySize = (typeof COMPANY_SIZES)[number];

/** A company that contacts of the tenant work for. */
@Entity()
@DataRights({ erasure: { stays: 'A company is no person' } })
export class Company {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The name without case and accents; no two live companies of a tenant have the same. */
  @Column('text')
  nameKey: string;

  /** Fourteen digits or capital letters, without separators. */
  @Column('text', { nullable: true })
  cnpj: string | null;

  @Column('text', { nullable: true })
  sector: string | null;

  /** The sector without case and accents, for the filter. */
  @Column('text', { nullable: true })
  sectorKey: string | null;

  @Column('text', { nullable: true })
  size: CompanySize | null;

  /** ISO 3166-1 alpha-2. */
  @Column('text', { nullable: true })
  country: string | null;

  @Column('text', { nullable: true })
  state: string | null;

  @Column('text', { nullable: true })
  city: string | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  deletedAt: Date | null;
}
