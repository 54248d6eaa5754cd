/**
 * The script of a form's snippet, `/_f/formulario.js`: shows each form that a foreign page names by `data-formulario`, and
 * sends it here. It lives in a shadow root, so the page's style and the form's leave each other alone, and uses no inline
 * style or script, so the page's policy needs to allow only this address. Texts become text nodes, never HTML.
 *
 * Fields of type `arquivo` are not shown: files are taken by the form in a published page. After a form was sent, the page
 * hears `formulario:enviado`.
 */
export const FORM_SCRIPT = `/* Shows a form and sends it. */
'use strict';

(() => {
  const base = new URL(document.currentScript.src).origin;
  const STYLE = \`
    :host { display: block; font: inherit; color: inherit }
    form { display: grid; gap: 1rem }
    [hidden] { display: none !important }
    .field { display: grid; gap: .35rem }
    fieldset { border: 0; margin: 0; padding: 0 }
    label, legend { font-weight: 600; padding: 0 }
    .choice { display: flex; gap: .5rem; align-items: flex-start; font-weight: 400 }
    .scale { display: flex; flex-wrap: wrap; gap: .75rem }
    .help { opacity: .75; font-size: .875em }
    .error { color: #b3261e; font-size: .875em }
    input:not([type=checkbox]):not([type=radio]), select, textarea {
      font: inherit; background: #fff; color: #1a1a1a; box-sizing: border-box; width: 100%; min-height: 2.75rem;
      padding: .55rem .75rem; border: 1px solid #767676; border-radius: .5rem }
    textarea { min-height: 7rem }
    [aria-invalid=true] { border-color: #b3261e }
    :focus-visible { outline: 3px solid #1a73e8; outline-offset: 2px }
    button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .6rem 1.25rem; border: 1px solid #1f2937;
      border-radius: .5rem; background: #1f2937; color: #fff; cursor: pointer }
    button.back { background: transparent; color: inherit }
    button:disabled { opacity: .6; cursor: default }
    .buttons { display: flex; gap: .75rem }
    .trap { position: absolute; left: -9999px }\`;
  const LISTED = ['texto_longo', 'opcao', 'pais', 'estado'];
  const INPUT = { email: 'email', telefone: 'tel', data: 'date', url: 'url', oculto: 'hidden' };
  const COMPLETE = { email: 'email', telefone: 'tel', cidade: 'address-level2', cep: 'postal-code' };
  const MODE = { numero: 'decimal', cpf: 'numeric', cep: 'numeric' };

  let count = 0;

  function make(name, properties = {}, children = []) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value === null || value === undefined || value === false) continue;
      if (key in element && !key.includes('-')) element[key] = value;
      else element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  }

  function choices(field, id, options, type) {
    const inputs = options.map(({ valor }, n) => make('input', { type, name: field.nome, value: valor, id: id + '-' + n }));
    for (const input of inputs) if (input.value === field.valor_padrao) input.checked = true;
    const rows = inputs.map((input, n) => make('label', { className: 'choice', htmlFor: input.id }, [input, options[n].rotulo]));
    return { inputs, rows };
  }

  function control(field, id) {
    const { tipo, nome, obrigatorio: required } = field;
    const common = { id, name: nome, required };
    if (LISTED.includes(tipo) && tipo !== 'texto_longo' && field.opcoes.length > 0) {
      const empty = make('option', { value: '', textContent: 'Escolha…' });
      const options = field.opcoes.map(({ valor, rotulo }) => make('option', { value: valor, textContent: rotulo }));
      const select = make('select', common, [empty, ...options]);
      select.value = field.valor_padrao ?? '';
      return select;
    }
    const value = field.valor_padrao ?? '';
    if (tipo === 'texto_longo') return make('textarea', { ...common, value, placeholder: field.exemplo ?? '' });
    return make('input', {
      ...common,
      type: INPUT[tipo] ?? 'text',
      value,
      placeholder: field.exemplo ?? '',
      inputMode: MODE[tipo] ?? '',
      autocomplete: COMPLETE[tipo] ?? '',
    });
  }

  /** A field: its element, what it holds, and where its error shows. */
  function fieldOf(field) {
    const id = 'campo-' + (count += 1);
    const error = make('div', { className: 'error', id: id + '-erro', hidden: true });
    const help = field.ajuda ? [make('div', { className: 'help', id: id + '-ajuda', textContent: field.ajuda })] : [];
    const label = field.rotulo + (field.obrigatorio ? ' *' : '');
    const described = [...help.map((one) => one.id), error.id].join(' ');
    const many = field.tipo === 'multipla_escolha' || field.tipo === 'nota';
    let element;
    let inputs;
    let read;
    if (many) {
      const scale = field.tipo === 'nota';
      const options = scale
        ? Array.from({ length: 11 }, (_, n) => ({ valor: String(n), rotulo: String(n) }))
        : field.opcoes;
      const made = choices(field, id, options, scale ? 'radio' : 'checkbox');
      inputs = made.inputs;
      if (scale && field.obrigatorio) inputs[0].required = true;
      const rows = make('div', { className: scale ? 'scale' : '' }, made.rows);
      element = make('fieldset', { 'aria-describedby': described }, [make('legend', { textContent: label }), rows, ...help, error]);
      read = () => {
        const values = inputs.filter((input) => input.checked).map((input) => input.value);
        return scale ? values[0] : values;
      };
    } else if (field.tipo === 'booleano') {
      const input = make('input', { type: 'checkbox', id, name: field.nome, required: field.obrigatorio, 'aria-describedby': described });
      input.checked = field.valor_padrao === 'true';
      inputs = [input];
      element = make('div', {}, [make('label', { className: 'choice', htmlFor: id }, [input, label]), ...help, error]);
      read = () => (input.checked ? (field.valor_marcado ?? 'true') : undefined);
    } else {
      const input = control(field, id);
      input.setAttribute('aria-describedby', described);
      inputs = [input];
      element = field.tipo === 'oculto' ? make('div', {}, [input]) : make('div', {}, [make('label', { htmlFor: id, textContent: label }), input, ...help, error]);
      if (field.tipo === 'oculto') element.hidden = true;
      read = () => input.value || undefined;
    }
    element.classList.add('field');
    const say = (text) => {
      error.textContent = text ?? '';
      error.hidden = !text;
      for (const input of inputs) input.setAttribute('aria-invalid', String(Boolean(text)));
    };
    return { field, element, inputs, read, say };
  }

  function consentOf(form) {
    if (!form.exige_consentimento) return undefined;
    const consent = { nome: 'consentimento', tipo: 'booleano', obrigatorio: true, opcoes: [], etapa: 0, condicao: null };
    return fieldOf({ ...consent, rotulo: form.texto_consentimento ?? 'Concordo.', valor_marcado: 'on', valor_padrao: null });
  }

  function originOf() {
    const query = new URLSearchParams(location.search);
    const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
    const utm = names.filter((name) => query.get(name)).map((name) => [name, query.get(name).slice(0, 255)]);
    const referrer = document.referrer ? { referrer: document.referrer.slice(0, 2048) } : {};
    return { url: location.href.slice(0, 2048), ...referrer, ...Object.fromEntries(utm) };
  }

  /** The same for every try of one form, so that a repeated try is one lead. */
  function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  function show(host, root, form) {
    const fields = form.campos.filter(({ tipo }) => tipo !== 'arquivo').map(fieldOf);
    const consent = consentOf(form);
    const last = Math.max(1, ...fields.map(({ field }) => field.etapa));
    const key = newKey();
    let step = 1;

    const alert = make('div', { className: 'error', role: 'alert' });
    const trap = make('input', { type: 'text', name: 'site', tabIndex: -1, autocomplete: 'off' });
    const back = make('button', { type: 'button', className: 'back', textContent: 'Voltar' });
    const send = make('button', { type: 'submit' });
    const element = make('form', { noValidate: true }, [
      ...fields.map((one) => one.element),
      ...(consent ? [consent.element] : []),
      make('div', { className: 'trap', 'aria-hidden': 'true' }, [trap]),
      alert,
      make('div', { className: 'buttons' }, [back, send]),
    ]);

    /** What another field's condition is compared with, as the server does. */
    const held = ({ field, read }) => {
      if (field.tipo === 'booleano') return read() ? ['true', field.valor_marcado] : ['false'];
      const value = read();
      return value === undefined ? [] : [].concat(value);
    };
    const applies = (one) => {
      const { condicao } = one.field;
      if (!condicao) return true;
      const other = fields.find(({ field }) => field.nome === condicao.campo);
      return Boolean(other) && applies(other) && held(other).some((value) => condicao.valores.includes(value));
    };
    const inStep = () => fields.filter((one) => one.field.etapa === step && applies(one));

    const draw = () => {
      for (const one of fields) one.element.hidden = one.field.tipo === 'oculto' || one.field.etapa !== step || !applies(one);
      if (consent) consent.element.hidden = step !== last;
      back.hidden = step === 1;
      send.textContent = step === last ? form.texto_botao : 'Continuar';
    };

    const isValid = (some) => {
      const wrong = some.filter((one) => one.inputs.some((input) => !input.checkValidity()));
      for (const one of some) {
        const input = one.inputs.find((candidate) => !candidate.checkValidity());
        one.say(input ? (input.validity.valueMissing ? 'Preencha este campo.' : input.validationMessage) : undefined);
      }
      wrong[0]?.inputs[0].focus();
      return wrong.length === 0;
    };

    const explain = (errors) => {
      const named = [...fields, ...(consent ? [consent] : [])].filter(({ field }) => errors[field.nome]);
      for (const one of named) one.say(errors[one.field.nome]);
      const known = named.map(({ field }) => field.nome);
      const others = Object.entries(errors).filter(([name]) => !known.includes(name));
      alert.textContent = others.map(([, text]) => text).join(' ') || 'Corrija os campos indicados.';
      if (named[0]?.field.etapa) step = named[0].field.etapa;
      draw();
      named[0]?.inputs[0].focus();
    };

    const submit = async () => {
      const given = fields.filter(applies).map((one) => [one.field.nome, one.read()]);
      const campos = Object.fromEntries(given.filter(([, value]) => value !== undefined));
      const body = {
        campos,
        ...(consent ? { consentimento: Boolean(consent.read()) } : {}),
        id_externo: key,
        origem: originOf(),
        controle: { prova: form.prova, site: trap.value },
      };
      const answer = await fetch(base + '/f/' + form.id, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (answer.status === 429) throw new Error('Muitos envios. Espere um minuto e tente de novo.');
      if (!answer.ok) throw new Error('Não foi possível enviar. Tente de novo.');
      return answer.json();
    };

    element.addEventListener('input', draw);
    back.addEventListener('click', () => {
      step -= 1;
      draw();
    });
    element.addEventListener('submit', async (event) => {
      event.preventDefault();
      alert.textContent = '';
      if (!isValid([...inStep(), ...(consent && step === last ? [consent] : [])])) return;
      if (step < last) {
        step += 1;
        draw();
        inStep()[0]?.inputs[0].focus();
        return;
      }
      send.disabled = true;
      try {
        const { ok, erros } = await submit();
        if (!ok) return explain(erros);
        const thanks = make('p', { role: 'status', tabIndex: -1, textContent: form.mensagem_pos_envio });
        element.replaceWith(thanks);
        thanks.focus();
        host.dispatchEvent(new CustomEvent('formulario:enviado', { bubbles: true, detail: { formulario: form.id } }));
      } catch (error) {
        alert.textContent = error instanceof TypeError ? 'Sem conexão. Tente de novo.' : error.message;
      } finally {
        send.disabled = false;
      }
    });
    draw();
    root.replaceChildren(element);
  }

  async function mount(host) {
    if (host.shadowRoot) return;
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    try {
      const answer = await fetch(base + '/f/' + encodeURIComponent(host.dataset.formulario), { credentials: 'omit' });
      if (!answer.ok) throw new Error(String(answer.status));
      show(host, root, await answer.json());
    } catch {
      root.replaceChildren(make('p', { role: 'alert', textContent: 'Não foi possível carregar o formulário.' }));
    }
  }

  const mountAll = () => document.querySelectorAll('[data-formulario]').forEach(mount);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mountAll);
  else mountAll();
})();
`;
