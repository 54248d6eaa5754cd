import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights } from '#libs/core/persistence';

/** One row: the version of the blocklist and the data centres. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class AdmissionVersion {
  @PrimaryColumn('boolean')
  id: boolean;

  /** Made with the database, so that versions of two databases differ. */
  @Column('uuid')
  run: string;

  @Column('bigint')
  number: string;
}
