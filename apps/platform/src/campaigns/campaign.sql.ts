/** Number of members of its list that a campaign goes to, for an update of `campaign`. */
export const MEMBERS_OF_LIST = `coalesce(
  (select greatest(0, member_count - pending_count) from contact_list where tenant_id = campaign.tenant_id and id = campaign.list_id), 0)`;

/**
 * Parameters: tenant, list, the contact to start after, limit. Members that have not
 * confirmed are passed over. Postgres reads that many members from the index and looks up each contact once, whatever its estimate of the number of contacts.
 */
export const LIST_CONTACTS_OF_LIST = `
  select c.id, c.external_id as "externalId", c.email, c.phone, c.name, c.attributes
  from (
    select contact_id from contact_list_member
    where tenant_id = $1 and list_id = $2 and contact_id > $3 and pending_since is null order by contact_id limit $4
  ) member cross join lateral (
    select * from contact where tenant_id = $1 and id = member.contact_id offset 0
  ) c order by c.id`;
