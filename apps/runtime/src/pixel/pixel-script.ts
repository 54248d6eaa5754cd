import { RECORDER_NAME } from '../replay/recorder/recorder-bundle.js';

/** Version of the script, which it sends with no event: it is for people who read it. */
const VERSION = '1';

/**
 * The script of `/pixel.js`. It sends what visitors do in batches, by a beacon, and puts nothing on the device without consent. It has one
 * global name, `pixel`, runs under a strict policy of the page, and works without the rest of the page.
 */
export const PIXEL_SCRIPT = `/*! pixel ${VERSION} */
(function (d, w) {
  'use strict';
  var me = d.currentScript;
  if (!me || w.pixel) return;
  var credential = me.getAttribute('data-credencial');
  if (!credential) return;
  var target = new URL('/collect', me.src).href;
  var start = Date.now();
  var queue = [], timer, url, referrer = d.referrer, load, deep, forms = {}, seen = 0;
  var COOKIE = '_pv', YEAR = 31536000;
  function random() {
    if (w.crypto && crypto.randomUUID) return crypto.randomUUID();
    var b = crypto.getRandomValues(new Uint8Array(16)), s = '';
    b[6] = (b[6] & 15) | 64; b[8] = (b[8] & 63) | 128;
    for (var i = 0; i < 16; i++) s += (i === 4 || i === 6 || i === 8 || i === 10 ? '-' : '') + (b[i] + 256).toString(16).slice(1);
    return s;
  }
  function asksNot() { return navigator.globalPrivacyControl === true || navigator.doNotTrack === '1'; }
  function visitor() {
    var m = /(?:^|; )_pv=([0-9a-f-]{36})/.exec(d.cookie);
    return m && !asksNot() ? m[1] : undefined;
  }
  function cookie(value, age) {
    d.cookie = COOKIE + '=' + value + '; path=/; max-age=' + age + '; SameSite=Lax' + (location.protocol === 'https:' ? '; Secure' : '');
  }
  var byForm = me.getAttribute('data-consentimento') === 'formulario';
  function consent() { if (!asksNot() && !visitor()) cookie(random(), YEAR); record(); }
  var replay = { address: new URL(me.src).origin, token: credential };
  function record() {
    if (!visitor() || replay.visitor || me.getAttribute('data-gravacao') === 'nao') return;
    replay.visitor = visitor();
    import(replay.address + '/_f/${RECORDER_NAME}').catch(function () {});
  }
  function clean(address) { try { var u = new URL(address); u.hash = ''; return u.href.slice(0, 2048); } catch (e) { return ''; } }
  function flush() {
    clearTimeout(timer); timer = 0;
    while (queue.length) {
      var now = Date.now(), some = queue.splice(0, 50).map(function (e) {
        var s = {}; for (var k in e) if (k !== 'at') s[k] = e[k];
        s.ha = now - e.at; return s;
      });
      var body = JSON.stringify({ credencial: credential, lote: random(), carga: load, visitante: visitor(), url: url, referencia: referrer.slice(0, 2048), idioma: (navigator.language || '').slice(0, 35), eventos: some });
      var sent = false;
      try { sent = navigator.sendBeacon && navigator.sendBeacon(target, new Blob([body], { type: 'text/plain' })); } catch (e) { sent = false; }
      if (!sent) try { fetch(target, { method: 'POST', body: body, keepalive: true, credentials: 'omit', headers: { 'Content-Type': 'text/plain' } }).catch(function () {}); } catch (e) {}
    }
  }
  function add(type, more, soon) {
    var e = { tipo: type, id: load.slice(0, 8) + (++seen).toString(36), at: Date.now(), desde: Date.now() - start };
    for (var k in more) if (more[k] !== undefined) e[k] = more[k];
    queue.push(e);
    if (queue.length >= 20) flush();
    else if (soon && !timer) timer = setTimeout(flush, 1000);
  }
  function height() { return Math.max(d.documentElement.scrollHeight, 1); }
  function look() { deep = Math.max(deep, Math.min(100, Math.round(100 * ((w.scrollY || 0) + w.innerHeight) / height()))); }
  function tellFields(id, f) {
    for (var name in f.fields) if (f.fields[name]) { f.fields[name] = false; add('formulario_campo', { nome: id, campo: name }); }
  }
  function returned(id, f) {
    f.sent = false;
    if (f.told) { add('formulario_campo', { nome: id, campo: f.told, ultimo: false }); f.told = ''; }
  }
  function leave() {
    if (deep > 0) { look(); add('rolagem', { profundidade: deep }); deep = -1; }
    for (var id in forms) {
      var f = forms[id];
      tellFields(id, f);
      if (f.last && !f.sent && !f.told) { f.told = f.last; add('formulario_campo', { nome: id, campo: f.last, ultimo: true }); }
    }
    flush();
  }
  function view() {
    url = clean(location.href); load = random(); seen = 0; start = Date.now(); deep = 0; forms = {};
    add('visualizacao', {}, true);
    look();
    watchForms();
  }
  function nameOf(form) { return (form.getAttribute('data-form') || form.getAttribute('name') || form.id || '').slice(0, 128); }
  function watchForms() {
    [].forEach.call(d.forms, function (form) {
      var id = nameOf(form);
      if (!id || forms[id]) return;
      forms[id] = { fields: {} };
      if (!w.IntersectionObserver) return void add('formulario_visto', { nome: id }, true);
      var o = new IntersectionObserver(function (es) {
        if (!es.some(function (e) { return e.isIntersecting; })) return;
        o.disconnect(); add('formulario_visto', { nome: id }, true);
      });
      o.observe(form);
    });
  }
  function formOf(t) { return t && t.form && nameOf(t.form) ? stateOf(nameOf(t.form)) : null; }
  function stateOf(id) { return forms[id] || (forms[id] = { fields: {} }); }
  d.addEventListener('click', function (e) {
    // Neither scripts nor keys point at a place, as the Enter that sends a form.
    if (!e.isTrusted || !e.detail) return;
    var x = 100 * e.pageX / Math.max(d.documentElement.scrollWidth, 1), y = 100 * e.pageY / height();
    if (x >= 0 && y >= 0) add('clique', { x: Math.min(x, 100), y: Math.min(y, 100) }, true);
  }, { capture: true, passive: true });
  w.addEventListener('scroll', look, { passive: true });
  d.addEventListener('input', function (e) {
    var t = e.target, f = formOf(t);
    if (!f || t.type === 'hidden') return;
    if (!f.started) { f.started = true; add('formulario_inicio', { nome: nameOf(t.form) }, true); }
    returned(nameOf(t.form), f);
    var field = t.name && t.name.charAt(0) !== '_' ? t.name.slice(0, 128) : '';
    if (!field) return;
    f.last = field;
    if (!(field in f.fields)) f.fields[field] = true;
  }, { capture: true, passive: true });
  d.addEventListener('submit', function (e) {
    var id = nameOf(e.target);
    if (!id) return;
    var f = stateOf(id), agreed = e.target.elements && e.target.elements.consentimento;
    if (byForm && agreed && agreed.checked) consent();
    returned(id, f); tellFields(id, f); f.sent = true;
    add('formulario_envio', { nome: id }); flush();
  }, true);
  d.addEventListener('visibilitychange', function () { if (d.visibilityState === 'hidden') leave(); });
  w.addEventListener('pagehide', leave);
  function moved() {
    var next = clean(location.href);
    if (next === url) return;
    leave(); referrer = url; view();
  }
  ['pushState', 'replaceState'].forEach(function (name) {
    var old = history[name];
    history[name] = function () { var r = old.apply(this, arguments); moved(); return r; };
  });
  w.addEventListener('popstate', moved);
  w.pixel = Object.freeze({
    versao: '${VERSION}',
    consentir: consent,
    recusar: function () { cookie('', 0); if (replay.stop) replay.stop(); },
    _replay: replay,
    evento: function (name, value) {
      if (typeof name === 'string' && name) add('evento', { nome: name.slice(0, 128), valor: typeof value === 'number' && isFinite(value) ? value : undefined }, true);
    }
  });
  view();
  record();
})(document, window);
`;
