import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DkimKeyType } from '#libs/email';
import { CreatedAt, type TenantId, Timestamp } from '#libs/persistence';

/** A key that signs the mail of a domain. */
@Entity()
export class DkimSigningKey {
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

  /** Sealed by `SecretBox`. */
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
