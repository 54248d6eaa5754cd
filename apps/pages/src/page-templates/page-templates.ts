import type { DocumentItem, PageDocument } from '../document/page-document.js';
import { APP_LAUNCH } from './app-launch.template.js';
import { CONSULTING } from './consulting.template.js';
import { COURSE } from './course.template.js';
import { EBOOK } from './ebook.template.js';
import { EVENT } from './event.template.js';
import { NEWSLETTER } from './newsletter.template.js';
import { RESTAURANT } from './restaurant.template.js';
import { SAAS } from './saas.template.js';
import type { PageTemplate } from './template-parts.js';
import { WAITING_LIST } from './waiting-list.template.js';
import { WEBINAR } from './webinar.template.js';

export type { PageTemplate } from './template-parts.js';

/** All of them, in the order in which authors see them. */
export const PAGE_TEMPLATES: readonly PageTemplate[] = [
  EBOOK,
  WEBINAR,
  SAAS,
  WAITING_LIST,
  EVENT,
  CONSULTING,
  COURSE,
  RESTAURANT,
  APP_LAUNCH,
  NEWSLETTER,
];

/** @returns undefined for an id that no template has */
export function findPageTemplate(id: string): PageTemplate | undefined {
  return PAGE_TEMPLATES.find((template) => template.id === id);
}

/** The document with this form wherever it leaves the choice open: a template cannot know the forms of an account. */
export function withForm(document: PageDocument, formId: string): PageDocument {
  const filled = (item: DocumentItem): DocumentItem =>
    item.tipo === 'formulario' && item.props['form_id'] === undefined
      ? { ...item, props: { ...item.props, form_id: formId } }
      : item;
  const secoes = document.secoes.map((section) => ({
    ...section,
    colunas: section.colunas.map((column) => ({ ...column, itens: column.itens.map(filled) })),
  }));
  return { ...document, secoes };
}
