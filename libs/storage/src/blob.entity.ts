import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, Timestamp, type TenantId } from '#libs/persistence';

@Entity('blob')
export class BlobRow {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** SHA-256, 64 hexadecimal digits. */
  @PrimaryColumn('text')
  hash: string;

  @Column('bigint')
  bytes: string;

  @CreatedAt()
  createdAt: Date;

  /** When a writer or the sweep last looked at the blob. */
  @Timestamp()
  touchedAt: Date;
}
