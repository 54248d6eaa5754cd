/**
 * The part of the tags' script that loads what visitors agreed to, each vendor in the way that it documents. Ids were checked when they
 * were given; each goes into an address, a setting or a call, never into code.
 */
export const TAG_LOADERS = String.raw`
  const load = (address) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = address;
    document.head.append(script);
    return script;
  };
  const queueOf = (name, make) => (window[name] = window[name] || make());
  const calls = (name) =>
    queueOf(name, () => {
      const call = function () {
        (call.q = call.q || []).push(arguments);
      };
      return call;
    });

  /** What Google's tags may do, before the first of them is there and after each decision. */
  function tellGoogle(accepted, kind) {
    queueOf('dataLayer', () => []);
    window.gtag = window.gtag || function () {
      window.dataLayer.push(arguments);
    };
    const may = (name) => (accepted.includes(name) ? 'granted' : 'denied');
    window.gtag('consent', kind, {
      analytics_storage: may('estatistica'),
      ad_storage: may('marketing'),
      ad_user_data: may('marketing'),
      ad_personalization: may('marketing'),
      functionality_storage: may('funcional'),
    });
  }

  const LOADERS = {
    ga4(id) {
      if (!loaded.has('ga4')) {
        gtag('js', new Date());
        load('https://www.googletagmanager.com/gtag/js?id=' + encodeURIComponent(id)).onload = () => ready.add('ga4');
      }
      gtag('config', id, { allow_google_signals: false });
    },
    gtm(id) {
      dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
      load('https://www.googletagmanager.com/gtm.js?id=' + encodeURIComponent(id)).onload = () => ready.add('gtm');
    },
    meta_pixel(id) {
      if (!window.fbq) {
        const fbq = (window.fbq = window._fbq = function () {
          if (fbq.callMethod) fbq.callMethod.apply(fbq, arguments);
          else fbq.queue.push(arguments);
        });
        Object.assign(fbq, { push: fbq, loaded: true, version: '2.0', queue: [] });
        load('https://connect.facebook.net/en_US/fbevents.js').onload = () => ready.add('meta_pixel');
      }
      // Otherwise it sends what buttons and the page say.
      fbq('set', 'autoConfig', false, id);
      fbq('init', id);
      fbq('trackSingle', id, 'PageView');
    },
    hotjar(id) {
      calls('hj');
      window._hjSettings = { hjid: Number(id), hjsv: 6 };
      load('https://static.hotjar.com/c/hotjar-' + encodeURIComponent(id) + '.js?sv=6');
    },
    clarity(id) {
      calls('clarity');
      load('https://www.clarity.ms/tag/' + encodeURIComponent(id));
    },
    crisp(id) {
      queueOf('$crisp', () => []);
      window.CRISP_WEBSITE_ID = id;
      load('https://client.crisp.chat/l.js');
    },
    tawk(id) {
      queueOf('Tawk_API', () => ({}));
      window.Tawk_LoadStart = new Date();
      load('https://embed.tawk.to/' + id.split('/').map(encodeURIComponent).join('/')).crossOrigin = 'anonymous';
    },
  };

  /** Types that are in the page, and those whose script has come. */
  const loaded = new Set();
  const ready = new Set();
  const running = new Set();

  function loadTags(accepted) {
    const isGoogle = given.tags.some(({ type, category }) => /^(ga4|gtm)$/.test(type) && accepted.includes(category));
    if (isGoogle) tellGoogle(accepted, window.gtag ? 'update' : 'default');
    for (const { type, id, category } of given.tags) {
      const key = type + ' ' + id;
      if (!accepted.includes(category) || running.has(key) || !LOADERS[type]) continue;
      running.add(key);
      LOADERS[type](id);
      loaded.add(type);
    }
  }

  /** What vendors leave on the device, by the beginning of its name. */
  const LEFT = /^(_ga|_gid|_gat|_gcl_|_fbp|_fbc|_hj|_clck|_clsk|crisp-client|twk_|Tawk|tawk)/;

  function removeLeft() {
    const hosts = location.hostname.split('.');
    const domains = ['', ...hosts.map((_, n) => '; domain=' + hosts.slice(n).join('.'))];
    for (const pair of document.cookie.split('; ')) {
      const name = pair.split('=')[0];
      if (LEFT.test(name))
        for (const domain of domains) document.cookie = name + '=; path=/; max-age=0' + domain;
    }
    for (const kind of ['localStorage', 'sessionStorage']) {
      try {
        for (const name of Object.keys(window[kind])) if (LEFT.test(name)) window[kind].removeItem(name);
      } catch {
        // The browser gives no storage: then nothing is in it.
      }
    }
  }
`;
