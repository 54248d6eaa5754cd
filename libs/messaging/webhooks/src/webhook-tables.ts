/** A further column of deliveries that an app inserts: its Postgres type, and its value for a delivery. */
export interface InsertedColumn<Delivery> {
  type: 'text' | 'boolean' | 'timestamptz';
  of: (delivery: Delivery) => string | boolean | Date | null;
}

/**
 * Names of the tables of endpoints and their deliveries, which the app's migrations create, and what of them differs between
 * apps. Texts in here become parts of statements: they come from code alone.
 *
 * An endpoint has `tenant_id, id, active, proven_at, trials, failing_since`; a delivery `tenant_id, id, endpoint_id, event_id,
 * event_type, payload, status, attempts, response_status, error, created_at, last_attempt_at, next_attempt_at, duration_ms,
 * response_snippet`; an attempt `tenant_id, delivery_id, number, attempted_at, duration_ms, response_status, error,
 * response_snippet`.
 */
export interface WebhookTables<Delivery = never> {
  endpoint: string;
  delivery: string;
  /** Attempts before the last one; null if the app keeps the last one alone. */
  attempt: string | null;
  /** Type of the ids of endpoints and deliveries. */
  ids: 'text' | 'uuid';
  /** Type of payloads: `bytea` for sealed ones. */
  payload: 'text' | 'bytea';
  /** Expression for the address of an endpoint: when it changes, the endpoint has to prove itself again. */
  address: string;
  /** Further columns of an endpoint that its transport needs, as a select list. */
  targetColumns: string;
  /** Further columns of a delivery that its transport needs, as a select list. */
  deliveryColumns?: string;
  /** Further columns that are inserted with a delivery, by their names. */
  insertedColumns?: Readonly<Record<string, InsertedColumn<Delivery>>>;
  /** Whether `(tenant_id, endpoint_id, event_id)` is unique, so that an event goes to an endpoint once however often it is enqueued. */
  onceByEvent: boolean;
  /** A new id of a delivery; ids sort by the time of their creation. */
  newId: () => string;
  /** The smallest id that a delivery of this time or a later one can have. */
  firstIdAt: (time: Date) => string;
}
