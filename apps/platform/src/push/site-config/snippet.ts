import { asScript, MANIFEST_PATH, SERVICE_WORKER_PATH, type SiteSettings } from './site-settings.js';

/**
 * The snippet for the pages of a site. Browsers ask for permission only after a click, so it waits for a click on
 * an element with `data-push-subscribe`, or a call of `servicePush.subscribe()`.
 */
export const snippet = (settings: SiteSettings): string => `<link rel="manifest" href="${MANIFEST_PATH}">
<script>
(() => {
  'use strict';
  const settings = ${asScript(settings)};
  const DAY_MS = 86400000;
  const supported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  const ready = supported ? navigator.serviceWorker.register('${SERVICE_WORKER_PATH}').then(whenActive) : undefined;

  // Resolves with 'subscribed', 'denied', 'unsupported' or 'failed'; the event 'servicepush' carries the same.
  async function subscribe() {
    const state = await attempt();
    document.dispatchEvent(new CustomEvent('servicepush', { detail: { state } }));
    return state;
  }

  async function attempt() {
    if (!supported) return 'unsupported';
    try {
      if ((await Notification.requestPermission()) !== 'granted') return 'denied';
      await register(await subscription());
      return 'subscribed';
    } catch (error) {
      console.warn('Push messages could not be switched on', error);
      return 'failed';
    }
  }

  async function unsubscribe() {
    if (!supported) return;
    const current = await (await ready).pushManager.getSubscription();
    if (current) await current.unsubscribe();
    remember(null);
  }

  async function subscription() {
    const { pushManager } = await ready;
    const current = await pushManager.getSubscription();
    if (current && isOurs(current)) return current;
    if (current) await current.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: settings.publicKey });
  }

  function isOurs(current) {
    const key = current.options.applicationServerKey;
    if (!key) return false;
    const text = btoa(String.fromCharCode(...new Uint8Array(key)));
    return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === settings.publicKey;
  }

  async function register(current) {
    const answer = await fetch(settings.registerUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ SiteKey: settings.siteKey, Token: JSON.stringify(current) }),
    });
    if (!answer.ok) throw new Error('The registration was answered ' + answer.status);
    remember(current.endpoint);
  }

  // A browser registers again once a day.
  async function sayHello() {
    const current = await (await ready).pushManager.getSubscription();
    if (!current || !isOurs(current) || remembered() === current.endpoint) return;
    await register(current);
  }

  function remember(endpoint) {
    try {
      localStorage.setItem('service-push', JSON.stringify({ endpoint, at: Date.now() }));
    } catch {
      // Without storage it registers on every page.
    }
  }

  function remembered() {
    try {
      const { endpoint, at } = JSON.parse(localStorage.getItem('service-push'));
      return Date.now() - at < DAY_MS ? endpoint : undefined;
    } catch {
      return undefined;
    }
  }

  async function whenActive(registration) {
    // A newer version that is waiting is not needed.
    if (registration.active) return registration;
    const worker = registration.installing || registration.waiting;
    return new Promise((resolve, reject) => {
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated') resolve(registration);
        if (worker.state === 'redundant') reject(new Error('The service worker was not installed'));
      });
    });
  }

  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-push-subscribe]')) subscribe();
  });
  if (ready) ready.then(sayHello).catch((error) => console.warn('Push messages are not available', error));
  window.servicePush = { supported, subscribe, unsubscribe };
})();
</script>
`;
