/** The blind indexes, among these, of identifiers of erased people. Parameters: tenant, indexes. */
export const ERASED_INDEXES = `
  select erased.blind_index as "blindIndex" from unnest($2::bytea[]) as asked (blind_index)
    join erased_identifier as erased on erased.blind_index = asked.blind_index
   where erased.tenant_id = $1`;
