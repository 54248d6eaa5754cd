import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, MayBeNull, Text } from '#libs/core/http';
import type { BrandValues } from './brand.entity.js';

/** At least one of the fields. What is absent stays, null empties. */
@GraphqlInput('ChangeBrandInput')
export class ChangeBrandRequest {
  @MayBeAbsent()
  @MayBeNull()
  @Text({
    min: 1,
    max: 100,
    pattern: /\S/,
    example: 'Padaria Central',
    description: 'The name of the account when null.',
  })
  Name?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    max: 7,
    pattern: /^#[0-9a-fA-F]{6}$/,
    form: 'must be a colour such as #b4451f',
    example: '#b4451f',
    description: 'Of the buttons; their text is black or white, whichever is read better.',
  })
  Color?: string | null;

  toBrand(): Partial<BrandValues> {
    const { Name, Color } = this;
    return {
      ...(Name !== undefined && { name: Name?.trim() ?? null }),
      ...(Color !== undefined && { color: Color?.toLowerCase() ?? null }),
    };
  }
}

@GraphqlObject('SenderBrand', 'How an account shows itself to recipients.')
export class BrandView {
  @ApiProperty({ type: String, nullable: true })
  Name: string | null;

  @ApiProperty({ type: String, nullable: true })
  Color: string | null;

  static of({ name, color }: BrandValues): BrandView {
    return { Name: name, Color: color };
  }
}

export class BrandResponse {
  @ApiProperty({ type: BrandView })
  Brand: BrandView;

  static of(brand: BrandValues): BrandResponse {
    return { Brand: BrandView.of(brand) };
  }
}
