import { html, type Html, pageOf, pagePolicy, PageStyle } from '#libs/html';
import { BRAZILIAN_STATES, COUNTRIES, NATIVE_INPUTS, type FieldErrors, type Form, type FormField } from '#libs/forms';

const STYLE = new PageStyle(`
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--ground:#f6f7f9;--card:#fff;--line:#b7bec8;--accent:#1f5fbf;--wrong:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a6adb7;--ground:#131519;--card:#1d2026;--line:#4a515c;--accent:#8ab4f8;--wrong:#f2b8b5}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:34rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:2rem}
h1{margin:0 0 1rem;font-size:1.625rem;line-height:1.25;text-wrap:balance}
p{margin:0 0 1rem;overflow-wrap:anywhere;white-space:pre-line}
a{color:var(--accent)}
.field{margin:0 0 1.125rem;border:0;padding:0}
label,legend{display:block;font-weight:600;padding:0}
.choice{font-weight:400;display:flex;gap:.5rem;align-items:baseline}
input:not([type=checkbox]):not([type=radio]),select,textarea{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.375rem;padding:.5rem .625rem}
select option{color:#1b1f24}
[aria-invalid=true]{border-color:var(--wrong)!important}
.wrong{color:var(--wrong);margin:.25rem 0 0;font-size:.9375rem}
.help{color:var(--soft);margin:.25rem 0 0;font-size:.9375rem}
button{font:inherit;font-weight:600;border:0;border-radius:.375rem;padding:.625rem 1.25rem;background:var(--accent);color:var(--card);cursor:pointer}
.trap{position:absolute;left:-9999px}
`);

/** Both pages send their form to the page that it came from. */
export const FORM_PAGE_POLICY = pagePolicy({ style: STYLE, destinations: ["'self'"] });

/** What a visitor reads after sending. @param back the path of the page that the form is in */
export function thanksPage({ thanks }: Form, back: string | null): string {
  const link = back === null ? '' : html`<p><a href="${back}">Voltar à página</a></p>`;
  const body = html`<h1>Enviado</h1>
    <p role="status">${thanks}</p>
    ${link}`;
  return pageOf({ title: 'Enviado', body, style: STYLE, language: 'pt-BR' });
}

/** The form again, with what is to be corrected and what was typed. Files have to be chosen anew. */
export function correctionPage(
  form: Form,
  path: string,
  inputs: ReadonlyMap<string, readonly string[]>,
  errors: FieldErrors,
): string {
  const fields = form.fields.map((field) => fieldHtml(form, field, inputs.get(field.name) ?? [], errors[field.name]));
  const others = Object.entries(errors).filter(([name]) => !form.fields.some((field) => field.name === name));
  const body = html`<h1>Confira suas respostas</h1>
    <p role="alert">Alguns campos precisam de correção.</p>
    <form method="post" action="${path}" enctype="multipart/form-data" novalidate>
      <input type="hidden" name="${NATIVE_INPUTS.form}" value="${form.id}" />
      <div class="trap" aria-hidden="true">
        <input name="${NATIVE_INPUTS.honeypot}" tabindex="-1" autocomplete="off" />
      </div>
      ${fields} ${consentHtml(form, inputs)} ${others.map(([, message]) => html`<p class="wrong">${message}</p>`)}
      <button>${form.buttonLabel}</button>
    </form>`;
  return pageOf({ title: 'Confira suas respostas', body, style: STYLE, language: 'pt-BR' });
}

function consentHtml({ consentText }: Form, inputs: ReadonlyMap<string, readonly string[]>): Html | string {
  if (consentText === null) return '';
  const checked = inputs.get(NATIVE_INPUTS.consent)?.length ? html`checked` : '';
  return html`<div class="field">
    <label class="choice"
      ><input type="checkbox" name="${NATIVE_INPUTS.consent}" value="on" ${checked} />${consentText}</label
    >
  </div>`;
}

const INPUT_TYPES: Partial<Record<FormField['type'], string>> = {
  email: 'email',
  telefone: 'tel',
  data: 'date',
  arquivo: 'file',
};

function fieldHtml(form: Form, field: FormField, given: readonly string[], error: string | undefined): Html {
  const id = `campo-${field.name}`;
  if (field.type === 'oculto') {
    return html`<input type="hidden" name="${field.name}" value="${given[0] ?? field.defaultValue ?? ''}" />`;
  }
  const notes = html`${field.help ? html`<p class="help">${field.help}</p>` : ''}
  ${error ? html`<p class="wrong" id="${id}-erro">${error}</p>` : ''}`;
  const state = error ? html`aria-invalid="true" aria-describedby="${id}-erro"` : '';
  if (field.type === 'booleano') {
    const checked = given.length > 0 ? html`checked` : '';
    const value = field.checkedValue ?? 'on';
    return html`<div class="field">
      <label class="choice"
        ><input type="checkbox" name="${field.name}" value="${value}" ${checked} ${state} />${field.label}</label
      >${notes}
    </div>`;
  }
  if (field.type === 'multipla_escolha') {
    const boxes = field.options.map(({ value, label }) => {
      const checked = given.includes(value) ? html`checked` : '';
      return html`<label class="choice"
        ><input type="checkbox" name="${field.name}" value="${value}" ${checked} />${label}</label
      >`;
    });
    return html`<fieldset class="field">
      <legend>${field.label}</legend>
      ${boxes} ${notes}
    </fieldset>`;
  }
  return html`<div class="field">
    <label for="${id}">${field.label}</label>${control(form, field, id, given[0] ?? '', state)} ${notes}
  </div>`;
}

function control(form: Form, field: FormField, id: string, given: string, state: Html | string): Html {
  const { name, type } = field;
  if (type === 'texto_longo') {
    return html`<textarea id="${id}" name="${name}" rows="5" ${state}>${given}</textarea>`;
  }
  const options = optionsOf(form, field);
  if (options) {
    const shown = options.map(([value, label]) => {
      const selected = value === given ? html`selected` : '';
      return html`<option value="${value}" ${selected}>${label}</option>`;
    });
    return html`<select id="${id}" name="${name}" ${state}>
      <option value=""></option>
      ${shown}
    </select>`;
  }
  const value = type === 'arquivo' ? '' : given;
  return html`<input id="${id}" name="${name}" type="${INPUT_TYPES[type] ?? 'text'}" value="${value}" ${state} />`;
}

function optionsOf({ country }: Form, { type, options }: FormField): [string, string][] | null {
  if (type === 'pais') return COUNTRIES.map(({ code, name }) => [code, name]);
  if (type === 'estado' && country === 'BR') return BRAZILIAN_STATES.map(({ code, name }) => [code, name]);
  if (type === 'nota') return Array.from({ length: 11 }, (_, n) => [String(n), String(n)]);
  return type === 'opcao' ? options.map(({ value, label }) => [value, label]) : null;
}
