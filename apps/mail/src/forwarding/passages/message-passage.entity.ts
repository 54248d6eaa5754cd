import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** A mailbox got a message that was forwarded to it (`kept`), or forwarded one: it does neither again with the same message. */
@Entity()
@DataRights({ erasure: { stays: 'A hash of a message' } })
export class MessagePassage {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  @PrimaryColumn('text')
  kind: 'kept' | 'forwarded';

  /** The name of the message in the tenant, made by `MessageTrails`. */
  @PrimaryColumn('text')
  knownAs: string;

  @Timestamp()
  passedAt: Date;
}
