/**
 * A page of the errors of each of some imports, in the order of the file.
 * Parameters: tenant; for each page: import, the id after which it begins, rows.
 */
export const ERRORS_OF_IMPORTS = `
  select wanted.request::integer, of_page.*
    from unnest($2::uuid[], $3::uuid[], $4::integer[]) with ordinality as wanted (import_id, after, size, request)
   cross join lateral (
     select tenant_id as "tenantId", import_id as "importId", id, row_number as "rowNumber", column_name as "columnName",
            message, is_warning as "isWarning"
       from contact_import_error
      where tenant_id = $1 and import_id = wanted.import_id and id > wanted.after
      order by id limit wanted.size
   ) of_page
   order by wanted.request, of_page.id`;
