import { Column, PrimaryColumn } from 'typeorm';
import type { DkimKeyType } from '#libs/mail/email';
import { CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';

/** The columns of a DKIM key of a domain. */
export abstract class SigningKeyColumns {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  domainId: string;

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

  /** Whether it signs. */
  @Column('boolean')
  active: boolean;

  @CreatedAt()
  createdAt: Date;

  @Timestamp({ nullable: true })
  retiredAt: Date | null;
}
