import { Injectable } from '@nestjs/common';
import { Database, many, maybe, type TenantId } from '#libs/core/persistence';
import { ALL_PAGES, type Device, type TrafficWindow } from '#libs/sites/traffic';
import { LIST_CLICKS, LIST_DEPTHS } from './heat-map.sql.js';
import { FIND_TOP_PAGE } from './totals.sql.js';
import { TrafficPages } from './traffic-pages.js';

/** Parts into which the height of a page is cut. */
const TENTHS = 10;

export interface HeatMap {
  /** Whole days (UTC). */
  window: TrafficWindow;
  /** Null where nothing was seen. */
  pageId: string | null;
  side: Device | null;
  cells: { x: number; y: number; clicks: number }[];
  /** How many views saw the page down to a depth, in per cent. */
  depths: { depth: number; views: number }[];
}

/** Clicks on a page, and how far it was seen. */
@Injectable()
export class HeatMapsService {
  constructor(
    private readonly database: Database,
    private readonly pages: TrafficPages,
  ) {}

  /** Reads that of the page with most views if none is named. */
  async read(
    tenantId: TenantId,
    window: TrafficWindow,
    { page, side }: { page: string | undefined; side: Device | undefined },
  ): Promise<HeatMap> {
    const { firstDay, endDay, window: days } = window.days();
    return this.database.tenant(tenantId, async (tx) => {
      const named = await this.pages.idOf(tx, tenantId, page);
      const top =
        named === ALL_PAGES
          ? await maybe<{ value: string }>(tx, FIND_TOP_PAGE, [tenantId, firstDay, endDay])
          : undefined;
      const pageId = named === ALL_PAGES ? top?.value : named;
      const shown = { window: days, pageId: pageId ?? null, side: side ?? null };
      if (pageId === undefined) return { ...shown, cells: [], depths: [] };
      const parameters = [tenantId, pageId, firstDay, endDay, side ?? null];
      const cells = await many<HeatMap['cells'][number]>(tx, LIST_CLICKS, parameters);
      const found = await many<{ tenth: number; views: number }>(tx, LIST_DEPTHS, parameters);
      return { ...shown, cells, depths: found.length === 0 ? [] : seenDownTo(found) };
    });
  }
}

/** Adds up the views that went at least as deep. */
function seenDownTo(found: readonly { tenth: number; views: number }[]): HeatMap['depths'] {
  return Array.from({ length: TENTHS + 1 }, (_, tenth) => {
    const deeper = found.filter((row) => row.tenth >= tenth);
    return { depth: tenth * TENTHS, views: deeper.reduce((sum, { views }) => sum + views, 0) };
  });
}
