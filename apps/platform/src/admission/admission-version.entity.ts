import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: the version of the blocklist and the data centres. */
@Entity()
export class AdmissionVersion {
  @PrimaryColumn('boolean')
  id: boolean;

  /** Made with the database, so that versions of two databases differ. */
  @Column('uuid')
  run: string;

  @Column('bigint')
  number: string;
}
