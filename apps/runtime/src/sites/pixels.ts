import { Injectable } from '@nestjs/common';
import type { ConversionKind } from '#libs/sites/traffic';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { LIST_PIXELS } from './pixels.sql.js';
import { type ChangeListener, SiteChanges } from './site-changes.js';
import type { Change } from './site.repository.js';

/** Path of an entry of the log for a pixel. */
const ENTRY = /^pixel:(pxl_[0-9a-f]{16})$/;

/** A pixel in memory. */
export interface KnownPixel {
  id: string;
  tenantId: TenantId;
  active: boolean;
  domains: string[];
  conversions: { name: string; kind: ConversionKind; value: string }[];
}

/** All pixels, in the memory of this process: an event costs no query, and Postgres may be away. */
@Injectable()
export class Pixels implements ChangeListener {
  private byId = new Map<string, KnownPixel>();

  constructor(
    private readonly database: Database,
    changes: SiteChanges,
  ) {
    changes.follow(this);
  }

  find(tenantId: TenantId, id: string): KnownPixel | undefined {
    const pixel = this.byId.get(id);
    return pixel?.tenantId === tenantId ? pixel : undefined;
  }

  async apply(changes: readonly Change[]): Promise<void> {
    const ids = [...new Set(changes.flatMap(({ path }) => (path === null ? [] : (ENTRY.exec(path)?.[1] ?? []))))];
    if (ids.length === 0) return;
    const found = await this.list(ids);
    for (const id of ids) this.byId.delete(id);
    for (const pixel of found) this.byId.set(pixel.id, pixel);
  }

  async reset(): Promise<void> {
    this.byId = new Map((await this.list(null)).map((pixel) => [pixel.id, pixel]));
  }

  private async list(ids: readonly string[] | null): Promise<KnownPixel[]> {
    return this.database.statement((pool) => many<KnownPixel>(pool, LIST_PIXELS, [ids]));
  }
}
