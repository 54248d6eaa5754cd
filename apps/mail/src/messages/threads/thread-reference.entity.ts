import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** Thread of a Message-ID in a mailbox. The message itself may be missing: others refer to it. */
@Entity()
@DataRights({
  erasure: { stays: 'Correspondence of the mailbox, whose owner keeps or deletes it' },
  leftOut: 'Finds the thread of a message that comes; messages name theirs by thread_id',
})
export class ThreadReference {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  /** SHA-256 of the Message-ID: senders choose how long it is. */
  @PrimaryColumn('bytea')
  messageIdHash: Buffer;

  @Column('uuid')
  threadId: string;
}
