import '#libs/app-events';

declare module '#libs/app-events' {
  interface AppEvents {
    /** A webhook of the tenant was switched off, because it failed for days. */
    'platform.webhook.disabled': {
      webhookId: string;
      /** Host of the webhook's URL. */
      host: string;
      /** ISO 8601. */
      failingSince: string;
    };
  }
}
