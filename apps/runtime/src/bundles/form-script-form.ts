/** The part of the snippet's script that shows a form with its steps, and sends it. */
export const FORM_SCRIPT_FORM = `  function originOf() {
    const query = queryOf();
    const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
    const utm = names.filter((name) => query.get(name)).map((name) => [name, query.get(name).slice(0, 255)]);
    const referrer = document.referrer ? { referrer: document.referrer.slice(0, 2048) } : {};
    return { url: location.href.slice(0, 2048), ...referrer, ...Object.fromEntries(utm) };
  }

  const filesIn = (fields) =>
    fields.flatMap(({ field, inputs }) =>
      field.tipo === 'arquivo' ? [...inputs[0].files].map((file) => [field.nome, file]) : [],
    );

  /** JSON; with files, the same JSON in a part before them. */
  function contentOf(body, files) {
    const json = JSON.stringify(body);
    if (files.length === 0) return { headers: { 'content-type': 'application/json' }, body: json };
    const parts = new FormData();
    parts.append('envio', json);
    for (const [name, file] of files) parts.append(name, file);
    return { body: parts };
  }

  /** The same for every try of one form, so that a repeated try is one lead. */
  function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  function show(host, root, form) {
    const fields = form.campos.map((field) => fieldOf(field, form.textos));
    const consent = consentOf(form);
    const last = Math.max(1, ...fields.map(({ field }) => field.etapa));
    const key = newKey();
    let step = 1;

    const alert = make('div', { className: 'error', role: 'alert' });
    const trap = make('input', { type: 'text', name: 'site', tabIndex: -1, autocomplete: 'off' });
    const back = make('button', { type: 'button', className: 'back', textContent: form.textos.voltar });
    const send = make('button', { type: 'submit' });
    const element = make('form', { noValidate: true }, [
      ...fields.map((one) => one.element),
      ...(consent ? [consent.element] : []),
      make('div', { className: 'trap', 'aria-hidden': 'true' }, [trap]),
      alert,
      make('div', { className: 'buttons' }, [back, send]),
    ]);

    /** Returns the value that another field's condition is compared with, as the server does. */
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
      send.textContent = step === last ? form.texto_botao : form.textos.continuar;
    };

    const isValid = (some) => {
      const wrong = some.filter((one) => one.inputs.some((input) => !input.checkValidity()));
      for (const one of some) {
        const input = one.inputs.find((candidate) => !candidate.checkValidity());
        one.say(input ? (input.validity.valueMissing ? form.textos.obrigatorio : input.validationMessage) : undefined);
      }
      wrong[0]?.inputs[0].focus();
      return wrong.length === 0;
    };

    const explain = (errors) => {
      const named = [...fields, ...(consent ? [consent] : [])].filter(({ field }) => errors[field.nome]);
      for (const one of named) one.say(errors[one.field.nome]);
      const known = named.map(({ field }) => field.nome);
      const others = Object.entries(errors).filter(([name]) => !known.includes(name));
      alert.textContent = others.map(([, text]) => text).join(' ') || form.textos.corrija;
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
        idioma: form.idioma,
        origem: originOf(),
        controle: { prova: form.prova, site: trap.value },
      };
      const answer = await fetch(base + '/f/' + form.id, {
        method: 'POST',
        credentials: 'omit',
        ...contentOf(body, filesIn(fields.filter(applies))),
      });
      if (answer.status === 413) throw new Error(form.textos.arquivos_grandes);
      if (answer.status === 429) throw new Error(form.textos.muitos_envios);
      if (!answer.ok) throw new Error(form.textos.falhou);
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
        alert.textContent = error instanceof TypeError ? form.textos.sem_conexao : error.message;
      } finally {
        send.disabled = false;
      }
    });
    draw();
    root.replaceChildren(element);
  }
`;
