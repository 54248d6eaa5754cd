import { Column } from 'typeorm';
import { bigintNumber } from '#libs/core/persistence';

/**
 * Measures of totals. Views and conversions count at their time. Sessions, bounces and seconds count where the session began; for a page
 * they are those of sessions that viewed it. A visitor counts where the visitor was first seen in a day (UTC), for each row alone.
 */
export abstract class Measures {
  @Column('bigint', { transformer: bigintNumber })
  views: number;

  @Column('bigint', { transformer: bigintNumber })
  sessions: number;

  @Column('bigint', { transformer: bigintNumber })
  visitors: number;

  @Column('bigint', { transformer: bigintNumber })
  conversions: number;

  /** Sessions of one view, without any other event. */
  @Column('bigint', { transformer: bigintNumber })
  bounces: number;

  /** Length of the sessions together. */
  @Column('bigint', { transformer: bigintNumber })
  seconds: number;
}
