import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights } from '#libs/core/persistence';

/** Salt of the visitor ids of a day (UTC). It is destroyed after 48 hours; nobody can compute an id of that day any more. */
@Entity()
@DataRights({ erasure: { stays: 'Random bytes, of no tenant' } })
export class VisitorSalt {
  /** YYYY-MM-DD. */
  @PrimaryColumn('date')
  day: string;

  /** Sealed. */
  @Column('text')
  salt: string;
}
