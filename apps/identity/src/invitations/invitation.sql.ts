/** Reads all that the page of an invitation shows, from six tables. Parameters: the hash of the token. */
export const FIND_SHOWN = `
  select i.email, i.role, i.tenant_id as "tenantId", i.accepted_at as "acceptedAt", i.revoked_at as "revokedAt",
         i.expires_at as "expiresAt", t.name as "tenantName", coalesce(nullif(u.name, ''), login.email, '') as inviter,
         held.user_id as holder, coalesce(held.is_primary, false) as "isLogin",
         held.user_id is not null and held.verified_at is null and not exists (
           select from email_address o
            where o.user_id = held.user_id and o.id <> held.id and o.verified_at is not null
              and (o.verified_at <= held.created_at or exists (
                     select from link_token l where l.address_id = o.id and l.purpose = 'address-change'
                                                and l.used_at is null and l.expires_at > now()))) as "isUnproved"
    from invitation i join tenant t on t.id = i.tenant_id
    left join user_account u on u.id = i.invited_by
    left join email_address login on login.user_id = u.id and login.is_primary
    left join email_address held on held.email = i.email and (held.is_primary or held.verified_at is not null)
   where i.token_hash = $1`;
