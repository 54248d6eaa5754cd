import { Column, CreateDateColumn, Entity, OneToMany, PrimaryColumn, UpdateDateColumn, type Relation } from 'typeorm';
import type { Language } from '#libs/core/html';
import { DataRights, type Id } from '#libs/core/persistence';
import type { Address } from './address.entity.js';

export type UserStatus = 'active' | 'disabled';

@Entity('user_account')
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class User {
  @PrimaryColumn('text')
  id: Id<'usr'>;

  @Column('text')
  name: string;

  /** Empty until the user has chosen a password. */
  @Column('text', { name: 'password_hash' })
  passwordHash: string;

  @Column('text', { default: 'active' })
  status: UserStatus;

  @Column('boolean', { name: 'is_operator', default: false })
  isOperator: boolean;

  /** The client's IP address at registration; null if unknown. */
  @Column('text', { name: 'registered_ip', nullable: true })
  registeredIp: string | null;

  /** Language of the browser in which the user registered, or last signed in on our pages; null if unknown. */
  @Column('text', { nullable: true })
  language: Language | null;

  /** Language that the user has chosen, which counts before the browser's; null if none. */
  @Column('text', { name: 'chosen_language', nullable: true })
  chosenLanguage: Language | null;

  /** Time zone by IANA that the user has chosen; null if none. */
  @Column('text', { name: 'time_zone', nullable: true })
  timeZone: string | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;

  // By name, so that the two entity files do not import each other.
  @OneToMany('Address', 'user')
  addresses: Relation<Address>[];
}
