import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** Error in a row of an imported file, or value that was left out of it. It holds no value of the row. */
@Entity()
@DataRights({ erasure: { stays: 'Lines and codes of errors, without what stood in them' } })
export class ContactImportError {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  importId: string;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  /** The row in the file, from 1 for the names of the columns. */
  @Column('integer')
  rowNumber: number;

  @Column('text', { nullable: true })
  columnName: string | null;

  /** In Portuguese. */
  @Column('text')
  message: string;

  /** True if the row was imported nevertheless. */
  @Column('boolean')
  isWarning: boolean;
}
