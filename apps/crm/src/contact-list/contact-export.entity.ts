import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

/** A file of contacts that left the account. */
@Entity()
@DataRights({ erasure: { stays: 'Which exports were made, by whom and of how many' } })
export class ContactExport {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  authorId: string;

  /** The names of its filters; their values may be personal. */
  @Column('text', { array: true })
  filters: string[];

  /** Contacts in it at most. */
  @Column('integer')
  rowLimit: number;

  @CreatedAt()
  createdAt: Date;
}
