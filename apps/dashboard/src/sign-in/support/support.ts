/** A read-only session of an operator in a tenant, which a browser has beside its own. Its token leaves the server only on its way to the apps. */
export interface Support {
  token: string;
  tenantId: string;
  tenantName: string;
  /** ISO 8601. */
  endsAt: string;
}
