import type { BrowserContext } from 'playwright-core';

/** Scripts of vendors: each counts itself in `window.vendors` and sends events; Google's says that one was sent. */
const GTAG = `
  const told = new Set();
  const look = (call) => {
    if (call[0] !== 'event' || told.has(call)) return;
    told.add(call);
    navigator.sendBeacon('https://region1.google-analytics.com/g/collect?en=' + call[1]);
    setTimeout(() => call[2].event_callback(), 50);
  };
  const push = dataLayer.push.bind(dataLayer);
  dataLayer.push = (...calls) => { calls.forEach(look); return push(...calls); };
  dataLayer.forEach(look);
  window.vendors = (window.vendors || 0) + 1;`;

const FBEVENTS = `
  const send = (...call) => { if (/^track/.test(call[0])) new Image().src = 'https://www.facebook.com/tr?ev=' + call.find((one) => /^(PageView|Lead)$/.test(one)); };
  fbq.callMethod = send;
  fbq.queue.splice(0).forEach((call) => send(...call));
  window.vendors = (window.vendors || 0) + 1;`;

/** Servers of vendors, in place of theirs: what a page asks of any host but ours. */
export class Vendors {
  readonly requests: URL[] = [];

  static async start(context: BrowserContext): Promise<Vendors> {
    const vendors = new Vendors();
    await context.route(/^https:\/\//, async (route) => {
      const url = new URL(route.request().url());
      vendors.requests.push(url);
      const body = url.pathname === '/gtag/js' ? GTAG : url.pathname.endsWith('fbevents.js') ? FBEVENTS : '';
      const headers = { 'Access-Control-Allow-Origin': '*' };
      await route.fulfill({ status: 200, contentType: 'text/javascript', headers, body });
    });
    return vendors;
  }

  /** The hosts that were asked since this was last called. */
  takeHosts(): string[] {
    return [...new Set(this.requests.splice(0).map(({ hostname }) => hostname))].sort();
  }

  has(host: string, part: string): boolean {
    return this.requests.some((url) => url.hostname === host && url.href.includes(part));
  }
}
