/** $1 tenant, $2 page, $3 the version that takes the place; null for none. */
export const RECORD_REPLACED = `
  insert into replaced_version (tenant_id, page_id, version, language, replaced_at)
  select tenant_id, page_id, version, language, now() from published_page
  where tenant_id = $1 and page_id = $2 and version is distinct from $3::integer
  on conflict (tenant_id, page_id, version) do update set replaced_at = excluded.replaced_at, language = excluded.language`;
