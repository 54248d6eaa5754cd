/** Versions that are before visitors stay, and those of routing and of experiments that are not over. $1 tenant, $2 page, $3 origin, $4 how many of them stay, $5 numbers that stay, too. */
export const PRUNE_VERSIONS = `
  delete from page_version
  where tenant_id = $1 and page_id = $2 and origin = $3 and number <> all ($5::integer[])
    and number not in (
      select version from published_variant where tenant_id = $1 and page_id = $2
      union all
      select (rule ->> 'version')::integer from page_routing cross join jsonb_array_elements(rules) rule
      where tenant_id = $1 and page_id = $2
      union all
      select variant.version from experiment
      join experiment_variant variant on variant.tenant_id = experiment.tenant_id and variant.experiment_id = experiment.id
      where experiment.tenant_id = $1 and experiment.page_id = $2 and experiment.status in ('draft', 'running')
    )
    and number <= (
      select number from page_version
      where tenant_id = $1 and page_id = $2 and origin = $3
      order by number desc offset $4 limit 1
    )`;

/** $1 tenant, $2 pages, $3 numbers, $4 bytes of documents; a document beyond them is null. */
export const VERSION_DOCUMENTS = `
  select page_id as "pageId", number,
    case when sum(octet_length(document::text)) over (order by page_id, number) <= $4 then document end as document
  from (select distinct * from unnest($2::text[], $3::integer[]) as asked (page_id, number)) as asked cross join lateral (
    select document from page_version where tenant_id = $1 and page_id = asked.page_id and number = asked.number offset 0
  ) as version`;

/** $1 tenant; a page of versions for each of: $2 pages, $3 numbers that they come before, $4 how many. */
export const VERSIONS_OF_PAGES = `
  select wanted.request::integer, version.page_id as "pageId", version.number, version.origin,
    version.author_kind as "authorKind", version.author_id as "authorId", version.created_at as "createdAt"
  from unnest($2::text[], $3::integer[], $4::integer[]) with ordinality as wanted (page_id, before, size, request)
  cross join lateral (
    select page_id, number, origin, author_kind, author_id, created_at from page_version
    where tenant_id = $1 and page_id = wanted.page_id and number < wanted.before
    order by number desc limit wanted.size
  ) as version
  order by wanted.request, version.number desc`;
