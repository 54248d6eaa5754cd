import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { HeaderField } from '#libs/mail/mime';
import type { ReceivedContent } from './received-content.js';

/** The SMTP client that a message came from. */
export interface SenderClient {
  /** IP address. */
  address: string;
  /** Name that it gave in HELO or EHLO. */
  name: string;
  secure: boolean;
}

/** A message that came for routes of a tenant. */
@Entity()
@DataRights({ erasure: 'erased' })
export class ReceivedEmail {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text', { update: false })
  id: Id<'inb'>;

  /** The most specific route of its recipients, which may be gone. */
  @Column('text')
  routeId: Id<'irt'>;

  /** '' for a bounce. */
  @Column('text')
  envelopeFrom: string;

  /** Addresses of the envelope that are the tenant's. */
  @Column('text', { array: true })
  recipients: string[];

  @Column('jsonb')
  client: SenderClient;

  /** The message as it came, byte for byte. */
  @Column('text')
  hash: string;

  @Column('integer')
  bytes: number;

  @Timestamp()
  receivedAt: Date;

  /** When it was read and its event made; null before. */
  @Timestamp({ nullable: true })
  readAt: Date | null;

  /** Null before it is read, as what follows. */
  @Column('jsonb', { nullable: true })
  content: ReceivedContent | null;

  /** This and the texts are large: only `findBody` of the repository has them. */
  @Column('jsonb', { nullable: true, select: false })
  headers?: HeaderField[] | null;

  @Column('text', { nullable: true, select: false })
  text?: string | null;

  @Column('text', { nullable: true, select: false })
  html?: string | null;
}
