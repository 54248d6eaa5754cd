/** $1 tenant, $2 page, $3 versions that stay before visitors. */
export const RECORD_REPLACED_VARIANTS = `
  insert into replaced_version (tenant_id, page_id, version, language, replaced_at)
  select variant.tenant_id, variant.page_id, variant.version, page.language, now()
  from published_variant variant join published_page page using (tenant_id, page_id)
  where variant.tenant_id = $1 and variant.page_id = $2
    and variant.version <> page.version and variant.version <> all ($3::integer[])
  on conflict (tenant_id, page_id, version) do update set replaced_at = excluded.replaced_at, language = excluded.language`;

/**
 * Ends the experiment of a page that is taken off, and notes the versions that visitors have had so far. $1 tenant, $2 page.
 */
export const END_PUBLICATION = `
  with ended as (
    update experiment set status = 'stopped', ended_at = now(), end_reason = 'unpublished', updated_at = now()
    where tenant_id = $1 and page_id = $2 and status = 'running'
    returning tenant_id, id, phase
  ), phase as (
    update experiment_phase phase set ended_at = now() from ended
    where phase.tenant_id = ended.tenant_id and phase.experiment_id = ended.id and phase.number = ended.phase
  ), shown as (
    select tenant_id, page_id, version, language from published_page where tenant_id = $1 and page_id = $2
    union
    select tenant_id, page_id, variant.version, page.language
    from published_variant variant join published_page page using (tenant_id, page_id)
    where tenant_id = $1 and page_id = $2
  )
  insert into replaced_version (tenant_id, page_id, version, language, replaced_at)
  select tenant_id, page_id, version, language, now() from shown
  on conflict (tenant_id, page_id, version) do update set replaced_at = excluded.replaced_at, language = excluded.language`;

const SPLIT = `
  select coalesce(split ->> 'kind' = 'experiment', false) as "isUnderTest", split is null and routing.page_id is not null as "isUnrouted"
  from (select 1) as once (n)
  left join published_page page on page.tenant_id = $1 and page.page_id = $2
  left join page_routing routing on routing.tenant_id = $1 and routing.page_id = $2`;

/** $1 tenant, $2 page. */
export const FIND_SPLIT = SPLIT;

/** Notes the version that visitors have had so far, unless it is the next one, too. $1 tenant, $2 page, $3 the next version. */
export const RECORD_REPLACED = `
  with replaced as (
    insert into replaced_version (tenant_id, page_id, version, language, replaced_at)
    select tenant_id, page_id, version, language, now() from published_page
    where tenant_id = $1 and page_id = $2 and version is distinct from $3::integer
    on conflict (tenant_id, page_id, version) do update set replaced_at = excluded.replaced_at, language = excluded.language
  )${SPLIT}`;
