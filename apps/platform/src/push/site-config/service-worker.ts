import { asScript, type SiteSettings } from './site-settings.js';

/**
 * The service worker of a site: shows what arrives and confirms it, opens what is clicked, and registers anew when the browser replaces
 * its subscription. It claims no page and serves no request, so it can also be imported into a worker that does.
 */
export const serviceWorker = (
  settings: SiteSettings,
): string => `/* Shows push messages. Save it as push-sw.js at the root of the site. */
'use strict';

(() => {
  const settings = ${asScript(settings)};

  self.addEventListener('push', (event) => {
    const { id, title, body, data, receipt } = messageOf(event.data);
    const { icon, image, badge } = data || {};
    const look = Object.fromEntries(Object.entries({ icon, image, badge }).filter(([, url]) => typeof url === 'string'));
    // The tag makes a message that arrives twice one notification.
    const shown = self.registration.showNotification(title, { body, tag: id, data, ...look });
    event.waitUntil(shown.then(() => confirm(receipt)));
  });

  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });

  self.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renewed(event).then(register));
  });

  /** Says that the message is there. Nothing is lost if it fails. */
  async function confirm(receipt) {
    if (typeof receipt === 'string') await fetch(receipt, { method: 'POST', mode: 'no-cors' }).catch(() => undefined);
  }

  function messageOf(data) {
    try {
      const message = data.json();
      if (typeof message.title === 'string') return message;
    } catch {
      // Not from this platform: shown unchanged.
    }
    return { title: data ? data.text() : self.location.hostname };
  }

  async function open(data) {
    const url = new URL(data && typeof data.url === 'string' ? data.url : '/', self.location.origin);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return;
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = windows.find((client) => client.url === url.href);
    await (there ? there.focus() : self.clients.openWindow(url.href));
  }

  async function renewed(event) {
    if (event.newSubscription) return event.newSubscription;
    return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: settings.publicKey });
  }

  async function register(subscription) {
    await fetch(settings.registerUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ SiteKey: settings.siteKey, Token: JSON.stringify(subscription) }),
    });
  }
})();
`;
