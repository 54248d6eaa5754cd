import { html, type Html, pageOf } from '#libs/core/html';
import {
  BRAZILIAN_STATES,
  countries,
  NATIVE_INPUTS,
  type FieldErrors,
  type Form,
  type FormField,
} from '#libs/sites/forms';
import {
  inLanguage,
  visitorLanguageOf,
  visitorTexts,
  type VisitorLanguage,
  type VisitorTexts,
} from '#libs/sites/sites';
import type { FormLook } from '../forms/form-look.js';
import type { KeptFile } from './kept-files.js';
import type { Inputs } from './native-body.js';

/** Addresses to which the thanks lead: of the page that the form is in, and where its author sends visitors; null for none. */
interface ThanksLinks {
  back: string | null;
  next: string | null;
}

/** Page that a visitor reads after sending. @param language such as `pt-BR` */
export function thanksPage(
  { thanks }: Form,
  { back, next }: ThanksLinks,
  { style, name }: FormLook,
  language: string,
): string {
  const texts = visitorTexts(language);
  const [address, label] = next === null ? [back, texts.form.backToPage] : [next, texts.form.next];
  const link = address === null ? '' : html`<p><a href="${address}">${label}</a></p>`;
  const body = html`${brandHtml(name)}
    <h1>${texts.form.sent}</h1>
    <p role="status">${inLanguage(thanks, 'thanks', texts)}</p>
    ${link}`;
  return pageOf({ title: titleOf(texts.form.sent, name), body, style, language });
}

/** Values that a visitor sent, and their errors. */
interface Typed {
  inputs: Inputs;
  files: readonly KeptFile[];
  errors: FieldErrors;
}

/** The form again, with what is to be corrected and what was typed and chosen. */
export function correctionPage(
  form: Form,
  action: string,
  { inputs, files, errors }: Typed,
  look: FormLook,
  language: string,
): string {
  const texts = visitorTexts(language);
  const shown = { form, texts, files, language: visitorLanguageOf(language) };
  const fields = form.fields.map((field) => fieldHtml(shown, field, inputs.get(field.name) ?? [], errors[field.name]));
  const others = Object.entries(errors).filter(([name]) => !form.fields.some((field) => field.name === name));
  const body = html`${brandHtml(look.name)}
    <h1>${texts.form.checkAnswers}</h1>
    <p role="alert">${texts.form.someWrong}</p>
    <form method="post" action="${action}" enctype="multipart/form-data" novalidate>
      <input type="hidden" name="${NATIVE_INPUTS.form}" value="${form.id}" />
      ${KEPT.map((name) => hiddenHtml(name, inputs.get(name)?.at(-1) ?? ''))}
      ${files.map(({ sealed }) => hiddenHtml(NATIVE_INPUTS.file, sealed))}
      <div class="trap" aria-hidden="true">
        <input name="${NATIVE_INPUTS.honeypot}" tabindex="-1" autocomplete="off" />
      </div>
      ${fields} ${consentHtml(shown, inputs)} ${others.map(([, message]) => html`<p class="wrong">${message}</p>`)}
      <button>${inLanguage(form.buttonLabel, 'button', texts)}</button>
    </form>`;
  return pageOf({ title: titleOf(texts.form.checkAnswers, look.name), body, style: look.style, language });
}

/** Values that the page and its script sent beside the answers. */
const KEPT = [NATIVE_INPUTS.mark, NATIVE_INPUTS.address, NATIVE_INPUTS.referrer, NATIVE_INPUTS.elapsed];

const hiddenHtml = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}" />`;

const brandHtml = (name: string): Html | string => (name ? html`<p class="brand">${name}</p>` : '');

const titleOf = (text: string, name: string): string => (name ? `${text} · ${name}` : text);

/** A form and how it is spoken of. */
interface Shown {
  form: Form;
  files: readonly KeptFile[];
  texts: VisitorTexts;
  language: VisitorLanguage;
}

function consentHtml({ form, texts }: Shown, inputs: ReadonlyMap<string, readonly string[]>): Html | string {
  if (!form.requiresConsent) return '';
  const checked = inputs.get(NATIVE_INPUTS.consent)?.length ? html`checked` : '';
  return html`<div class="field">
    <label class="choice"
      ><input
        type="checkbox"
        name="${NATIVE_INPUTS.consent}"
        value="on"
        ${checked}
      />${form.consentText ?? texts.form.consent}</label
    >
  </div>`;
}

const INPUT_TYPES: Partial<Record<FormField['type'], string>> = {
  email: 'email',
  telefone: 'tel',
  data: 'date',
  arquivo: 'file',
};

function fieldHtml(shown: Shown, field: FormField, given: readonly string[], error: string | undefined): Html {
  const id = `campo-${field.name}`;
  if (field.type === 'oculto') {
    return hiddenHtml(field.name, given[0] ?? field.defaultValue ?? '');
  }
  const chosen = shown.files.find((file) => file.field === field.name);
  const notes = html`${field.help ? html`<p class="help">${field.help}</p>` : ''}
  ${chosen ? html`<p class="help">${shown.texts.form.chosenFile}: ${chosen.fileName}</p>` : ''}
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
    <label for="${id}">${field.label}</label>${control(shown, field, id, given[0] ?? '', state)} ${notes}
  </div>`;
}

function control(context: Shown, field: FormField, id: string, given: string, state: Html | string): Html {
  const { name, type } = field;
  if (type === 'texto_longo') {
    return html`<textarea id="${id}" name="${name}" rows="5" ${state}>${given}</textarea>`;
  }
  const options = optionsOf(context, field);
  if (options) {
    const shown = options.map(([value, label]) => {
      const selected = value === given ? html`selected` : '';
      return html`<option value="${value}" ${selected}>${label}</option>`;
    });
    return html`<select id="${id}" name="${name}" ${state}>
      <option value="">${context.texts.form.choose}</option>
      ${shown}
    </select>`;
  }
  const value = type === 'arquivo' ? '' : given;
  return html`<input id="${id}" name="${name}" type="${INPUT_TYPES[type] ?? 'text'}" value="${value}" ${state} />`;
}

function optionsOf({ form: { country }, language }: Shown, { type, options }: FormField): [string, string][] | null {
  if (type === 'pais') return countries(language).map(({ code, name }) => [code, name]);
  if (type === 'estado' && country === 'BR') return BRAZILIAN_STATES.map(({ code, name }) => [code, name]);
  if (type === 'nota') return Array.from({ length: 11 }, (_, n) => [String(n), String(n)]);
  return type === 'opcao' ? options.map(({ value, label }) => [value, label]) : null;
}
