/**
 * The contacts of companies by either link, newest contact first. Each half reads one page of its index.
 * Parameters: tenant; for each page: company, the id before which it begins, rows.
 */
export const PEOPLE_OF_COMPANIES = `
  select wanted.request::integer, c.id as "contactId", c.company_id is not distinct from wanted.company_id as "isPrimary",
         case when p.contact_id is null then c.job_title else p.role end as role
    from unnest($2::uuid[], $3::text[], $4::integer[]) with ordinality as wanted (company_id, before, size, request)
   cross join lateral (
      select id from (
        (select id from contact
          where tenant_id = $1 and company_id = wanted.company_id and deleted_at is null and id < wanted.before
          order by id desc limit wanted.size)
        union
        (select person.contact_id from company_person person
           join contact on contact.tenant_id = person.tenant_id and contact.id = person.contact_id
          where person.tenant_id = $1 and person.company_id = wanted.company_id and contact.deleted_at is null
            and person.contact_id < wanted.before
          order by person.contact_id desc limit wanted.size)
      ) by_either order by id desc limit wanted.size
    ) of_page
    join contact c on c.tenant_id = $1 and c.id = of_page.id
    left join company_person p on p.tenant_id = $1 and p.company_id = wanted.company_id and p.contact_id = c.id
   order by wanted.request, c.id desc`;

/** Parameters: tenant, companies, rows that are counted of each at most. */
export const COUNT_CONTACTS = `
  select asked.company_id as "companyId", (
           select count(*)::integer from (
             select from contact where tenant_id = $1 and company_id = asked.company_id and deleted_at is null limit $3
           ) as of_company) as count
    from unnest($2::uuid[]) as asked (company_id)`;

/**
 * A page of the contacts of each of some companies, newest first.
 * Parameters: tenant; for each page: company, the id before which it begins, rows.
 */
export const CONTACTS_OF_COMPANIES = `
  select wanted.request::integer, of_page.id
    from unnest($2::uuid[], $3::text[], $4::integer[]) with ordinality as wanted (company_id, before, size, request)
   cross join lateral (
     select id from contact
      where tenant_id = $1 and company_id = wanted.company_id and deleted_at is null and id < wanted.before
      order by id desc limit wanted.size
   ) of_page
   order by wanted.request, of_page.id desc`;

/**
 * Takes up to so many contacts from a company, deleted ones, too.
 * Parameters: tenant, company, rows.
 */
export const RELEASE_CONTACTS = `
  update contact set company_id = null, updated_at = now()
   where tenant_id = $1 and id in (
     select id from contact where tenant_id = $1 and company_id = $2 order by id limit $3 for update)
  returning id, data_key as "dataKey", deleted_at is null as "isLive"`;
