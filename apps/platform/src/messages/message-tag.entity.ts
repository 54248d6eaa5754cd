import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** A tag of a message, for searches by tag. The table is partitioned by the time-ordered id of the message. */
@Entity()
@DataRights({ erasure: 'erased', leftOut: 'Finds messages by their tags, which each message has' })
export class MessageTag {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** `key:value` */
  @PrimaryColumn('text')
  tag: string;

  @PrimaryColumn('text')
  messageId: string;
}
