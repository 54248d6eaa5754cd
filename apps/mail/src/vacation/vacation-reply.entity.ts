import { Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, Timestamp } from '#libs/persistence';

/** A sender whom a mailbox has answered by itself. */
@Entity()
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
