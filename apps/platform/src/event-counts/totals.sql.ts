import { NEW_TAG_VALUES, tagNames } from './tag-values.sql.js';

/*
 * Rows are written in the order of their keys, so that two transactions that count the same cannot deadlock. The queries
 * that are given come in that order.
 */

/** @param rows a query of `tenant_id, span, start, channel, event, count` */
export const addEventTotalsSql = (rows: string): string => `
  insert into event_total as total (tenant_id, span, start, channel, event, count)
  ${rows}
  on conflict on constraint event_total__pk do update set count = total.count + excluded.count`;

/** @param rows a query of `tenant_id, span, start, channel, template_id, event, count` */
export const addTemplateTotalsSql = (rows: string): string => `
  insert into template_total as total (tenant_id, span, start, channel, template_id, event, count)
  ${rows}
  on conflict on constraint template_total__pk do update set count = total.count + excluded.count`;

/**
 * SQL that adds to the totals of groups, and the new values of tags to theirs; after `tagNames`.
 * @param rows a query of `tenant_id, dimension, span, start, value, channel, event, count`
 */
export const addGroupTotalsSql = (rows: string): string => `
  insert into group_total as total (tenant_id, dimension, span, start, value, channel, event, count)
  select tenant_id, dimension, span, start, value, channel, event, sum(count)
  from (
    ${rows}
    union all ${NEW_TAG_VALUES}
  ) as added
  group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict on constraint group_total__pk do update set count = total.count + excluded.count`;

/**
 * Parts of a `with` that count the messages of accepted calls in reports: among all messages, and among those of their template,
 * environment, campaign and tags. Calls that count alike are added up first: the e-mails of a batch often have the same tags, and
 * looking at each of them took a third of the statement.
 * @param calls a relation of `tenant_id, channel, environment, template_id, campaign_id, tags, message_count, counted`
 */
export const countAcceptedSql = (calls: string): string => `
span as materialized (
  select span, date_trunc(span, now(), 'UTC') as start from unnest(array['day', 'hour']) as span
), alike as materialized (
  select tenant_id, channel, environment, template_id, campaign_id, tags, counted, sum(message_count) as count
  from ${calls} group by 1, 2, 3, 4, 5, 6, 7
), reported as (
  ${addEventTotalsSql(`
  select tenant_id, span, start, channel, 'accepted', sum(count)
  from alike cross join span where counted group by 1, 2, 3, 4 order by 1, 2, 4`)}
), reported_templates as (
  ${addTemplateTotalsSql(`
  select tenant_id, span, start, channel, template_id, 'accepted', sum(count)
  from alike cross join span where counted and template_id is not null group by 1, 2, 3, 4, 5 order by 1, 2, 4, 5`)}
), tag as materialized (
  select tenant_id, channel, day.start as day, tag.key || ':' || tag.value as value, count
  from alike cross join span as day cross join jsonb_each_text(tags) as tag where counted and day.span = 'day'
), ${tagNames('tag')}, reported_groups as (
  ${addGroupTotalsSql(`
    select tenant_id, dimension, span, start, value, channel, 'accepted' as event, count
    from (
      select tenant_id, channel, 'environment' as dimension, environment as value, count from alike
      union all select tenant_id, channel, 'campaign', campaign_id, count from alike where counted and campaign_id is not null
      union all select tenant_id, channel, 'tag', name, count from tag join tag_name using (tenant_id, day, value)
    ) as grouped cross join span`)}
)`;
