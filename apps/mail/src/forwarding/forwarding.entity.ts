import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** Whether a mailbox forwards its mail. Where to is in its forwarding addresses. */
@Entity()
@DataRights({ erasure: { stays: 'What the owner of the mailbox set' } })
export class Forwarding {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  @Column('boolean')
  enabled: boolean;

  /** Whether a forwarded message stays where it would be without; else it goes to the trash. */
  @Column('boolean')
  keepsCopy: boolean;

  @UpdatedAt()
  updatedAt: Date;
}
