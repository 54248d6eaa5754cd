/** Parameter: hosts, or null for all of them. */
export const LIST_VERIFIED_HOSTS = `
  select host, tenant_id as "tenantId", id, is_default as "isDefault"
  from site_domain where verified_at is not null and ($1::text[] is null or host = any($1::text[]))`;

/**
 * Entries of some addresses, one row each: a page, else a redirect; or a short link. On a verified host a page of that host
 * comes before one that has no host, and its own redirect before one of the shared host. A page that was moved from the shared
 * host to a domain redirects from there: it comes after its own redirect.
 * Parameters, one array each: tenant, domain, path; the first two null on the shared host.
 */
export const FIND_ADDRESSES = `
  select page.*, redirect.tenant_id as "redirectTenantId", redirect.target as "redirectTarget",
         redirect.status as "redirectStatus",
         link."linkTenantId", link."linkId", link."linkTarget", link."linkStatus", link."linkActive", link."linkExpiresAt"
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality wanted (tenant_id, domain_id, path, position)
  left join lateral (
    select tenant_id as "tenantId", page_id as "pageId", slug, domain_id as "domainId", path, title, html, gzip, brotli,
           etag, policy, form_ids as "formIds", version, language, split,
           indexable and coalesce((select indexable from site_setting of_site where of_site.tenant_id = found.tenant_id), true)
             as indexable
    from (
      select 1 as rank, of_host.* from published_page of_host
      where of_host.domain_id = wanted.domain_id and of_host.tenant_id = wanted.tenant_id and of_host.path = wanted.path
      union all
      select 2, by_slug.* from published_page by_slug
      where by_slug.slug = substr(wanted.path, 2)
        and (wanted.domain_id is null or (by_slug.domain_id is null and by_slug.tenant_id = wanted.tenant_id))
        and not exists (
          select from site_redirect own
          where own.domain_id is null and own.path = wanted.path and own.page_id = by_slug.page_id
        )
    ) found
    order by rank limit 1
  ) page on true
  left join lateral (
    select tenant_id, target, status from site_redirect moved
    where page."pageId" is null and moved.path = wanted.path
      and (moved.domain_id = wanted.domain_id or moved.domain_id is null)
      and (wanted.domain_id is null or moved.tenant_id = wanted.tenant_id)
    order by moved.domain_id is null limit 1
  ) redirect on true
  left join lateral (
    select tenant_id as "linkTenantId", id as "linkId", target as "linkTarget", status as "linkStatus",
           active as "linkActive", expires_at as "linkExpiresAt"
    from short_link
    where wanted.path like '/r/%' and slug = substr(wanted.path, 4)
      and (wanted.domain_id is null or tenant_id = wanted.tenant_id)
  ) link on true
  order by wanted.position`;

/** Parameters: tenant, page. */
export const LIST_VARIANTS = `
  select version, html, gzip, brotli, etag, policy, form_ids as "formIds" from published_variant
  where tenant_id = $1 and page_id = $2`;

/** The pages that were rendered before one, newest first. Parameters: time and id of that one, limit. */
export const LIST_RECENT_PAGES = `
  select tenant_id as "tenantId", page_id as "pageId", slug, domain_id as "domainId", path, rendered_at as "renderedAt"
  from published_page
  where (rendered_at, page_id) < ($1::timestamptz, $2)
  order by rendered_at desc, page_id desc limit $3`;

/** The pages of a host that search engines may list, newest first. Parameters: tenant, domain, whether it is the default, limit. */
export const LIST_INDEXABLE = `
  select case when domain_id is null then '/' || slug else path end as path, published_at as "publishedAt"
  from published_page
  where tenant_id = $1 and indexable and (domain_id = $2 or ($3 and domain_id is null))
  order by published_at desc limit $4`;

/** Parameter: tenant. */
export const FIND_SETTING = `
  select language, indexable, not_found_title as "notFoundTitle", not_found_text as "notFoundText",
         robots_lines as "robotsLines",
         (select slug from published_page where tenant_id = $1 and page_id = not_found_page_id) as "notFoundSlug"
  from site_setting where tenant_id = $1`;

/** The newest links that lead somewhere. Parameter: limit. */
export const LIST_RECENT_LINKS = `
  select slug from short_link where active order by created_at desc, id desc limit $1`;

/**
 * Reads the end of the log of changes, `horizon`, below which no transaction is still running, and the changes of all
 * transactions from the last horizon on, of which the reader knows some. Parameter: the horizon of the last reading.
 */
export const READ_CHANGES = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, coalesce((
    select json_agg(json_build_object('id', id::text, 'tenantId', changed_tenant_id, 'host', host, 'path', path) order by id)
    from site_change where transaction_id >= $1::bigint
  ), '[]') as changes`;

/** Parameter: age in seconds. */
export const DELETE_OLD_CHANGES = `delete from site_change where changed_at < now() - make_interval(secs => $1)`;

/**
 * The language of a version of a page that visitors have, or may still have open. Parameters: tenant, page, version, for how
 * many seconds it may be open.
 */
export const FIND_OPEN_VERSION = `
  select language from published_page where tenant_id = $1 and page_id = $2 and version = $3
  union all
  select language from published_page join published_variant variant using (tenant_id, page_id)
  where tenant_id = $1 and page_id = $2 and variant.version = $3
  union all
  select language from replaced_version
  where tenant_id = $1 and page_id = $2 and version = $3 and replaced_at > now() - make_interval(secs => $4)
  limit 1`;
