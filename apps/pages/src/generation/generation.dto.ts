import { ApiProperty } from '@nestjs/swagger';
import { MayBeAbsent, Text } from '#libs/core/http';

export const DESCRIPTION_MAX = 4_000;

export class GeneratePageRequest {
  @Text({
    min: 10,
    max: DESCRIPTION_MAX,
    description: 'O que a página oferece, para quem, e o que deve conter',
    example: 'Um curso de violão para adultos que nunca tocaram, com aulas à noite e a primeira grátis',
  })
  descricao: string;

  @MayBeAbsent()
  @Text({
    max: 35,
    pattern: /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/,
    form: 'deve ser um idioma, como pt-BR',
    description: 'O idioma do texto; pt-BR se ausente',
    example: 'pt-BR',
  })
  idioma?: string;

  @MayBeAbsent()
  @Text({
    max: 40,
    pattern: /^frm_[0-9a-f]{16}$/,
    form: 'deve ser o id de um formulário',
    description: 'O formulário que a página mostra',
  })
  formulario_id?: string;
}

export class GeneratedPageResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Um documento da página, versão 2, válido. Nada é gravado: `POST /v1/paginas/importar` cria a página.',
  })
  template: object;
}
