/** Values of one key of tags that are counted in a day (UTC); further ones count as `other`. */
const VALUES_PER_KEY = 1_000;
/** Values of all keys of a tenant that are counted in a day; further ones count as the value `other` of a key `other`. */
const VALUES_PER_TENANT = 20_000;

/**
 * Condition for the value `other`, which stands for values beyond these limits. It says nothing of a person, so it stays
 * where other values are deleted.
 */
const IS_OTHER = `value = split_part(value, ':', 1) || ':other'`;

/*
 * How many values are counted already is a total, too, of a dimension that no report shows: one row for each key (`key`), and
 * one for all of them (`all`).
 */
const usedBy = (event: 'key' | 'all', value: string) => `coalesce((
  select total.count from group_total as total
  where total.tenant_id = given.tenant_id and total.dimension = 'tag-values' and total.span = 'day'
    and total.start = given.day and total.value = ${value} and total.channel = '' and total.event = '${event}'), 0)`;

/**
 * A part of a `with`: the name under which each tag counts, as `tag_name (tenant_id, day, value, key, name, is_new)`. A value
 * that the day has already keeps its name; a new one needs room. All is looked up by the primary key of the totals.
 * @param source a relation of `tenant_id, day, value`; it may name a value several times
 */
export const tagNames = (source: string): string => `
  tag_name as materialized (
    select named.*, not is_known and name = value as is_new from (
      select tenant_id, day, value, key, is_known, case
        when is_known then value
        when used_by_key + row_number() over (partition by tenant_id, day, is_known, key) > ${VALUES_PER_KEY} then key || ':other'
        when used_by_all >= ${VALUES_PER_TENANT} then 'other:other'
        else value end as name
      from (
        select given.*, ${usedBy('key', 'given.key')} as used_by_key, ${usedBy('all', `''`)} as used_by_all,
          (select true from group_total as total
           where total.tenant_id = given.tenant_id and total.dimension = 'tag' and total.span = 'day'
             and total.start = given.day and total.value = given.value limit 1) is not null as is_known
        from (select distinct tenant_id, day, value, split_part(value, ':', 1) as key from ${source}) as given
      ) as looked_up
    ) as named
  )`;

/**
 * Rows that add new values to the totals. Two transactions that bring the same value at the same instant both count it: the
 * limits are approximate.
 */
export const NEW_TAG_VALUES = `
  select tag_name.tenant_id, 'tag-values' as dimension, 'day' as span, tag_name.day as start, place.value, '' as channel,
    place.event, 1 as count
  from tag_name cross join lateral (values (tag_name.key, 'key'), ('', 'all')) as place (value, event) where is_new`;

/** Deletes the totals of values, of those given, that no message has. Parameters: tenant, values as `key:value`. */
export const DELETE_TOTALS_OF_TAGS = `
  delete from group_total where tenant_id = $1 and dimension = 'tag' and not ${IS_OTHER} and value = any (array(
    select value from unnest($2::text[]) as value
    where (select true from message_tag where tenant_id = $1 and tag = value limit 1) is null))`;

/** Deletes the totals of all values that no message has. Parameter: tenant. */
export const DELETE_TOTALS_OF_UNUSED_TAGS = `
  delete from group_total where tenant_id = $1 and dimension = 'tag' and not ${IS_OTHER} and value in (
    select value from (select distinct value from group_total where tenant_id = $1 and dimension = 'tag') as known
    where (select true from message_tag where tenant_id = $1 and tag = value limit 1) is null)`;
