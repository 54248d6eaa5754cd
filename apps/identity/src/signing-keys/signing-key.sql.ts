/**
 * Retires keys that another key followed $1 seconds ago, unless a session that was opened before is still open: the older
 * key signed its token. The extra minute is for clocks that differ.
 */
export const RETIRE_OUTLIVED = `
  with followed as (
    select kid, (select min(n.signs_from) from signing_key n
                  where n.retired_at is null and n.signs_from > k.signs_from) as until
      from signing_key k where retired_at is null)
  update signing_key k set retired_at = now(), sealed_private_jwk = null
    from followed f
   where f.kid = k.kid and f.until < now() - $1 * interval '1 second'
     and not exists (select from session s
                      where s.created_at <= f.until + interval '1 minute' and s.expires_at > now()
                        and s.revoked_at is null and s.client_id is null)
  returning k.kid`;
