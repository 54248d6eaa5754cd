/** The part of the snippet's script that makes fields: each is an element, what it holds, and where its error shows. */
export const FORM_SCRIPT_FIELDS = `  const STYLE = \`
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
  const INPUT = { email: 'email', telefone: 'tel', data: 'date', oculto: 'hidden', arquivo: 'file' };
  const COMPLETE = { email: 'email', telefone: 'tel', cidade: 'address-level2', cep: 'postal-code' };
  const MODE = { url: 'url', numero: 'decimal', cpf: 'numeric', cep: 'numeric' };

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

  function control(field, id, textos) {
    const { tipo, nome, obrigatorio: required } = field;
    const common = { id, name: nome, required };
    if (LISTED.includes(tipo) && tipo !== 'texto_longo' && field.opcoes.length > 0) {
      const empty = make('option', { value: '', textContent: textos.escolha });
      const options = field.opcoes.map(({ valor, rotulo }) => make('option', { value: valor, textContent: rotulo }));
      const select = make('select', common, [empty, ...options]);
      select.value = field.valor_padrao ?? '';
      return select;
    }
    const value = tipo === 'arquivo' ? '' : startOf(field);
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

  /** Returns the first value of a field; a hidden one takes what the address has under its name. */
  const startOf = ({ tipo, nome, valor_padrao }) => {
    const given = tipo === 'oculto' ? (queryOf().get(nome) ?? '').trim() : '';
    return [...given].slice(0, HIDDEN_MAX).join('') || (valor_padrao ?? '');
  };

  /** Characters that nobody sees in pasted text; the server drops them alike. */
  const INVISIBLE = /[\\u200b\\u200e\\u200f\\u061c\\u00ad\\u2060-\\u2064\\u202a-\\u202e\\u2066-\\u206f\\ufeff]/g;
  const tidy = (input) => {
    if (input.tagName === 'SELECT' || /^(?:hidden|checkbox|radio|file|date)$/.test(input.type)) return;
    let value = input.value.replace(INVISIBLE, '');
    if (input.type === 'email') {
      value = (/<([^<>]+)>\\s*$/.exec(value)?.[1] ?? value).trim();
      value = value.replace(/^mailto:/i, '').replace(/\\s*@\\s*/, '@').replace(/[.,;]+$/, '');
      // A domain of other letters, as DNS knows it: what a script sets, a browser does not convert.
      const [, domain] = /@([^@\\s/?#:]*[^\\x00-\\x7f][^@\\s/?#:]*)$/.exec(value) ?? [];
      if (domain && URL.canParse('http://' + domain))
        value = value.slice(0, -domain.length) + new URL('http://' + domain).hostname;
    }
    if (value !== input.value) input.value = value;
  };

  /** A field: its element, what it holds, and where its error shows. */
  function fieldOf(field, textos) {
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
      const input = control(field, id, textos);
      input.setAttribute('aria-describedby', described);
      inputs = [input];
      element = field.tipo === 'oculto' ? make('div', {}, [input]) : make('div', {}, [make('label', { htmlFor: id, textContent: label }), input, ...help, error]);
      if (field.tipo === 'oculto') element.hidden = true;
      read = () => (field.tipo === 'arquivo' ? undefined : input.value || undefined);
    }
    element.classList.add('field');
    // No attribute of HTML says that one of several boxes has to be ticked.
    if (many && field.obrigatorio && field.tipo === 'multipla_escolha') {
      const judge = () => inputs[0]?.setCustomValidity(inputs.some((input) => input.checked) ? '' : textos.obrigatorio);
      element.addEventListener('change', judge);
      judge();
    }
    element.addEventListener('change', ({ target }) => tidy(target));
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
    return fieldOf({ ...consent, rotulo: form.texto_consentimento, valor_marcado: 'on', valor_padrao: null }, form.textos);
  }
`;
