import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** The tables of this lib, in the order in which they are made. */
export const EXPERIMENT_TABLES = [
  'experiment',
  'experiment_variant',
  'experiment_phase',
  'experiment_exposure',
  'experiment_total',
  'page_routing',
] as const;

const OF_EXPERIMENT = (table: string) =>
  `constraint ${table}__experiment__fk foreign key (tenant_id, experiment_id)
     references experiment (tenant_id, id) on delete cascade`;

/**
 * SQL for experiments and routing. A page that is erased takes its experiments along. Experiments that run too long, and the
 * visitors of those that ended, are found across tenants.
 */
export function experimentTablesSql(app: string): string[] {
  return [
    `create table experiment (
       tenant_id text not null,
       id text collate "C" not null,
       page_id text collate "C" not null,
       name text not null,
       status text not null default 'draft',
       goal jsonb not null,
       phase integer not null default 0,
       started_at timestamptz(3),
       ended_at timestamptz(3),
       end_reason text,
       promoted_id text collate "C",
       cleared_at timestamptz(3),
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       constraint experiment__pk primary key (tenant_id, id),
       constraint experiment__page__fk foreign key (tenant_id, page_id) references page (tenant_id, id) on delete cascade,
       constraint experiment__status__ck check (status in ('draft', 'running', 'stopped', 'promoted'))
     )`,
    `create unique index experiment__running__uq on experiment (tenant_id, page_id) where status = 'running'`,
    `create index experiment__page__ix on experiment (tenant_id, page_id, id)`,
    `create index experiment__started_at__ix on experiment (started_at) where status = 'running'`,
    `create index experiment__ended_at__ix on experiment (ended_at) where ended_at is not null and cleared_at is null`,
    `create table experiment_variant (
       tenant_id text not null,
       experiment_id text collate "C" not null,
       id text collate "C" not null,
       name text not null,
       version integer not null,
       weight double precision not null,
       position smallint not null,
       constraint experiment_variant__pk primary key (tenant_id, experiment_id, id),
       ${OF_EXPERIMENT('experiment_variant')},
       constraint experiment_variant__version__uq unique (tenant_id, experiment_id, version)
     )`,
    `create table experiment_phase (
       tenant_id text not null,
       experiment_id text collate "C" not null,
       number integer not null,
       weights jsonb not null,
       started_at timestamptz(3) not null,
       ended_at timestamptz(3),
       constraint experiment_phase__pk primary key (tenant_id, experiment_id, number),
       ${OF_EXPERIMENT('experiment_phase')}
     )`,
    `create table experiment_exposure (
       tenant_id text not null,
       experiment_id text collate "C" not null,
       phase integer not null,
       visitor bigint not null,
       variant_id text collate "C" not null,
       exposed_at timestamptz(3) not null,
       converted_at timestamptz(3),
       constraint experiment_exposure__pk primary key (tenant_id, experiment_id, phase, visitor),
       ${OF_EXPERIMENT('experiment_exposure')}
     )`,
    `create table experiment_total (
       tenant_id text not null,
       experiment_id text collate "C" not null,
       phase integer not null,
       variant_id text collate "C" not null,
       hour timestamptz(3) not null,
       visitors bigint not null,
       conversions bigint not null,
       constraint experiment_total__pk primary key (tenant_id, experiment_id, phase, variant_id, hour),
       ${OF_EXPERIMENT('experiment_total')}
     )`,
    `create table page_routing (
       tenant_id text not null,
       page_id text collate "C" not null,
       rules jsonb not null,
       updated_at timestamptz(3) not null default now(),
       constraint page_routing__pk primary key (tenant_id, page_id),
       constraint page_routing__page__fk foreign key (tenant_id, page_id) references page (tenant_id, id) on delete cascade
     )`,
    ...EXPERIMENT_TABLES.flatMap((table) => tenantPolicySql(table, app)),
    ...systemAccessSql('experiment', app, ['select', 'update']),
    ...systemAccessSql('experiment_exposure', app, ['select', 'delete']),
  ];
}

/** SQL that undoes {@link experimentTablesSql}. */
export const dropExperimentTablesSql = (): string[] =>
  EXPERIMENT_TABLES.toReversed().map((table) => `drop table ${table}`);

/** SQL for weights that follow the chance of being best. */
export const balancedExperimentsSql = (): string[] => [
  'alter table experiment add column balance_floor double precision',
  `alter table experiment_phase add column steps jsonb not null default '[]'`,
];

/** SQL that undoes {@link balancedExperimentsSql}. */
export const dropBalancedExperimentsSql = (): string[] => [
  'alter table experiment_phase drop column steps',
  'alter table experiment drop column balance_floor',
];
