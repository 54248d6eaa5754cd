import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt, type TenantId } from '#libs/core/persistence';

/** A file that a visitor sent in a field of type `arquivo`. */
@Entity()
@DataRights({ erasure: 'erased' })
export class LeadFile {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  leadId: string;

  /** The name of the field. */
  @Column('text')
  field: string;

  /** Name on the visitor's machine. */
  @Column('text')
  fileName: string;

  @Column('text')
  contentType: string;

  @Column('bigint', { transformer: bigintNumber })
  bytes: number;

  /** Hash of the blob with the content. */
  @Column('text')
  hash: string;

  @CreatedAt()
  createdAt: Date;
}
