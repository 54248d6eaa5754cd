/**
 * The paths of a host at which the account has something. On a domain these are its pages there, then those without a domain by
 * their slugs, redirects and short links alike. Not `exists`, for which Postgres may read all that the account has and put it into a hash
 * table. $1 tenant, $2 domain or null, $3 paths.
 */
export const KNOWN_PATHS = `
  select wanted.path from unnest($3::text[]) wanted (path)
  where coalesce(
    (select true from published_page where tenant_id = $1 and domain_id = $2 and path = wanted.path limit 1),
    (select true from published_page
      where tenant_id = $1 and slug = substr(wanted.path, 2) and ($2::text is null or domain_id is null) limit 1),
    (select true from site_redirect where tenant_id = $1 and path = wanted.path and domain_id = $2 limit 1),
    (select true from site_redirect where tenant_id = $1 and path = wanted.path and domain_id is null limit 1),
    (select true from short_link where tenant_id = $1 and wanted.path like '/r/%' and slug = substr(wanted.path, 4) limit 1),
    false)`;
