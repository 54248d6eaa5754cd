import { lockSql } from '#libs/core/persistence';

/** Partitions of series: their names. Parameter: names of the partitioned tables. */
export const LIST_PARTITIONS = `
  select parent.relname as series, child.relname as name
  from pg_class parent join pg_inherits on inhparent = parent.oid join pg_class child on child.oid = inhrelid
  where parent.relname = any ($1) and parent.relnamespace = 'public'::regnamespace`;

const LOCKED = `locked as materialized (select ${lockSql('month maintenance')})`;

/** Parameters: series, first day. */
export const ADD_PARTITION = `with ${LOCKED} select add_traffic_partition($1, $2::date) from locked`;

/** Parameters: series, first day. */
export const DROP_PARTITION = `with ${LOCKED} select drop_traffic_partition($1, $2::date) from locked`;

/** Links whose sessions are all dropped. Parameters: a time, how many. */
export const DELETE_OLD_LINKS = `
  delete from visitor_lead
  where ctid = any (array(select ctid from visitor_lead where at < $1 order by at limit $2))`;
