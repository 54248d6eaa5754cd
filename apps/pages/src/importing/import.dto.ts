import { GraphqlInput } from '#libs/core/graphql';
import { MayBeAbsent, PublicId, Text } from '#libs/core/http';
import { Template } from '../document/template-field.js';
import { CreatePageRequest } from '../pages/dto/page.requests.js';

@GraphqlInput('ImportPageInput')
export class ImportPageRequest extends CreatePageRequest {
  @MayBeAbsent()
  @Template()
  template?: object;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 64,
    description: 'Em lugar de template: o id de um modelo de GET /v1/modelos',
    example: 'ebook',
  })
  modelo?: string;

  @MayBeAbsent()
  @PublicId('frm', { description: 'Com modelo: o formulário onde o modelo deixa a escolha em aberto' })
  formulario_id?: string;
}
