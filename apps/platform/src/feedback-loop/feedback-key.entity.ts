import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecordStatus } from '#libs/messaging/domains';
import type { DkimKeyType } from '#libs/mail/email';
import { DataRights, CreatedAt, Timestamp } from '#libs/core/persistence';

/** A DKIM key of the domain of `FBL_ADDRESS`. It belongs to the installation, to no tenant. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class FeedbackKey {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  domain: string;

  @Column('text')
  selector: string;

  @Column('text')
  algorithm: DkimKeyType;

  /** Sealed; see DKIM_KEY_PURPOSE. */
  @Column('text')
  privateKey: string;

  /** base64, as in the record. */
  @Column('text')
  publicKey: string;

  /** Whether it signs; one of a domain does. */
  @Column('boolean')
  active: boolean;

  /** State of its DNS record at the last check. */
  @Column('text')
  recordStatus: RecordStatus;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  checkedAt: Date | null;

  @Timestamp({ nullable: true })
  retiredAt: Date | null;
}
