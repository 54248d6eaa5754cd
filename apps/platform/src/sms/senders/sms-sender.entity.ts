import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, Timestamp, UpdatedAt, type TenantId } from '#libs/core/persistence';
import type { SenderKind } from '#libs/messaging/sms';
import type { SenderConfirmation } from './sms-sender.js';

/** A number or a name that a tenant's texts come from, once it is confirmed. */
@Entity()
@DataRights({ erasure: { stays: 'A number of the tenant' }, withheld: { code: 'A code that proves a number' } })
export class SmsSender {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  /** A number in E.164, or a name. */
  @Column('text')
  value: string;

  @Column('text')
  kind: SenderKind;

  /** Whether texts that name no sender come from it. One of a tenant's senders at most. */
  @Column('boolean')
  isDefault: boolean;

  @Timestamp({ nullable: true })
  confirmedAt: Date | null;

  @Column('text', { nullable: true })
  confirmedBy: SenderConfirmation | null;

  /** The code that was texted to the number, sealed. */
  @Column('text', { nullable: true })
  code: string | null;

  @Timestamp({ nullable: true })
  codeExpiresAt: Date | null;

  /** Wrong codes that were given since the code was made. */
  @Column('integer')
  codeTries: number;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
