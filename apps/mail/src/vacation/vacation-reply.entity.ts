import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** A sender whom a mailbox has answered by itself. */
@Entity()
@DataRights({ erasure: 'erased' })
export class VacationReply {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  /** Address in lower case. */
  @PrimaryColumn('text')
  address: string;

  @Timestamp()
  repliedAt: Date;
}
