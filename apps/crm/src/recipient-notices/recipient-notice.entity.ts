import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { NoticeSubject } from './notice-subject.js';

/** Time of the newest notice of Platform, of a contact and a subject: events may overtake each other. */
@Entity('recipient_notice')
@DataRights({ erasure: 'erased' })
export class RecipientNoticeTime {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  @PrimaryColumn('text')
  subject: NoticeSubject;

  @Timestamp()
  occurredAt: Date;
}
