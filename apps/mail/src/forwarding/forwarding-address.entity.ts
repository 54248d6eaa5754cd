import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** An address to which a mailbox forwards mail, all of it or what a filter names, once the address is confirmed. */
@Entity()
@DataRights({
  erasure: {
    stays: 'Where the mailbox forwards its mail, which the address has confirmed; without it mail would not arrive',
  },
  withheld: { link_id: 'The link of a mail that asks for a confirmation' },
})
export class ForwardingAddress {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  /** Address in the form of {@link parseMailbox}. */
  @PrimaryColumn('text')
  address: string;

  /** Whether all mail goes there; else a filter names it. */
  @Column('boolean')
  isDestination: boolean;

  /** Time of the last mail that asked for its consent. */
  @Timestamp()
  askedAt: Date;

  /** Id in the link that confirms the address; null once it is confirmed. */
  @Column('uuid', { nullable: true })
  linkId: string | null;

  @Timestamp({ nullable: true })
  confirmedAt: Date | null;

  /** Time since which no message has reached it; null while messages do. */
  @Timestamp({ nullable: true })
  failingSince: Date | null;

  /** Last answer of its mail server. */
  @Column('text', { nullable: true })
  lastFailure: string | null;

  /** Time at which the mailbox was last told that it fails. */
  @Timestamp({ nullable: true })
  toldAt: Date | null;
}
