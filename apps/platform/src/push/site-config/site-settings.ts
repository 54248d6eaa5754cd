/** Path at which browsers register. Not below `/v1` or `/api`, since it requires neither a key nor a session. */
export const SITE_DEVICES_PATH = 'push/site/devices';

/** The paths of the files on the tenant's site. A service worker controls the pages beside and below it. */
export const SERVICE_WORKER_PATH = '/push-sw.js';
export const MANIFEST_PATH = '/manifest.webmanifest';

/** The settings of the scripts on a site. All of them are public. */
export interface SiteSettings {
  registerUrl: string;
  siteKey: string;
  publicKey: string;
}

/** The settings as JavaScript that may stand in a `<script>` element. */
export function asScript(settings: SiteSettings): string {
  return JSON.stringify(settings, null, 2).replaceAll('<', '\\u003c');
}
