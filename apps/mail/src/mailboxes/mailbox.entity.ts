import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';
import type { MailboxKind, MailboxOrigin } from './mailbox-values.js';

/** A mailbox: an address with the mail that it received and sent. */
@Entity()
@DataRights({ erasure: { stays: 'Of the tenant and its users' } })
export class Mailbox {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  domainId: string;

  /** Lower case. */
  @Column('text')
  localPart: string;

  /** `<local part>@<domain>`. Within a tenant one mailbox has it, removed ones included. */
  @Column('text')
  address: string;

  @Column('text')
  displayName: string;

  @Column('text')
  kind: MailboxKind;

  @Column('text')
  origin: MailboxOrigin;

  /** Bytes of raw messages that it may hold. */
  @Column('bigint', { transformer: bigintNumber })
  quotaBytes: number;

  /** Bytes of raw messages that it holds. */
  @Column('bigint', { transformer: bigintNumber })
  usedBytes: number;

  /** The blob of its picture, a PNG. */
  @Column('text', { nullable: true })
  avatarHash: string | null;

  @CreatedAt()
  createdAt: Date;

  /** Time of its removal: since then it neither receives nor sends. Its address stays taken until it is purged. */
  @Timestamp({ nullable: true })
  removedAt: Date | null;
}

export type MailboxRef = Pick<Mailbox, 'tenantId' | 'id'>;
