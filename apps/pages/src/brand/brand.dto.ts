import { ApiProperty } from '@nestjs/swagger';
import { FONT_NAMES } from '#libs/sites/sites';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Integer, MayBeAbsent, MayBeNull, Nested, OneOf, PublicId, Text } from '#libs/core/http';
import type { Brand } from '../markup/page-context.js';
import { warningsOf, type BrandWarning } from './brand-warnings.js';

const COLOR = { min: 7, max: 7, pattern: /^#[0-9a-fA-F]{6}$/, form: 'deve ser uma cor, como #1d4ed8' };
const RADIUS_MAX = 64;

@GraphqlObject('BrandColors')
@GraphqlInput('BrandColorsInput')
class BrandColors {
  @Text({ ...COLOR, example: '#1d4ed8', description: 'De botões e destaques.' })
  primaria: string;

  @Text({ ...COLOR, example: '#ffffff', description: 'Do texto sobre a cor primária.' })
  sobre_primaria: string;

  @Text({ ...COLOR, example: '#111827' })
  texto: string;

  @Text({ ...COLOR, example: '#ffffff' })
  fundo: string;

  @Text({ ...COLOR, example: '#f3f4f6', description: 'De cartões e faixas.' })
  superficie: string;
}

export class BrandFields {
  @Text({ max: 120, example: 'Padaria do Bairro' })
  nome: string;

  @MayBeAbsent()
  @MayBeNull()
  @PublicId('med', { description: 'O id de uma imagem da biblioteca de mídia.' })
  logo_id?: string | null;

  @Nested(() => BrandColors)
  cores: BrandColors;

  @OneOf(FONT_NAMES, { example: 'playfair-display' })
  fonte_titulos: string;

  @OneOf(FONT_NAMES, { example: 'inter' })
  fonte_texto: string;

  @Integer({ min: 0, max: RADIUS_MAX, description: 'Dos cantos, em pixels.' })
  raio: number;
}

@GraphqlInput('BrandInput')
export class ReplaceBrandRequest extends BrandFields {}

export function toBrand({ nome, logo_id, cores, fonte_titulos, fonte_texto, raio }: ReplaceBrandRequest): Brand {
  return {
    name: nome.trim(),
    logoId: logo_id ?? null,
    colors: {
      primary: cores.primaria.toLowerCase(),
      onPrimary: cores.sobre_primaria.toLowerCase(),
      text: cores.texto.toLowerCase(),
      background: cores.fundo.toLowerCase(),
      surface: cores.superficie.toLowerCase(),
    },
    headingFont: fonte_titulos,
    textFont: fonte_texto,
    radius: raio,
  };
}

const WIRE_NAMES: Record<BrandWarning['text'], string> = {
  primary: 'cores.primaria',
  onPrimary: 'cores.sobre_primaria',
  text: 'cores.texto',
  background: 'cores.fundo',
  surface: 'cores.superficie',
};

@GraphqlObject('BrandWarning')
export class BrandWarningObject {
  @ApiProperty({ example: 'contraste_baixo' })
  codigo: string;

  @ApiProperty({ example: 'cores.texto' })
  campo: string;

  @ApiProperty({ example: 'cores.fundo' })
  sobre: string;

  @ApiProperty({ example: 3.12, description: 'De 1 a 21, pela definição das WCAG.' })
  contraste: number;

  @ApiProperty({ example: 4.5 })
  minimo: number;

  @ApiProperty()
  mensagem: string;

  static of({ text, background, ratio, least }: BrandWarning): BrandWarningObject {
    const [campo, sobre] = [WIRE_NAMES[text], WIRE_NAMES[background]];
    return {
      codigo: 'contraste_baixo',
      campo,
      sobre,
      contraste: ratio,
      minimo: least,
      mensagem: `O contraste de ${campo} sobre ${sobre} é ${ratio}:1; texto legível pede ao menos ${least}:1.`,
    };
  }
}

@GraphqlObject('Brand', 'The look that the pages of the account inherit.')
export class BrandResponse extends BrandFields {
  @ApiProperty({
    type: [BrandWarningObject],
    description: 'O que torna páginas difíceis de ler; nada impede de salvar.',
  })
  avisos: BrandWarningObject[];

  static of(brand: Brand): BrandResponse {
    const { name, logoId, colors, headingFont, textFont, radius } = brand;
    return {
      nome: name,
      logo_id: logoId,
      cores: {
        primaria: colors.primary,
        sobre_primaria: colors.onPrimary,
        texto: colors.text,
        fundo: colors.background,
        superficie: colors.surface,
      },
      fonte_titulos: headingFont,
      fonte_texto: textFont,
      raio: radius,
      avisos: warningsOf(brand).map((warning) => BrandWarningObject.of(warning)),
    };
  }
}
