import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { DataRights, type Id } from '#libs/core/persistence';
import { User } from './user.entity.js';

/** An e-mail address of a user, in lower case. It belongs to one user at a time. */
@Entity('email_address')
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class Address {
  @PrimaryColumn('text')
  id: Id<'adr'>;

  @Column('text', { name: 'user_id' })
  userId: Id<'usr'>;

  @ManyToOne(() => User, (user) => user.addresses, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user: Relation<User>;

  @Column('text', { unique: true })
  email: string;

  /** Whether the user logs in with it; one address of each user is primary. */
  @Column('boolean', { name: 'is_primary' })
  isPrimary: boolean;

  /** Whether the user logs in with it beside the primary address. */
  @Column('boolean', { name: 'logs_in', default: false })
  logsIn: boolean;

  @Column({ type: 'timestamptz', name: 'verified_at', precision: 3, nullable: true })
  verifiedAt: Date | null;

  /**
   * When somebody who may not have made the account began to prove this address, by a request for a new password or by an
   * invitation. Null once the account is theirs.
   */
  @Column({ type: 'timestamptz', name: 'claimed_at', precision: 3, nullable: true })
  claimedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
