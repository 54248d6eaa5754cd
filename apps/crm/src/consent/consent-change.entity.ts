import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId } from '#libs/core/persistence';
import type { ConsentChannel } from './consent.js';

/** A contact allowed messages by a channel, or withdrew that. The newest that is not void counts. */
@Entity()
@DataRights({ erasure: 'erased' })
export class ConsentChange {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  channel: ConsentChannel;

  @Column('boolean')
  granted: boolean;

  /** The user who recorded it; null for the service itself. */
  @Column('text', { nullable: true })
  authorId: string | null;

  /** The lead whose form the contact sent. */
  @Column('text', { nullable: true })
  leadId: string | null;

  /** Whether it does not count: its lead turned out to be spam. */
  @Column('boolean')
  isVoid: boolean;

  /** True if the contact said it to Platform, by a mail, a text or a page. */
  @Column('boolean', { default: false })
  byPlatform: boolean;

  /** A `StoredEvidence` as JSON under the contact's key; null once the contact is anonymized. */
  @Column('bytea', { nullable: true })
  sealed: Buffer | null;

  /** Method, where it may be kept unsealed: `erased` for an address of an erased person; null if the sealed evidence has it. */
  @Column('text', { name: 'origin', nullable: true })
  method: 'erased' | null;

  @CreatedAt()
  createdAt: Date;
}
