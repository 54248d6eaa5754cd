/**
 * The contacts of a company by either link, newest contact first. Each half reads one page of its index.
 * Parameters: tenant, company, the id before which the page begins or null, rows.
 */
export const LIST_PEOPLE = `
  select c.id as "contactId", c.company_id is not distinct from $2 as "isPrimary",
         case when p.contact_id is null then c.job_title else p.role end as role
    from (
      (select id from contact
        where tenant_id = $1 and company_id = $2 and deleted_at is null and ($3::text is null or id < $3)
        order by id desc limit $4)
      union
      (select person.contact_id from company_person person
         join contact on contact.tenant_id = person.tenant_id and contact.id = person.contact_id
        where person.tenant_id = $1 and person.company_id = $2 and contact.deleted_at is null
          and ($3::text is null or person.contact_id < $3)
        order by person.contact_id desc limit $4)
    ) of_page
    join contact c on c.tenant_id = $1 and c.id = of_page.id
    left join company_person p on p.tenant_id = $1 and p.company_id = $2 and p.contact_id = c.id
   order by c.id desc limit $4`;

/**
 * Takes up to so many contacts from a company, deleted ones, too.
 * Parameters: tenant, company, rows.
 */
export const RELEASE_CONTACTS = `
  update contact set company_id = null, updated_at = now()
   where tenant_id = $1 and id in (
     select id from contact where tenant_id = $1 and company_id = $2 order by id limit $3 for update)
  returning id, data_key as "dataKey"`;
