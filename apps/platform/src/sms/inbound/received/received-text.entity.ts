import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { SmsKeyword } from '#libs/messaging/sms';

/** A text that a telephone sent to a number of a tenant. */
@Entity()
@DataRights({ erasure: 'erased' })
export class ReceivedText {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text', { update: false })
  id: Id<'itx'>;

  /** `test` for one that the sandbox played. */
  @Column('text')
  environment: 'live' | 'test';

  /** The telephone, in E.164. */
  @Column('text')
  sender: string;

  /** The number of the tenant. */
  @Column('text')
  recipient: string;

  @Column('text')
  body: string;

  /** The keyword that it was taken for; null for any other text. */
  @Column('text', { nullable: true })
  keyword: SmsKeyword | null;

  @Timestamp()
  receivedAt: Date;
}
