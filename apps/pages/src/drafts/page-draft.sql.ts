/** $1 tenant, $2 pages, $3 bytes of documents; a document beyond them is null. */
export const DRAFT_DOCUMENTS = `
  select page_id as "pageId",
    case when sum(octet_length(document::text)) over (order by page_id) <= $3 then document end as document
  from page_draft
  where tenant_id = $1 and page_id = any ($2::text[])`;
