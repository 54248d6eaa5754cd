import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp } from '#libs/core/persistence';

/** A contact that was merged into another. Unless it was undone, it says where the deleted contact went. */
@Entity()
@DataRights({ erasure: 'erased', withheld: { undo: 'For undoing the merge' } })
export class ContactMerge {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  keptContactId: Id<'cnt'>;

  /** Deleted by the merge. */
  @Column('text')
  mergedContactId: Id<'cnt'>;

  @Column('text')
  authorId: string;

  /** `UndoData` as JSON, sealed under the key of the contact that was kept; null once it cannot be undone. */
  @Column('bytea', { nullable: true })
  undo: Buffer | null;

  @CreatedAt()
  createdAt: Date;

  /** Until when it can be undone. */
  @Timestamp()
  expiresAt: Date;

  /** When what was kept for undoing it was dropped. */
  @Timestamp({ nullable: true })
  expiredAt: Date | null;

  @Timestamp({ nullable: true })
  undoneAt: Date | null;

  @Column('text', { nullable: true })
  undoneBy: string | null;
}
