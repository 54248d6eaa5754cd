import { many, type SqlExecutor } from '#libs/core/persistence';
import { type CubeDay, OTHERS, type TotalDay, VALUES_A_DAY } from '#libs/sites/traffic';
import { COUNT_CUBE, COUNT_DAYS, FIND_CUBE, FIND_DAYS } from './collector.sql.js';
import { addTo } from './total-rows.js';

const keyOf = (...parts: unknown[]): string => parts.join('\u0001');
const dayKey = (row: Pick<TotalDay, 'tenantId' | 'dimension' | 'pageId' | 'day' | 'value'>): string =>
  keyOf(row.tenantId, row.dimension, row.day, row.pageId, row.value);
const cubeKey = (
  row: Omit<CubeDay, 'views' | 'sessions' | 'visitors' | 'conversions' | 'bounces' | 'seconds'>,
): string =>
  keyOf(row.tenantId, row.day, row.pageId, row.utmSource, row.utmMedium, row.utmCampaign, row.country, row.device);

/** The rows of days, those beyond the limit of their dimension as `(outros)`. */
export async function capDays(tx: SqlExecutor, rows: readonly TotalDay[]): Promise<TotalDay[]> {
  if (rows.length === 0) return [];
  const of = <K extends keyof TotalDay>(name: K) => rows.map((row) => row[name]);
  const columns = [of('tenantId'), of('dimension'), of('pageId'), of('day'), of('value')];
  const known = new Set((await many<TotalDay>(tx, FIND_DAYS, columns)).map(dayKey));
  const groupOf = ({ tenantId, dimension, day }: Pick<TotalDay, 'tenantId' | 'dimension' | 'day'>) =>
    keyOf(tenantId, dimension, day);
  const isNew = (row: TotalDay) => !known.has(dayKey(row));
  const groups = new Map(rows.filter(isNew).map((row) => [groupOf(row), row]));
  const counts = new Map<string, number>();
  if (groups.size > 0) {
    const wanted = [...groups.values()];
    const parameters = [
      wanted.map((row) => row.tenantId),
      wanted.map((row) => row.dimension),
      wanted.map((row) => row.day),
    ];
    for (const found of await many<TotalDay & { count: number }>(tx, COUNT_DAYS, parameters))
      counts.set(groupOf(found), found.count);
  }
  return capped<TotalDay>(rows, {
    isNew,
    groupOf,
    counts,
    keyOf: dayKey,
    toOthers: (row) => ({ ...row, value: OTHERS }),
  });
}

/** The tuples of a cube, those beyond the limit of a day as `(outros)`. */
export async function capCube(tx: SqlExecutor, rows: readonly CubeDay[]): Promise<CubeDay[]> {
  if (rows.length === 0) return [];
  const of = <K extends keyof CubeDay>(name: K) => rows.map((row) => row[name]);
  const columns = [
    of('tenantId'),
    of('day'),
    of('pageId'),
    of('utmSource'),
    of('utmMedium'),
    of('utmCampaign'),
    of('country'),
    of('device'),
  ];
  const known = new Set((await many<CubeDay>(tx, FIND_CUBE, columns)).map(cubeKey));
  const groupOf = ({ tenantId, day }: Pick<CubeDay, 'tenantId' | 'day'>) => keyOf(tenantId, day);
  const isNew = (row: CubeDay) => !known.has(cubeKey(row));
  const groups = new Map(rows.filter(isNew).map((row) => [groupOf(row), row]));
  const counts = new Map<string, number>();
  if (groups.size > 0) {
    const wanted = [...groups.values()];
    const parameters = [wanted.map((row) => row.tenantId), wanted.map((row) => row.day)];
    for (const found of await many<CubeDay & { count: number }>(tx, COUNT_CUBE, parameters))
      counts.set(groupOf(found), found.count);
  }
  const toOthers = (row: CubeDay): CubeDay => ({
    ...row,
    utmSource: OTHERS,
    utmMedium: OTHERS,
    utmCampaign: OTHERS,
    country: OTHERS,
    device: OTHERS,
  });
  return capped<CubeDay>(rows, { isNew, groupOf, counts, keyOf: cubeKey, toOthers });
}

interface Cap<T> {
  isNew(row: T): boolean;
  groupOf(row: T): string;
  /** Rows of each group that there are. */
  counts: Map<string, number>;
  keyOf(row: T): string;
  toOthers(row: T): T;
}

function capped<T extends TotalDay | CubeDay>(rows: readonly T[], cap: Cap<T>): T[] {
  const result = new Map<string, T>();
  for (const row of rows) {
    let used = row;
    if (cap.isNew(row)) {
      const group = cap.groupOf(row);
      const count = cap.counts.get(group) ?? 0;
      if (count < VALUES_A_DAY) cap.counts.set(group, count + 1);
      else used = cap.toOthers(row);
    }
    const key = cap.keyOf(used);
    const there = result.get(key);
    if (there) addTo(there, used);
    else result.set(key, used);
  }
  return [...result.values()];
}
