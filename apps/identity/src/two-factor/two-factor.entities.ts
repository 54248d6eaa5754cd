import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id } from '#libs/core/persistence';

/** A user's TOTP secret, and beside it one that waits for its first code. */
@Entity('totp')
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class Totp {
  @PrimaryColumn('text', { name: 'user_id' })
  userId: Id<'usr'>;

  @Column('text', { name: 'sealed_secret', nullable: true })
  sealedSecret: string | null;

  @Column({ type: 'timestamptz', name: 'confirmed_at', precision: 3, nullable: true })
  confirmedAt: Date | null;

  /** The time step of the last code that was used; no step up to it is valid again. */
  @Column('bigint', { name: 'last_step', default: 0 })
  lastStep: string;

  @Column('text', { name: 'sealed_pending', nullable: true })
  sealedPending: string | null;

  @Column({ type: 'timestamptz', name: 'pending_until', precision: 3, nullable: true })
  pendingUntil: Date | null;
}

@Entity('recovery_code')
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class RecoveryCode {
  @PrimaryColumn('text', { name: 'user_id' })
  userId: Id<'usr'>;

  @PrimaryColumn('text', { name: 'code_hash' })
  codeHash: string;

  @Column({ type: 'timestamptz', name: 'used_at', precision: 3, nullable: true })
  usedAt: Date | null;
}
