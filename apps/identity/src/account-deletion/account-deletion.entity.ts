import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, Timestamp, type Id, type TenantId } from '#libs/persistence';

/** That a user's account is to be deleted. It goes with the account, or when the user is back. */
@Entity()
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
