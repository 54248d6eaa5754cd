/**
 * SQL that makes the tags of messages searchable.
 * @param calls a relation of `n, tenant_id, tags`
 * @param messages a relation of `call, id`, whose messages have the tags of the call with that number
 */
export const insertTagsSql = (calls: string, messages: string): string => `
  insert into message_tag (tenant_id, tag, message_id)
  select ${calls}.tenant_id, tag.key || ':' || tag.value, given.id
  from ${calls} join ${messages} as given on given.call = ${calls}.n cross join jsonb_each_text(tags) as tag
  where tags is not null on conflict do nothing`;
