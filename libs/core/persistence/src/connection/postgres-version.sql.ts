export const SERVER_VERSION = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major`;
