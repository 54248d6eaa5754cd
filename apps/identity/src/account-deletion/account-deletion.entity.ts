import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, Timestamp, type Id, type TenantId } from '#libs/core/persistence';

/** A request to delete a user's account. Deleted with the account, or after the user has signed in again. */
@Entity()
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class AccountDeletion {
  @PrimaryColumn('text')
  userId: Id<'usr'>;

  @CreatedAt()
  requestedAt: Date;

  /** The end of the grace: until then the user restores the account by signing in. */
  @Timestamp()
  dueAt: Date;

  /** When the user signed in again. */
  @Timestamp({ nullable: true })
  restoredAt: Date | null;

  /** The tenants that had no other member, and are deleted and restored with the account. */
  @Column('text', { array: true, default: '{}' })
  tenantIds: TenantId[];
}
