import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';

@Entity()
@DataRights({ erasure: 'erased' })
export class ContactListMember {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  listId: Id<'lst'>;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  @Timestamp()
  addedAt: Date;

  /** Time since which a confirmation is awaited; null for a member that gets what is sent to the list. */
  @Timestamp({ nullable: true })
  pendingSince: Date | null;

  /** When a mail that asks for the confirmation was last enqueued. */
  @Timestamp({ nullable: true })
  askedAt: Date | null;

  /** How many such mails were enqueued. */
  @Column('smallint')
  asks: number;

  /** When the member confirmed, or when an owner said that the consent was given. */
  @Timestamp({ nullable: true })
  confirmedAt: Date | null;

  @Column('text', { nullable: true })
  confirmedIp: string | null;

  @Column('text', { nullable: true })
  confirmedUserAgent: string | null;

  /** Source of the consent, as an owner states it. */
  @Column('text', { nullable: true })
  consentNote: string | null;
}
