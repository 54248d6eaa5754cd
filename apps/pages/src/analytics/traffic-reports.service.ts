import { Injectable } from '@nestjs/common';
import { Database, many, maybe, one, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { ALL_PAGES, type Dimension, QUALITY, type TrafficWindow } from '#libs/sites/traffic';
import type { SegmentDimension } from './dto/segment.query.js';
import { countVisitors, type WindowVisitors } from './distinct-visitors.js';
import { NO_TOTALS, plus, type Totals } from './totals.js';
import {
  listCubeValues,
  LIST_VALUES,
  type SegmentFilters,
  SUM_BY_BUCKET,
  SUM_CUBE_OTHERS,
  sumCube,
} from './totals.sql.js';
import { TrafficPages } from './traffic-pages.js';

/** Dimensions whose values are pages. */
const OF_PAGES: readonly Dimension[] = ['page', 'entry', 'exit'];

/** More than there are values of the quality of traffic. */
const QUALITY_VALUES = 100;

export interface SeriesPoint {
  from: Date;
  totals: Totals;
}

export interface Overview {
  window: TrafficWindow;
  totals: Totals;
  points: SeriesPoint[];
  visitors: WindowVisitors;
}

/** Counts for a value of a dimension, which is empty for none. */
export interface ValueTotals {
  value: string;
  label: string | null;
  totals: Totals;
}

export interface Breakdown {
  /** Whole days (UTC). */
  window: TrafficWindow;
  rows: ValueTotals[];
  /** All values that have no row. */
  others: Totals;
}

export interface Segment {
  dimension: SegmentDimension;
  filters: SegmentFilters;
}

export interface SegmentReport extends Breakdown {
  totals: Totals;
  /** Tuples beyond the limit of a day. */
  unclassified: Totals;
}

export interface Quality {
  window: TrafficWindow;
  people: Totals;
  bots: Totals;
  reasons: ValueTotals[];
}

type ValueRow = Totals & { value: string | null };

/** Reports of a tenant's traffic, from totals that are kept as events arrive. */
@Injectable()
export class TrafficReportsService {
  constructor(
    private readonly database: Database,
    private readonly pages: TrafficPages,
  ) {}

  /** Totals of one page or of all, and a point for each bucket of the window. */
  async overview(tenantId: TenantId, window: TrafficWindow, page: string | undefined): Promise<Overview> {
    const buckets = window.buckets();
    return this.database.tenant(tenantId, async (tx) => {
      const pageId = await this.pages.idOf(tx, tenantId, page);
      const starts = buckets.map(({ from }) => from);
      const parameters = [tenantId, pageId, window.from, window.until, starts];
      const found = await many<Totals & { bucket: number; consented: number }>(tx, SUM_BY_BUCKET, parameters);
      const byBucket = new Map(found.map(({ bucket, ...totals }) => [bucket, totals]));
      const points = buckets.map(({ from }, index) => ({ from, totals: byBucket.get(index) ?? NO_TOTALS }));
      const totals = points.map((point) => point.totals).reduce(plus, NO_TOTALS);
      const consented = found.reduce((sum, row) => sum + row.consented, 0);
      const daily = { visitors: totals.visitors, consented };
      const visitors = await countVisitors(tx, { tenantId, pageId }, window, daily);
      return { window, points, totals, visitors };
    });
  }

  /** The values of a dimension with most views. */
  async breakdown(
    tenantId: TenantId,
    window: TrafficWindow,
    { dimension, page, limit }: { dimension: Dimension; page: string | undefined; limit: number },
  ): Promise<Breakdown> {
    return this.database.tenant(tenantId, async (tx) => {
      const pageId = await this.pages.idOf(tx, tenantId, page);
      return this.readValues(tx, tenantId, window.days(), { dimension, pageId, limit });
    });
  }

  /** The values of a dimension among the visits that the filters leave. */
  async report(
    tenantId: TenantId,
    window: TrafficWindow,
    { dimension, filters, page, limit }: Segment & { page: string | undefined; limit: number },
  ): Promise<SegmentReport> {
    const days = window.days();
    return this.database.tenant(tenantId, async (tx) => {
      const pageId = await this.pages.idOf(tx, tenantId, page);
      if (Object.keys(filters).length === 0) {
        const breakdown = await this.readValues(tx, tenantId, days, { dimension, pageId, limit });
        const { from, until } = days.window;
        const totals = await maybe<Totals>(tx, SUM_BY_BUCKET, [tenantId, pageId, from, until, [from]]);
        return { ...breakdown, totals: totals ?? NO_TOTALS, unclassified: NO_TOTALS };
      }
      const place = [tenantId, pageId, days.firstDay, days.endDay];
      const cube = sumCube(filters);
      const totals = await one<Totals>(tx, cube.text, [...place, ...cube.values]);
      const list = listCubeValues(dimension, filters);
      const found = await many<ValueRow>(tx, list.text, [...place, limit, ...list.values]);
      const unclassified = await one<Totals>(tx, SUM_CUBE_OTHERS, place);
      return { ...(await this.breakdownOf(tx, tenantId, dimension, found)), window: days.window, totals, unclassified };
    });
  }

  /** People and programs, of all pages. */
  async quality(tenantId: TenantId, window: TrafficWindow): Promise<Quality> {
    const { window: days, firstDay, endDay } = window.days();
    const found = await this.database.tenant(tenantId, (tx) =>
      many<ValueRow>(tx, LIST_VALUES, [tenantId, QUALITY, ALL_PAGES, firstDay, endDay, QUALITY_VALUES]),
    );
    const values = found.map(({ value, ...totals }) => ({ value: value ?? '', label: null, totals }));
    const reasons = values.filter(({ value }) => value !== HUMAN);
    return {
      window: days,
      people: values.find(({ value }) => value === HUMAN)?.totals ?? NO_TOTALS,
      bots: reasons.map(({ totals }) => totals).reduce(plus, NO_TOTALS),
      reasons,
    };
  }

  private async readValues(
    tx: SqlExecutor,
    tenantId: TenantId,
    { window, firstDay, endDay }: ReturnType<TrafficWindow['days']>,
    { dimension, pageId, limit }: { dimension: Dimension; pageId: string; limit: number },
  ): Promise<Breakdown> {
    const parameters = [tenantId, dimension, pageId, firstDay, endDay, limit];
    const found = await many<ValueRow>(tx, LIST_VALUES, parameters);
    return { ...(await this.breakdownOf(tx, tenantId, dimension, found)), window };
  }

  private async breakdownOf(
    tx: SqlExecutor,
    tenantId: TenantId,
    dimension: Dimension,
    found: readonly ValueRow[],
  ): Promise<Pick<Breakdown, 'rows' | 'others'>> {
    const shown = found.flatMap(({ value, ...totals }) => (value === null ? [] : [{ value, totals }]));
    const titles = OF_PAGES.includes(dimension)
      ? await this.pages.titles(
          tx,
          tenantId,
          shown.map(({ value }) => value),
        )
      : new Map<string, string>();
    const rest = found.find(({ value }) => value === null);
    return {
      rows: shown.map((row) => ({ ...row, label: titles.get(row.value) ?? null })),
      others: rest ?? NO_TOTALS,
    };
  }
}

/** Value of the quality of traffic for people. */
const HUMAN = 'human';
