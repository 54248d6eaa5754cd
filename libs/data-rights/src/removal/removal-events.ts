import '#libs/app-events';

declare module '#libs/app-events' {
  interface AppEvents {
    /** A tenant is deleted for good: every app removes all that it has of it. */
    'identity.tenant.deleted': { removalId: string };
    /**
     * An app has removed all that it had of a deleted tenant: how many rows, by table. The runtime may send it for Pages, with
     * which it shares an outbox.
     */
    'tenant.removed': { app: string; removalId: string; rows: Record<string, number> };
  }
}
