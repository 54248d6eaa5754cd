import { Column, Entity } from 'typeorm';
import { ClaimedDomain } from '#libs/messaging/domains';
import { DataRights, Timestamp } from '#libs/core/persistence';

/** A domain whose mailboxes a tenant has, or wants to have. */
@Entity()
@DataRights({ erasure: { stays: 'Of the tenant and its users' } })
export class MailDomain extends ClaimedDomain {
  @Column('uuid')
  organisationId: string;

  /** The mailbox that takes mail to addresses without a mailbox; null rejects such mail. */
  @Column('uuid', { nullable: true })
  catchAllMailboxId: string | null;

  /** Whether mail to an address without a mailbox makes one. */
  @Column('boolean')
  createsMailboxes: boolean;

  /** Time of its removal; since then its mailboxes neither receive nor send. */
  @Timestamp({ nullable: true })
  removedAt: Date | null;
}
