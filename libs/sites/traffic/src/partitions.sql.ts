/** Makes a partition unless it is there. Parameters: series, first day. */
export const ENSURE_PARTITION = `select add_traffic_partition($1, $2::date)`;
