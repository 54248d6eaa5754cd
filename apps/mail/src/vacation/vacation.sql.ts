/** Parameters: tenant, mailbox, address, days of the interval, replies a day of the mailbox and of the tenant. Returns a row if the sender is to be answered. */
export const INSERT_REPLY = `
  insert into vacation_reply (tenant_id, mailbox_id, address, replied_at)
  select $1, $2::uuid, $3, now()
   where (select count(*) from (
            select from vacation_reply
             where tenant_id = $1 and mailbox_id = $2::uuid and replied_at > now() - interval '1 day'
             limit $5) today) < $5
     and (select count(*) from (
            select from vacation_reply where tenant_id = $1 and replied_at > now() - interval '1 day' limit $6) today) < $6
  on conflict (tenant_id, mailbox_id, address) do update set replied_at = excluded.replied_at
   where vacation_reply.replied_at <= now() - make_interval(days => $4)
  returning address`;

/** A reply that moves meanwhile is not old any more. Parameters: time, how many. */
export const DELETE_OLD_REPLIES = `
  delete from vacation_reply
   where ctid = any (array(select ctid from vacation_reply where replied_at < $1 order by replied_at limit $2))`;
