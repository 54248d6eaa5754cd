import { ApiProperty } from '@nestjs/swagger';
import { ArgsType } from '@nestjs/graphql';
import { GraphqlObject } from '#libs/core/graphql';
import { QueryText } from '#libs/core/http';

@ArgsType()
export class ResolveIdentityQuery {
  @QueryText({ max: 20, description: 'email, telefone, sms ou whatsapp. Obrigatório.' })
  canal?: string;

  @QueryText({ max: 400, description: 'O e-mail ou telefone. Obrigatório; a resposta nunca o repete.' })
  valor?: string;
}

@GraphqlObject('ResolvedIdentity', 'Whose an e-mail address or telephone number is.')
export class ResolvedIdentityObject {
  @ApiProperty()
  achou: boolean;

  @ApiProperty({ type: String, nullable: true })
  contato_id: string | null;

  static of(contactId: string | null): ResolvedIdentityObject {
    return { achou: contactId !== null, contato_id: contactId };
  }
}
