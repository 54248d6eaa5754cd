import { refusal } from '#libs/core/http';
import type { PageDocument } from '../document/page-document.js';
import { validateDocument } from '../validation/validate-document.js';
import { findPageTemplate, withForm } from '../page-templates/page-templates.js';
import { toNewPage } from '../pages/page-values.js';
import type { PageDraftedFrom } from '../pages/pages.service.js';
import type { ImportPageRequest } from './import.dto.js';

/** @throws Problem ValidationError without exactly one source, Unprocessable for an invalid document or an unknown template */
export function toImportedPage(body: ImportPageRequest): PageDraftedFrom {
  return toNewPage(body, documentOf(body));
}

function documentOf({ template, modelo, formulario_id: formId }: ImportPageRequest): PageDocument {
  if ((template === undefined) === (modelo === undefined))
    throw refusal('ValidationError', { erro: 'Informe template ou modelo, e só um deles.', campo: 'template' });
  if (template !== undefined) return validateDocument(template);
  const found = findPageTemplate(modelo ?? '');
  if (!found) throw refusal('Unprocessable', { erro: 'O modelo não existe.', campo: 'modelo' });
  return formId === undefined ? found.template : withForm(found.template, formId);
}
