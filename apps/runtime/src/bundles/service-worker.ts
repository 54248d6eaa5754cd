/**
 * The service worker of published sites, `/asender-sw.js`: shows push messages, opens what is clicked, and registers anew when
 * the browser replaces its subscription. What it needs for that comes in its own address, from the page that registers it:
 *
 *     navigator.serviceWorker.register('/asender-sw.js?register=<url>&site=<site key>&key=<public key>')
 *
 * It serves no request of the pages, so no page depends on it.
 */
export const SERVICE_WORKER = `/* Shows push messages. */
'use strict';

(() => {
  const given = new URL(self.location.href).searchParams;

  self.addEventListener('push', (event) => {
    const { id, title, body, data } = messageOf(event.data);
    const { icon, image, badge } = data || {};
    const look = Object.fromEntries(Object.entries({ icon, image, badge }).filter(([, url]) => typeof url === 'string'));
    // The tag makes a message that arrives twice one notification.
    event.waitUntil(self.registration.showNotification(title, { body, tag: id, data, ...look }));
  });

  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });

  self.addEventListener('pushsubscriptionchange', (event) => {
    if (given.get('register') && given.get('key')) event.waitUntil(renewed(event).then(register));
  });

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
    return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: given.get('key') });
  }

  async function register(subscription) {
    await fetch(given.get('register'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ SiteKey: given.get('site'), Token: JSON.stringify(subscription) }),
    });
  }
})();
`;
