import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';
import type { SystemLabel } from '../../labels/label-values.js';

/** The labels of the system that a mailbox does not want to be set by rules. */
@Entity()
@DataRights({ erasure: { stays: 'What the owner of the mailbox set' } })
export class LabelRuleSetting {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  @Column('text', { array: true })
  disabled: SystemLabel[];

  @UpdatedAt()
  updatedAt: Date;
}
