/**
 * The part of the tags' script that tells vendors of a form that was accepted, before the visitor leaves the page. Without consent it does
 * nothing, and the browser sends the form by itself; so it does with one that comes back to be corrected, of which nothing is stored.
 */
export const FORM_CONVERSIONS = String.raw`
  const MOST_MS = 1200;
  const TOLD = ['ga4', 'gtm', 'meta_pixel', 'hotjar', 'clarity'];
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  /** Resolves once the vendors have sent it, or after a little more than a second. No value of a field is in it. */
  function tell(form) {
    const values = { form_id: form.dataset.form, page_id: given.credential.split('.')[1] };
    const sent = [];
    // A script that has not come cannot say that it has sent something: nobody waits for it.
    const heard = (type) => {
      let done;
      const promise = new Promise((end) => (done = end));
      if (ready.has(type)) sent.push(promise);
      return () => done();
    };
    if (loaded.has('gtm')) dataLayer.push({ event: 'generate_lead', ...values, eventCallback: heard('gtm'), eventTimeout: MOST_MS });
    if (loaded.has('ga4')) gtag('event', 'generate_lead', { ...values, event_callback: heard('ga4'), transport_type: 'beacon' });
    if (loaded.has('meta_pixel')) {
      fbq('track', 'Lead', values, { eventID: uuid() });
      if (ready.has('meta_pixel')) sent.push(wait(300));
    }
    if (loaded.has('hotjar')) hj('event', 'generate_lead');
    if (loaded.has('clarity')) clarity('event', 'generate_lead');
    return Promise.race([Promise.all(sent), wait(MOST_MS)]);
  }

  function apologize() {
    const host = document.createElement('div');
    const text = make('div', { className: 'sorry' }, texts.offline);
    text.setAttribute('role', 'alert');
    rootOf(host).append(text);
    document.body.append(host);
    setTimeout(() => host.remove(), 8000);
  }

  async function send(form, button) {
    const entries = new FormData(form);
    const body = form.getAttribute('enctype') === 'multipart/form-data' ? entries : new URLSearchParams(entries);
    const address = new URL(form.getAttribute('action') || location.href, location.href);
    address.hash = '';
    const answer = await fetch(address, { method: 'POST', body, headers: { Accept: 'application/json' } });
    const result = answer.ok ? await answer.json() : null;
    if (!result || !result.ok || !result.destino) {
      // Nothing was taken: the browser sends it again by itself, and shows what is wrong.
      HTMLFormElement.prototype.submit.call(form);
      return;
    }
    await tell(form);
    location.assign(result.destino);
  }

  function watchForms() {
    const sending = new WeakSet();
    document.addEventListener('submit', (event) => {
      const form = event.target;
      if (event.defaultPrevented || !form.matches('form[data-form]') || !TOLD.some((type) => loaded.has(type))) return;
      event.preventDefault();
      if (sending.has(form)) return;
      sending.add(form);
      send(form).catch(() => {
        sending.delete(form);
        apologize();
      });
    });
    // Whoever comes back by the browser may send it once more.
    addEventListener('pageshow', ({ persisted }) => persisted && document.querySelectorAll('form[data-form]').forEach((form) => sending.delete(form)));
  }
`;
