import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, OneOf, Text } from '#libs/core/http';
import {
  CONVERSION_KINDS,
  type ConversionKind,
  type Pixel,
  type PixelConversion,
  type PixelDomain,
} from '#libs/sites/traffic';
import { listOf } from '../list-of.js';

@GraphqlInput('CreatePixelInput')
export class CreatePixelRequest {
  @Text({ min: 1, max: 120, example: 'Loja' })
  nome: string;

  @MayBeAbsent()
  @Flag({ description: 'true quando ausente; um pixel inativo não conta.' })
  ativo?: boolean;
}

@GraphqlInput('UpdatePixelInput', 'What is absent stays as it is.')
export class UpdatePixelRequest {
  @MayBeAbsent()
  @Text({ min: 1, max: 120 })
  nome?: string;

  @MayBeAbsent()
  @Flag()
  ativo?: boolean;
}

@GraphqlInput('CreatePixelDomainInput')
export class CreatePixelDomainRequest {
  @Text({ min: 1, max: 253, example: 'loja.exemplo.com.br', description: 'Os subdomínios valem também.' })
  dominio: string;
}

@GraphqlInput('CreatePixelConversionInput')
export class CreatePixelConversionRequest {
  @Text({ min: 1, max: 120, example: 'Compra' })
  nome: string;

  @OneOf(CONVERSION_KINDS)
  tipo: ConversionKind;

  @Text({
    min: 1,
    max: 255,
    example: '/obrigado*',
    description: 'url: o caminho, que pode terminar em *; evento: o nome; formulario: o id ou name do formulário.',
  })
  valor: string;
}

/** A pixel and what a site carries of it. */
export interface ShownPixel {
  pixel: Pixel;
  snippet: string;
}

@GraphqlObject('Pixel', 'A pixel for a site of the account.')
export class PixelObject {
  @ApiProperty({ example: 'pxl_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'Loja' })
  nome: string;

  @ApiProperty()
  ativo: boolean;

  @ApiProperty({ description: 'Para o head das páginas do site.' })
  snippet: string;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of({ pixel, snippet }: ShownPixel): PixelObject {
    return {
      id: pixel.id,
      nome: pixel.name,
      ativo: pixel.active,
      snippet,
      criado_em: pixel.createdAt.toISOString(),
      atualizado_em: pixel.updatedAt.toISOString(),
    };
  }
}

@GraphqlObject('PixelDomain', 'A domain on which a pixel counts, with its subdomains.')
export class PixelDomainObject {
  @ApiProperty({ example: 'pdm_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'loja.exemplo.com.br' })
  dominio: string;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  static of({ id, domain, createdAt }: PixelDomain): PixelDomainObject {
    return { id, dominio: domain, criado_em: createdAt.toISOString() };
  }
}

@GraphqlObject('PixelConversion', 'What counts as a conversion on the site of a pixel.')
export class PixelConversionObject {
  @ApiProperty({ example: 'pcv_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'Compra' })
  nome: string;

  @ApiProperty({ enum: CONVERSION_KINDS })
  tipo: ConversionKind;

  @ApiProperty({ example: '/obrigado*' })
  valor: string;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  static of({ id, name, kind, value, createdAt }: PixelConversion): PixelConversionObject {
    return { id, nome: name, tipo: kind, valor: value, criado_em: createdAt.toISOString() };
  }
}

const pixels = listOf('pixels', PixelObject, { max: 200 });

export class ListPixelsQuery extends pixels.Query {}

export class PixelPage extends pixels.Page {}

/** At most as many as a pixel may have: no pages. */
export class PixelDomainList {
  @ApiProperty({ type: [PixelDomainObject] })
  dominios: PixelDomainObject[];
}

export class PixelConversionList {
  @ApiProperty({ type: [PixelConversionObject] })
  conversoes: PixelConversionObject[];
}
