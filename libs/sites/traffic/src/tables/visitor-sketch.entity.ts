import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/** Spans of sketches, in days from `starts`: a week begins on Monday, the others at a multiple of 28 days since 1970. */
export const SKETCH_SPANS = [1, 7, 28] as const;
export type SketchSpan = (typeof SKETCH_SPANS)[number];

/** Visitors with consent of a span of days, for distinct counts over many days. The table is partitioned by the month. */
@Entity()
@DataRights({
  erasure: { stays: 'Hashes that name no person once the sessions are gone' },
  leftOut: 'Counts in a form of this program',
})
export class VisitorSketch {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Id of a page or of a pixel; empty for all. */
  @PrimaryColumn('text')
  pageId: string;

  @PrimaryColumn('smallint')
  span: SketchSpan;

  /** YYYY-MM-DD. */
  @PrimaryColumn('date')
  starts: string;

  @Column('bytea')
  sketch: Buffer;
}
