import { exec, prepared, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Dimension } from './group.js';
import { tagNames } from './tag-values.sql.js';
import { addEventTotalsSql, addGroupTotalsSql, addTemplateTotalsSql } from './totals.sql.js';

export interface HourCount {
  channel: string;
  template_id: string | null;
  /** Null in the counts of all messages. */
  dimension: Dimension | null;
  value: string | null;
  type: string;
  hour: Date;
  count: number;
}

/*
 * Each event counts in its hour and in its day (UTC), among all messages, and among those of its template and its groups.
 * Rows are written in the order of their keys, so that two transactions that count the same cannot deadlock.
 */
const ADD_COUNTS = prepared(
  'add-counts',
  `
  with given as materialized (
     select span, date_trunc(span, hour, 'UTC') as start, channel, template_id, dimension, value,
       type as event, sum(count) as count
     from jsonb_to_recordset($2::jsonb) as event (
         channel text, template_id text, dimension text, value text, type text, hour timestamptz, count bigint)
       cross join unnest(array['day', 'hour']) as span
     group by 1, 2, 3, 4, 5, 6, 7
   ), of_templates as (
     ${addTemplateTotalsSql(`
     select $1, span, start, channel, template_id, event, count from given
     where template_id is not null order by 2, 3, 4, 5, 6`)}
   ), tag as (
     select $1 as tenant_id, date_trunc('day', start, 'UTC') as day, value from given where dimension = 'tag'
   ), ${tagNames('tag')}, of_groups as (
     ${addGroupTotalsSql(`
       select $1 as tenant_id, dimension, span, start, coalesce(tag_name.name, given.value) as value, channel, event, count
       from given left join tag_name on dimension = 'tag' and tag_name.value = given.value
         and tag_name.day = date_trunc('day', start, 'UTC')
       where dimension is not null`)}
   )
   ${addEventTotalsSql(`
   select $1, span, start, channel, event, sum(count) from given where dimension is null group by 2, 3, 4, 5 order by 2, 3, 4, 5`)}`,
);

/** Adds counts in one statement. */
export async function addCounts(tx: SqlExecutor, tenantId: TenantId, counts: readonly HourCount[]): Promise<void> {
  await exec(tx, ADD_COUNTS, [tenantId, JSON.stringify(counts)]);
}
