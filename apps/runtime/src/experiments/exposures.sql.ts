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
    select found.* from (select distinct tenant_id, experiment_id from given order by 1, 2) as asked cross join lateral (
      select tenant_id, id, case when status <> 'running' then ended_at end as ended_at from experiment
      where tenant_id = asked.tenant_id and id = asked.experiment_id
        and (status = 'running' or ended_at > now() - interval '50 minutes')
      offset 0 for key share) as found
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
    select given.n, given.tenant_id, given.experiment_id, exposure.phase, exposure.visitor, given.converted_at
    from given cross join lateral (
      select phase from experiment where tenant_id = given.tenant_id and id = given.experiment_id offset 0
    ) as experiment cross join lateral (
      -- The index leads with the phase.
      select phases.phase, visitors.visitor
      from generate_series(0, experiment.phase) as phases (phase)
      cross join unnest(array[given.visitor, given.other]) with ordinality as visitors (visitor, place)
      cross join lateral (
        select from experiment_exposure known
        where known.tenant_id = given.tenant_id and known.experiment_id = given.experiment_id
          and known.phase = phases.phase and known.visitor = visitors.visitor
        offset 0) as known
      order by visitors.place, phases.phase desc limit 1
    ) as exposure
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
