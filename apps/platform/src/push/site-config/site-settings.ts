/** Where browsers register: beside `/v1` and `/api`, since it takes neither a key nor a session. */
export const SITE_DEVICES_PATH = 'push/site/devices';

/** Where the files of a site are expected on it. A service worker controls what lies beside and below it. */
export const SERVICE_WORKER_PATH = '/push-sw.js';
export const MANIFEST_PATH = '/manifest.webmanifest';

/** What the scripts on a site know. All of it is public. */
export interface SiteSettings {
  registerUrl: string;
  siteKey: string;
  publicKey: string;
}

/** The settings as JavaScript that may stand in a `<script>` element. */
export function asScript(settings: SiteSettings): string {
  return JSON.stringify(settings, null, 2).replaceAll('<', '\\u003c');
}
