import { FreeObject } from '#libs/http';
import { refusal } from '../refusal.js';
import type { PageContext, RenderedPage } from '../rendering/page-context.js';

export interface PageDocument {
  versao: 2;
  secoes: readonly object[];
  estilo?: object;
}

export function validateDocument(value: object): PageDocument {
  if (!('versao' in value) || value.versao !== 2 || !('secoes' in value) || !Array.isArray(value.secoes))
    throw refusal('Unprocessable', { erro: 'O documento deve ser da versão 2.', campo: 'template.versao' });
  return value as PageDocument;
}

export function renderPage(document: PageDocument, context: PageContext): RenderedPage {
  const escape = (text: string) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);
  return {
    html: `<!doctype html><html lang="${context.seo.language}"><title>${escape(context.title)}</title><p>${escape(JSON.stringify(document))}</p></html>`,
    policy: "default-src 'none'",
    formIds: [...context.forms.keys()],
    warnings: [],
  };
}

const DOCUMENT_MAX_BYTES = 512 * 1024;

export const DOCUMENT_SCHEMA = { type: 'object', additionalProperties: true } as const;

/** The field of a body that holds a page document. */
export const Template = (): PropertyDecorator =>
  FreeObject({ maxBytes: DOCUMENT_MAX_BYTES, description: 'O documento da página, versão 2' });
