import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id } from '#libs/core/persistence';

/** A correct password that waits for its second factor; at most one for each user. */
@Entity('pending_login')
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class PendingLogin {
  @PrimaryColumn('text', { name: 'user_id' })
  userId: Id<'usr'>;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt: Date;

  @Column('integer', { name: 'tries_left' })
  triesLeft: number;
}
