import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { MessageReportChange } from '#libs/core/app-events';

/** A change of a message that the timeline of a contact has, so that it has it once. */
@Entity('message_report')
@DataRights({ erasure: 'erased', leftOut: 'The timeline of each contact has what it says' })
export class ToldMessageChange {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** The message's id on Platform. */
  @PrimaryColumn('text')
  messageId: string;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  @PrimaryColumn('text')
  change: MessageReportChange;

  /** Hash of the link that was clicked; empty for all else. */
  @PrimaryColumn('bytea')
  urlHash: Buffer;

  @Timestamp()
  occurredAt: Date;
}
