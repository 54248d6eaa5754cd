import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';
import type { SystemLabel } from './label-values.js';

/** A label of a mailbox. A message has any number of them. */
@Entity()
export class Label {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mailboxId: string;

  /** No other label of the mailbox has it, whatever the case. */
  @Column('text')
  name: string;

  /** As `#rrggbb`. */
  @Column('text')
  colour: string;

  /** Key of a label of the system; null for one that a user made. */
  @Column('text', { nullable: true })
  systemKey: SystemLabel | null;

  /** How many messages have it, without those in spam, trash and quarantine. Changes of messages update it with them. */
  @Column('integer')
  total: number;

  /** How many of them are not read. */
  @Column('integer')
  unread: number;

  @CreatedAt()
  createdAt: Date;
}
