import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';

export const CUSTOM_TYPES = ['text', 'number', 'boolean', 'date', 'choice', 'choices'] as const;
export type CustomType = (typeof CUSTOM_TYPES)[number];

/** A field that an account adds to its contacts. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class CustomField {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  /** The name of the value in `Contact.custom`; no two fields of a tenant have the same. */
  @Column('text')
  key: string;

  @Column('text')
  label: string;

  @Column('text')
  type: CustomType;

  /** Values to choose from, for the types `choice` and `choices`. */
  @Column('text', { array: true })
  options: string[];

  /** Whether a contact that a user makes must have a value. Leads and imports need none. */
  @Column('boolean')
  isRequired: boolean;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  /** Set while a job removes its values from the contacts; the row goes with the last one. */
  @Timestamp({ nullable: true })
  deletedAt: Date | null;
}
