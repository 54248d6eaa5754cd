export const HAS_MIGRATIONS = `select to_regclass('migration') is not null as exists`;

export const LIST_MIGRATIONS = `select name from migration`;
