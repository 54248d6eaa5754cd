/** Records when keys were last used; moves no time back. Parameters: ids, times. */
export const UPDATE_LAST_USE = `
  update api_key k set last_used_at = greatest(k.last_used_at, u.at)
    from (select id, max(at) as at from unnest($1::text[], $2::timestamptz[]) as used (id, at) group by id) u
   where k.id = u.id`;
