import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights } from '#libs/core/persistence';

/** A batch of events that is counted. Whatever comes again with the same id does not count. The table is partitioned by the day. */
@Entity()
@DataRights({ erasure: { stays: 'Random ids, of no tenant' } })
export class Collected {
  /** YYYY-MM-DD. */
  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('uuid')
  batchId: string;
}
