/**
 * Adds first exposures, and their visitors to the totals of the hour. Exposures of an experiment that is not running are left
 * out, but for those from before its end if that was a moment ago: its visitors are deleted after an hour. Those that are known
 * change nothing. Parameters, one array each: tenants, experiments, phases, visitors, variants, times.
 */
export const ADD_EXPOSURES = `
  with given as (
    select * from unnest($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::text[], $6::timestamptz[])
      given (tenant_id, experiment_id, phase, visitor, variant_id, exposed_at)
  ), running as (
    select tenant_id, id, case when status <> 'running' then ended_at end as ended_at from experiment
    where (tenant_id, id) in (select tenant_id, experiment_id from given)
      and (status = 'running' or ended_at > now() - interval '50 minutes')
    order by tenant_id, id for key share
  ), added as (
    insert into experiment_exposure (tenant_id, experiment_id, phase, visitor, variant_id, exposed_at)
    select given.* from given join running on running.tenant_id = given.tenant_id and running.id = given.experiment_id
      and (running.ended_at is null or given.exposed_at <= running.ended_at)
    order by 1, 2, 3, 4, exposed_at
    on conflict do nothing
    returning tenant_id, experiment_id, phase, variant_id, exposed_at
  )
  insert into experiment_total (tenant_id, experiment_id, phase, variant_id, hour, visitors, conversions)
  select tenant_id, experiment_id, phase, variant_id, date_trunc('hour', exposed_at, 'UTC'), count(*), 0 from added
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, experiment_id, phase, variant_id, hour) do update
  set visitors = experiment_total.visitors + excluded.visitors`;

/**
 * Notes conversions of visitors who were exposed, in the last phase in which they were, and returns their numbers `n`; a second
 * conversion of a visitor changes nothing. Parameters, one array each: tenants, experiments, visitors, their other numbers or
 * null, times.
 */
export const ADD_CONVERSIONS = `
  with given as (
    select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[])
      with ordinality given (tenant_id, experiment_id, visitor, other, converted_at, n)
  ), exposed as (
    select distinct on (n) given.n, exposure.tenant_id, exposure.experiment_id, exposure.phase, exposure.visitor, given.converted_at
    from given join experiment_exposure exposure
      on exposure.tenant_id = given.tenant_id and exposure.experiment_id = given.experiment_id
      and exposure.visitor in (given.visitor, given.other)
    order by n, exposure.visitor = given.visitor desc, exposure.phase desc
  ), converted as (
    update experiment_exposure exposure set converted_at = exposed.converted_at from exposed
    where exposure.tenant_id = exposed.tenant_id and exposure.experiment_id = exposed.experiment_id
      and exposure.phase = exposed.phase and exposure.visitor = exposed.visitor and exposure.converted_at is null
    returning exposure.tenant_id, exposure.experiment_id, exposure.phase, exposure.variant_id, exposure.exposed_at
  ), counted as (
    insert into experiment_total (tenant_id, experiment_id, phase, variant_id, hour, visitors, conversions)
    select tenant_id, experiment_id, phase, variant_id, date_trunc('hour', exposed_at, 'UTC'), 0, count(*) from converted
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (tenant_id, experiment_id, phase, variant_id, hour) do update
    set conversions = experiment_total.conversions + excluded.conversions
  )
  select n::integer from exposed`;
