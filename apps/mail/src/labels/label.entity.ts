import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';
import type { SystemLabel } from './label-values.js';

/** A label of a mailbox. A message has any number of them. */
@Entity()
@DataRights({ erasure: { stays: 'What the owner of the mailbox set' } })
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

  /** Number of its messages outside spam, trash and quarantine. Changes of messages update it in their transaction. */
  @Column('integer')
  total: number;

  /** Number of those messages that are not read. */
  @Column('integer')
  unread: number;

  @CreatedAt()
  createdAt: Date;
}
