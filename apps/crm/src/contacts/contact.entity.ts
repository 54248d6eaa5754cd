import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';
import type { Device, EmailStatus, Lifecycle, Stage } from './contact-values.js';
import type { CustomValues } from '../custom-fields/custom-value.js';

/** A person whom the tenant knows. E-mail addresses and telephone numbers are in `ContactIdentifier`. */
@Entity()
@DataRights({ erasure: 'erased', withheld: { data_key: 'A key' } })
export class Contact {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: Id<'cnt'>;

  @Column('text')
  lifecycle: Lifecycle;

  @Column('text')
  stage: Stage;

  @Column('text', { nullable: true })
  name: string | null;

  /** The name without case and accents, for searches. */
  @Column('text', { nullable: true })
  nameKey: string | null;

  /** The user who looks after the contact. */
  @Column('text', { nullable: true })
  ownerId: string | null;

  @Column('text', { array: true })
  tags: string[];

  /** Result of `filterKeysOf`; null until there is one. Nothing reads it but the conditions of lists. */
  @Column('text', { array: true, nullable: true, select: false })
  filterKeys?: string[] | null;

  @Column('text', { nullable: true })
  jobTitle: string | null;

  @Column('uuid', { nullable: true })
  companyId: string | null;

  /** ISO 3166-1 alpha-2. */
  @Column('text', { nullable: true })
  country: string | null;

  @Column('text', { nullable: true })
  state: string | null;

  @Column('text', { nullable: true })
  city: string | null;

  /** Name of IANA, such as `America/Sao_Paulo`; null for the tenant's. */
  @Column('text', { nullable: true })
  timeZone: string | null;

  /** Values of the tenant's own fields, by their keys. */
  @Column('jsonb')
  custom: CustomValues;

  /** Origin of the contact: `manual`, `import`, or the kind of lead. */
  @Column('text', { nullable: true })
  source: string | null;

  @Column('text', { nullable: true })
  utmSource: string | null;

  @Column('text', { nullable: true })
  utmMedium: string | null;

  @Column('text', { nullable: true })
  utmCampaign: string | null;

  @Column('text', { nullable: true })
  utmTerm: string | null;

  @Column('text', { nullable: true })
  utmContent: string | null;

  @Column('text', { nullable: true })
  device: Device | null;

  @Column('text', { nullable: true })
  os: string | null;

  @Column('text', { nullable: true })
  browser: string | null;

  @Column('text', { nullable: true })
  ipCountry: string | null;

  @Column('text', { nullable: true })
  emailStatus: EmailStatus | null;

  @Column('integer', { nullable: true })
  score: number | null;

  /** The contact's own key, sealed under the tenant's; null once the contact is anonymized. */
  @Column('bytea', { nullable: true })
  dataKey: Buffer | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  /** When the newest activity of the timeline was recorded. */
  @Timestamp()
  lastActivityAt: Date;

  /** When the person itself last did something: sent a form, opened or clicked a mail, visited a page. Null for never. */
  @Timestamp({ nullable: true })
  lastPersonActivityAt: Date | null;

  @Timestamp({ nullable: true })
  deletedAt: Date | null;

  @Column('text', { nullable: true })
  deletedBy: string | null;

  /** As the user gave it, sealed under the contact's key. */
  @Column('bytea', { nullable: true })
  deleteReason: Buffer | null;

  @Timestamp({ nullable: true })
  anonymizedAt: Date | null;
}
