/** $1 tenant, $2 page, $3 origin, $4 how many of them stay, $5 numbers that stay in any case. */
export const PRUNE_VERSIONS = `
  delete from page_version
  where tenant_id = $1 and page_id = $2 and origin = $3 and number <> all ($5::integer[])
    and number <= (
      select number from page_version
      where tenant_id = $1 and page_id = $2 and origin = $3
      order by number desc offset $4 limit 1
    )`;
