export const VERSION = `select run || ':' || number as version from admission_version`;

/** One statement, so that the entries are those of the version. */
export const ENTRIES = `
  select (${VERSION}),
         (select coalesce(jsonb_agg(jsonb_build_array(kind, value)), '[]') from block_entry) as blocks,
         (select coalesce(jsonb_agg(asn), '[]') from datacenter_asn) as datacenters`;
