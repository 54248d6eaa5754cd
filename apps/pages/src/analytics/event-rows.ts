import { Injectable, Optional } from '@nestjs/common';
import { SnakeCaseNames, type TenantId } from '#libs/core/persistence';
import { type OpenRow, RowsElsewhere } from '#libs/privacy/data-rights';
import { ClickHouseEvents, type Event } from '#libs/sites/traffic';

const NAMES = new SnakeCaseNames();
const BEGINNING = new Date(0);
const END = new Date('2100-01-01');

/** Events of a tenant in ClickHouse; there are none if the installation has no ClickHouse. */
@Injectable()
export class EventRows extends RowsElsewhere {
  override readonly table = 'event';

  constructor(@Optional() private readonly events?: ClickHouseEvents) {
    super();
  }

  override async *read(tenantId: TenantId): AsyncGenerator<OpenRow[]> {
    if (!this.events) return;
    for await (const slice of this.events.rebuild(tenantId, BEGINNING, END)) yield slice.map(rowOf);
  }

  override async erase(tenantId: TenantId): Promise<number> {
    return this.events ? this.events.eraseTenant(tenantId) : 0;
  }
}

/** The row as Postgres would name it, without the tenant. */
const rowOf = (event: Event): OpenRow =>
  Object.fromEntries(
    Object.entries(event)
      .filter(([property]) => property !== 'tenantId')
      .map(([property, value]) => [NAMES.columnName(property, undefined, []), value]),
  );
