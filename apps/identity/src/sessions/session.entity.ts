import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id } from '#libs/core/persistence';

@Entity('session')
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class Session {
  @PrimaryColumn('text')
  id: Id<'ses'>;

  @Column('text', { name: 'user_id' })
  userId: Id<'usr'>;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'last_seen_at', precision: 3, default: () => 'now()' })
  lastSeenAt: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt: Date;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt: Date | null;

  @Column('text', { nullable: true })
  ip: string | null;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent: string | null;

  /** The OpenID Connect client that it was opened for; null if the user logged in by password. */
  @Column('text', { name: 'client_id', nullable: true })
  clientId: string | null;
}
