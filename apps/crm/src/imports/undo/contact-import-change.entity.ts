import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';

/** A contact that an import created or updated: what is needed to undo it. */
@Entity()
@DataRights({ erasure: 'erased', withheld: { previous: 'For undoing the import' } })
export class ContactImportChange {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  importId: string;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  /** The first row that changed it. */
  @Column('integer')
  rowNumber: number;

  @Column('boolean')
  isNew: boolean;

  /** Whether something else changed the contact between two rows of the import. */
  @Column('boolean')
  isTouched: boolean;

  /** The contact's `updatedAt` that the import found; null for a new one. */
  @Timestamp({ nullable: true })
  foundAt: Date | null;

  /** The contact's `updatedAt` that the import left. */
  @Timestamp()
  changedAt: Date;

  /** Values of the contact before the import, sealed under its key; null for a new contact. */
  @Column('bytea', { nullable: true })
  previous: Buffer | null;
}
