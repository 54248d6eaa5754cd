import type { FormDefinition, FormField } from '#libs/sites/forms';
import { createField } from '../../../../libs/sites/forms/test-support/create-field.js';
import type { PageContext, Picture } from '../markup/page-context.js';

export const formField = (values: Partial<FormField>): FormField =>
  createField({ name: 'email', label: 'E-mail', type: 'email', required: true, ...values });

export const EXAMPLE_FORM: FormDefinition = {
  id: 'frm_00000000000000a1',
  name: 'Contato',
  fields: [
    formField({ name: 'nome', label: 'Nome', type: 'texto' }),
    formField({ name: 'email', label: 'E-mail', type: 'email', placeholder: 'voce@empresa.com.br' }),
    formField({ name: 'telefone', label: 'Telefone', type: 'telefone', required: false, help: 'Com DDD' }),
  ],
  buttonLabel: 'Enviar',
  thanks: 'Obrigado!',
  requiresConsent: true,
  consentText: 'Concordo em receber e-mails. Posso sair da lista quando quiser.',
  legalBasis: 'consentimento',
  country: 'BR',
};

export const EXAMPLE_PICTURE: Picture = {
  id: 'med_00000000000000a1',
  width: 1200,
  height: 800,
  description: 'Mesa de trabalho vista de cima',
  sources: (['image/avif', 'image/webp'] as const).flatMap((type) =>
    [640, 1200].map((width) => ({ type, width, address: `/_m/med_00000000000000a1/${width}.${type.slice(6)}` })),
  ),
  address: '/_m/med_00000000000000a1/1200.jpg',
};

/** A page of an account with a form, a picture and a brand of its own. */
export function exampleContext(changes: Partial<PageContext> = {}): PageContext {
  return {
    pageId: 'pag_00000000000000a1',
    slug: 'exemplo',
    title: 'Exemplo',
    seo: { title: null, description: null, pictureId: null, canonicalUrl: null, indexable: true, language: 'pt-BR' },
    site: { description: null, faviconId: null },
    brand: {
      name: 'Clareira',
      logoId: null,
      colors: { primary: '#2f4bdb', onPrimary: '#ffffff', text: '#1c2233', background: '#ffffff', surface: '#f5f6fb' },
      headingFont: 'manrope',
      textFont: 'inter',
      radius: 10,
    },
    address: 'https://paginas.example.test/exemplo',
    forms: new Map([[EXAMPLE_FORM.id, EXAMPLE_FORM]]),
    formMarks: new Map([[EXAMPLE_FORM.id, 'pag_00000000000000a1.1.mark']]),
    pictures: new Map([[EXAMPLE_PICTURE.id, EXAMPLE_PICTURE]]),
    pixelToken: null,
    tags: null,
    ...changes,
  };
}
