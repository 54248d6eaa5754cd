/** Parameters: media, name. */
export const FIND_MEDIA_FILE = `
  select tenant_id as "tenantId", type, bytes, hash from media_file where media_id = $1 and name = $2`;
