import { type FormDefinition, type FormField, NATIVE_INPUTS } from '#libs/sites/forms';
import { html as markup, Html } from '#libs/core/html';
import { inLanguage, visitorLanguageOf } from '#libs/sites/sites';
import { plainText } from '../../markup/utm-text.js';
import { BUTTON_STYLE } from '../types/button.item.js';
import { fieldHtml } from './form-field.js';
import type { PageWriter } from '../../markup/page-writer.js';
import type { ItemContext } from '../item-context.js';

export const FORM_STYLE = `
.fo{text-align:start}.fo .fti{font-family:var(--fh);font-weight:700;line-height:1.25;color:var(--h);font-size:1.5rem;letter-spacing:-.015em}.fab{margin-top:.5rem;color:var(--m)}.fo>form{margin-top:1.5rem}.fo>form:first-child{margin-top:0}
.ff{display:grid;gap:1.15rem;margin:0;padding:0;border:0;min-width:0}.ff+.ff{margin-top:1.15rem}.fd{display:grid;gap:.4rem;margin:0;padding:0;border:0;min-width:0}
.fd>label,.fd>legend{padding:0;font-weight:600;font-size:1rem;line-height:1.4;color:var(--h)}.fd>legend{margin-bottom:.4rem}.fh{font-size:.9375rem;line-height:1.45;color:var(--m)}.op{font-weight:400;font-size:.9375rem;color:var(--m)}
.in1{width:100%;min-height:3rem;padding:.65rem .9rem;border:1px solid var(--e);border-radius:var(--r);background:var(--c);color:var(--t);line-height:1.4}textarea.in1{min-height:7rem;resize:vertical}select.in1{appearance:none;padding-inline-end:2.5rem;background-image:linear-gradient(45deg,transparent 50%,currentColor 50%),linear-gradient(-45deg,transparent 50%,currentColor 50%);background-position:calc(100% - 1.25rem) 55%,calc(100% - .9rem) 55%;background-size:.36rem .36rem;background-repeat:no-repeat}
.in1::placeholder{color:var(--m);opacity:1}.in1:focus-visible{outline-offset:0;border-color:var(--k)}.in1:user-invalid{border-color:#c81e1e;border-width:2px}
.ck{display:grid;grid-template-columns:auto 1fr;gap:.7rem;align-items:start;padding-block:.15rem;font-size:1rem;line-height:1.5;cursor:pointer}.ck input{width:1.3rem;height:1.3rem;margin:.1rem 0 0;accent-color:var(--k)}.ck.co{font-size:.9375rem;color:var(--m)}
.nt{display:flex;flex-wrap:wrap;gap:.4rem}.nt label{position:relative}.nt input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}.nt span{display:grid;place-items:center;min-width:2.75rem;min-height:2.75rem;border:1px solid var(--e);border-radius:var(--r);background:var(--c)}.nt input:checked+span{background:var(--p);color:var(--o);border-color:var(--p)}.nt input:focus-visible+span{outline:3px solid var(--k);outline-offset:2px}
.hpt{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}.fend{display:grid;gap:1.15rem;margin-top:1.4rem}.fno{font-size:.9375rem;color:var(--m);text-align:center}.stp{margin-bottom:1rem;font-size:.9375rem;font-weight:600;color:var(--k)}.snav{display:flex;gap:.75rem;margin-top:1.4rem}.snav .bt{flex:1}.h3{font-size:1.375rem}`;

interface FormLook {
  /** The property that names the form. */
  field: string;
  button?: string;
  note?: string;
  title?: string;
}

/**
 * A form that the browser sends by itself, to the address that the page has there, and that one script makes more pleasant;
 * undefined if the account lacks it.
 */
export function formHtml(id: string | undefined, look: FormLook, context: ItemContext): Html | undefined {
  const { writer, item } = context;
  const form = writer.form(id, `${context.where}.props.${look.field}`);
  if (!form) return undefined;
  writer.style(BUTTON_STYLE);
  writer.style(FORM_STYLE);
  writer.scripts.add('form');
  const prefix = `_f-${item.id}`;
  const texts = writer.texts.form;
  const upload = form.fields.some(({ type }) => type === 'arquivo')
    ? markup` enctype="multipart/form-data"`
    : undefined;
  const steps = stepsOf(form).map((fields, index, { length }) =>
    stepHtml(form, fields, { index, count: length }, prefix, writer),
  );
  const consent = form.requiresConsent
    ? markup`<label class="ck co"><input type="checkbox" name="${NATIVE_INPUTS.consent}" value="on" required><span>${form.consentText ?? texts.consent}</span></label>`
    : undefined;
  const note = context.maybe(look.note, (text) => markup`<p class="fno">${text}</p>`);
  const submit = markup`<button class="bt b1 bw" type="submit">${plainText(look.button ?? inLanguage(form.buttonLabel, 'button', writer.texts))}</button>`;
  const name = plainText(look.title ?? form.name);
  // For the script, which is the same in all pages.
  const words = markup` data-words="${JSON.stringify([texts.back, texts.next, texts.step])}"`;
  return markup`<form method="post" data-form="${form.id}"${upload}${words} aria-label="${name}">
    ${hiddenInputs(form, prefix, writer)}${steps}
    <div class="fend">${consent}${submit}${note}</div></form>`;
}

/** The fields of each step, in order; those that the visitor does not see belong to none. */
function stepsOf({ fields }: FormDefinition): FormField[][] {
  const steps = new Map<number, FormField[]>();
  for (const field of fields.filter(({ type }) => type !== 'oculto').sort((a, b) => a.step - b.step))
    steps.set(field.step, [...(steps.get(field.step) ?? []), field]);
  return [...steps.values()];
}

function stepHtml(
  form: FormDefinition,
  fields: FormField[],
  { index, count }: { index: number; count: number },
  prefix: string,
  { texts, page }: PageWriter,
): Html {
  const language = visitorLanguageOf(page.seo.language);
  const shown = fields.map((field) =>
    fieldHtml(field, `${prefix}-${form.fields.indexOf(field)}`, {
      form,
      texts: texts.form,
      required: texts.errors.required,
      language,
    }),
  );
  const step = texts.form.step.replace('{n}', String(index + 1)).replace('{of}', String(count));
  if (count === 1) return markup`<div class="ff">${shown}</div>`;
  return markup`<fieldset class="ff" data-step="${String(index + 1)}"><legend class="vh">${step}</legend>
    ${shown}
  </fieldset>`;
}

function hiddenInputs(form: FormDefinition, prefix: string, { page, texts }: PageWriter): Html {
  const mark = page.formMarks.get(form.id);
  const { honeypot, elapsed, address, referrer } = NATIVE_INPUTS;
  const own = form.fields
    .filter(({ type }) => type === 'oculto')
    .map(({ name, defaultValue }) => hidden(name, defaultValue ?? '', new Html(' data-query')));
  const gathered = [elapsed, address, referrer].map((name) => hidden(name, ''));
  const trap = markup`<div class="hpt" aria-hidden="true"><label for="${prefix}-hp">${texts.form.leaveEmpty}</label><input id="${prefix}-hp" name="${honeypot}" tabindex="-1" autocomplete="off"></div>`;
  const signed = mark === undefined ? undefined : hidden(NATIVE_INPUTS.mark, mark);
  return markup`${hidden(NATIVE_INPUTS.form, form.id)}${signed}${own}${gathered}${trap}`;
}

const hidden = (name: string, value: string, more?: Html) =>
  markup`<input type="hidden" name="${name}" value="${value}"${more}>`;
