import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id } from '#libs/core/persistence';

/** The most characters of a token in a request; those that identity issues are shorter. */
export const TOKEN_MAX = 200;

export type LinkPurpose = 'verification' | 'password-reset' | 'address-change';

/** The token of a link in a mail. A used one stays until it is deleted 30 days after its expiry. */
@Entity('link_token')
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class LinkToken {
  @PrimaryColumn('text', { name: 'token_hash' })
  tokenHash: string;

  @Column('text')
  purpose: LinkPurpose;

  @Column('text', { name: 'user_id' })
  userId: Id<'usr'>;

  @Column('text', { name: 'address_id' })
  addressId: Id<'adr'>;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt: Date;

  @Column({ type: 'timestamptz', name: 'used_at', precision: 3, nullable: true })
  usedAt: Date | null;
}
