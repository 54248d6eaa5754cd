import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber, DataRights, CreatedAt, Timestamp, type TenantId } from '#libs/core/persistence';

@Entity('blob')
@DataRights({
  erasure: { stays: 'The sweep deletes a file once no row refers to it' },
  leftOut: 'Names and sizes of stored content; the content that is of use is exported as files',
})
export class BlobRow {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** SHA-256, 64 hexadecimal digits. */
  @PrimaryColumn('text')
  hash: string;

  @Column('bigint', { transformer: bigintNumber })
  bytes: number;

  /** Null if the content lies in the store. */
  @Column('bytea', { nullable: true })
  content: Buffer | null;

  @CreatedAt()
  createdAt: Date;

  /** When a writer or the sweep last looked at the blob. */
  @Timestamp()
  touchedAt: Date;
}
