import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** A label of a message. */
@Entity()
@DataRights({ erasure: { stays: 'Correspondence of the mailbox, whose owner keeps or deletes it' } })
export class MessageLabel {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  messageId: string;

  @PrimaryColumn('uuid')
  labelId: string;

  @Column('uuid')
  mailboxId: string;

  /** Time of the message, copied; lists by label are in this order. */
  @Timestamp()
  sortedAt: Date;
}
