/** Makes blobs due for the next sweep. Parameters: tenant, limit. */
export const MAKE_BLOBS_DUE = `
  update blob set touched_at = 'epoch'
   where tenant_id = $1 and hash in
     (select hash from blob where tenant_id = $1 and touched_at > 'epoch' limit $2 for update)`;

/** Parameters: tenant. */
export const COUNT_BLOBS = `select count(*)::int as count from blob where tenant_id = $1`;
