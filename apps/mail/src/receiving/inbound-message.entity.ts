import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** A mailbox that an accepted message goes into. */
export interface InboundRecipient {
  mailboxId: string;
  /** The address in the envelope. */
  address: string;
}

/** The SMTP client that a message came from. */
export interface InboundClient {
  address: string;
  /** Name that the client gave in HELO or EHLO. */
  name: string;
  /** Whether it used TLS. */
  secure: boolean;
  /** Domain that signed the message, if this installation has sent it and signed it itself. */
  signedBy?: string;
}

/** A message that was accepted for a tenant's mailboxes, or its domains' reports. The transaction that puts it there deletes it. */
@Entity()
@DataRights({ erasure: { stays: 'Correspondence of the mailbox, whose owner keeps or deletes it' } })
export class InboundMessage {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** The message as it came, byte for byte. */
  @Column('text')
  blobHash: string;

  @Column('integer')
  bytes: number;

  /** '' for a bounce. */
  @Column('text')
  envelopeFrom: string;

  /** Each mailbox once, by id. */
  @Column('jsonb')
  recipients: InboundRecipient[];

  /** Domains of the tenant to whose addresses for reports it was sent. */
  @Column('jsonb')
  reportDomainIds: string[];

  /** Senders of forwarded mail, to whom it goes back: it came to the addresses from which their mail was forwarded. */
  @Column('jsonb')
  returnTo: string[];

  @Column('jsonb')
  client: InboundClient;

  @Timestamp()
  receivedAt: Date;
}
